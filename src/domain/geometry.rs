//! Points, sizes and rectangles on a device's screen.
//!
//! Inside the product every length is in **points**, in the device's current orientation, origin
//! at the top left. Pixels exist only where images are taken, compared or drawn, and are converted
//! at that edge.

use serde::Serialize;

/// A position in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    /// A position from its coordinates in points.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The straight distance to another point, in points.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Whether both coordinates are ordinary numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

/// A width and a height in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

impl Size {
    /// A size from its extents in points.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }
}

/// A rectangle in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// A rectangle from its top-left corner and its extents in points.
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// A rectangle at the origin.
    pub const fn of_size(size: Size) -> Self {
        Self::new(0.0, 0.0, size.width, size.height)
    }

    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub fn center(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Square points; zero for an empty or inverted rectangle.
    pub fn area(&self) -> f64 {
        if self.is_empty() { 0.0 } else { self.width * self.height }
    }

    pub fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// Whether the point lies inside; right and bottom edges count as outside.
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.x && p.x < self.right() && p.y >= self.y && p.y < self.bottom()
    }

    /// Whether `other` lies inside, give or take `slack` points on every side.
    pub fn contains_rect(&self, other: &Self, slack: f64) -> bool {
        other.x >= self.x - slack
            && other.y >= self.y - slack
            && other.right() <= self.right() + slack
            && other.bottom() <= self.bottom() + slack
    }

    /// The shared part, if it has any area.
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let width = self.right().min(other.right()) - x;
        let height = self.bottom().min(other.bottom()) - y;
        (width > 0.0 && height > 0.0).then(|| Self::new(x, y, width, height))
    }

    /// The same rectangle grown by `by` points on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self::new(self.x - by, self.y - by, self.width + 2.0 * by, self.height + 2.0 * by)
    }

    /// Whether every edge differs by at most `slack` points.
    pub fn near(&self, other: &Self, slack: f64) -> bool {
        (self.x - other.x).abs() <= slack
            && (self.y - other.y).abs() <= slack
            && (self.right() - other.right()).abs() <= slack
            && (self.bottom() - other.bottom()).abs() <= slack
    }
}

/// A width and a height in pixels of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PixelSize {
    pub width: u32,
    pub height: u32,
}
