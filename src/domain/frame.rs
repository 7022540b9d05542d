//! Pictures of the screen as evidence: a grid of cells that are equal or not.
//!
//! A frame is reduced by its adapter to one hash per cell of 12 points, so that two frames can be
//! compared, and a change be located, without holding pixels. The status bar is never evidence.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::geometry::{PixelSize, Point, Rect, Size};
use super::time::Moment;

/// Side of a cell, in points.
pub const CELL_POINTS: f64 = 12.0;
/// Height of the band at the top that is never compared, in points. Source: status bars are 20 to
/// 62 points high (docs/wires/wda.md); the tallest one is left out on every device.
pub const STATUS_BAR_POINTS: f64 = 62.0;

/// A picture of the screen, encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screenshot {
    /// PNG bytes as the device gave them.
    pub png: bytes::Bytes,
    pub pixels: PixelSize,
}

/// One picture of the screen as evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    pub id: FrameId,
    /// When it arrived, on the session's clock.
    pub arrived: Moment,
    /// Screen size in points that the grid covers.
    pub size: Size,
    pub columns: u32,
    /// One hash per cell, row by row.
    pub cells: Vec<u64>,
}

/// Number of a frame from one source, counted upward.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameId(pub u64);

impl Frame {
    /// Rectangles of the cells that differ, outside the status bar; `None` when the two cannot be
    /// compared (another size: the screen was rotated or scaled).
    pub fn changes_since(&self, earlier: &Self) -> Option<Vec<Rect>> {
        if self.columns != earlier.columns || self.cells.len() != earlier.cells.len() {
            return None;
        }
        let differs = self.cells.iter().zip(&earlier.cells).enumerate();
        let rects = differs
            .filter(|(_, (now, was))| now != was)
            .map(|(index, _)| self.cell(index))
            .filter(|cell| cell.y >= STATUS_BAR_POINTS - CELL_POINTS);
        Some(rects.collect())
    }

    /// Whether nothing differs outside the status bar. Frames of another size are not equal.
    pub fn equals(&self, earlier: &Self) -> bool {
        self.changes_since(earlier).is_some_and(|changes| changes.is_empty())
    }

    fn cell(&self, index: usize) -> Rect {
        let columns = self.columns.max(1) as usize;
        let (row, column) = (index / columns, index % columns);
        let at = Point::new(column as f64 * CELL_POINTS, row as f64 * CELL_POINTS);
        Rect::new(at.x, at.y, CELL_POINTS, CELL_POINTS)
    }
}

/// The frames of one watch: tells motion from what merely blinks.
///
/// A cell that returns twice to a picture it already showed oscillates (a caret, a spinner); from
/// then on it is volatile and no evidence of motion. One return is none: a switch that flips back
/// does that.
#[derive(Clone, Debug, Default)]
pub struct FrameTrail {
    /// The picture from before the input.
    before: Option<Frame>,
    last: Option<Frame>,
    seen: HashMap<usize, HashSet<u64>>,
    returns: HashMap<usize, u32>,
    volatile: HashSet<usize>,
    moved: Option<Moment>,
    first: Option<Moment>,
}

impl FrameTrail {
    /// A trail that begins with a frame taken before the input, if there is one; what still equals
    /// it has then been quiet since `begun`.
    pub fn starting_at(before: Option<&Frame>, begun: Moment) -> Self {
        let first = before.map(|_| begun);
        Self { last: before.cloned(), before: before.cloned(), first, ..Self::default() }
    }

    /// The same trail with cells that are known to blink on this screen.
    #[must_use]
    pub fn knowing(mut self, volatile: &HashSet<usize>) -> Self {
        self.volatile.clone_from(volatile);
        self
    }

    /// The cells that blink.
    pub fn volatile(&self) -> &HashSet<usize> {
        &self.volatile
    }

    /// Adds the next frame; true when it shows something new outside the volatile cells.
    pub fn push(&mut self, frame: Frame) -> bool {
        self.first.get_or_insert(frame.arrived);
        let moved = match &self.last {
            Some(last) if last.cells.len() == frame.cells.len() => self.compare(&frame),
            Some(_) => true,
            None => false,
        };
        if moved {
            self.moved = Some(frame.arrived);
        }
        self.last = Some(frame);
        moved
    }

    /// The newest frame.
    pub fn last(&self) -> Option<&Frame> {
        self.last.as_ref()
    }

    /// Cells that differ between the picture before the input and the newest one, volatile ones
    /// aside; `None` without a picture from before.
    pub fn lasting(&self) -> Option<Vec<Rect>> {
        let (before, last) = (self.before.as_ref()?, self.last.as_ref()?);
        if before.cells.len() != last.cells.len() {
            return Some(vec![Rect::of_size(last.size)]);
        }
        let differs = last.cells.iter().zip(&before.cells).enumerate();
        let lasting = differs
            .filter(|(index, (now, was))| now != was && !self.volatile.contains(index))
            .map(|(index, _)| last.cell(index))
            .filter(|cell| cell.y >= STATUS_BAR_POINTS - CELL_POINTS);
        Some(lasting.collect())
    }

    /// How long nothing new has shown, as of the newest frame.
    pub fn quiet(&self) -> Duration {
        let since = self.moved.or(self.first);
        match (&self.last, since) {
            (Some(last), Some(since)) => last.arrived.since(since),
            _ => Duration::ZERO,
        }
    }

    /// Whether anything new has shown since the trail began.
    pub fn has_moved(&self) -> bool {
        self.moved.is_some()
    }

    fn compare(&mut self, frame: &Frame) -> bool {
        let Some(last) = self.last.take() else { return false };
        let mut motion = false;
        for (index, (now, was)) in frame.cells.iter().zip(&last.cells).enumerate() {
            if now == was || last.cell(index).y < STATUS_BAR_POINTS - CELL_POINTS {
                continue;
            }
            let seen = self.seen.entry(index).or_default();
            seen.insert(*was);
            if !seen.insert(*now) {
                let returns = self.returns.entry(index).or_default();
                *returns += 1;
                if *returns >= 2 {
                    self.volatile.insert(index);
                }
            }
            motion |= !self.volatile.contains(&index);
        }
        motion
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_flips_back_is_motion_and_one_that_blinks_on_is_not() {
        let at = |ms: u64, lit: u64| {
            let mut cells = vec![0; 14];
            cells[13] = lit;
            Frame { arrived: Moment(Duration::from_millis(ms)), ..frame(cells) }
        };
        let mut trail = FrameTrail::default();
        assert!(!trail.push(at(0, 0)));
        assert!(trail.push(at(500, 1)), "never seen: motion");
        assert!(trail.push(at(1000, 0)), "back once: it may have been undone");
        assert!(!trail.push(at(1500, 1)), "back twice: it blinks");
        assert!(!trail.push(at(2000, 0)));
        assert_eq!(trail.quiet(), Duration::from_millis(1000));
    }

    fn frame(cells: Vec<u64>) -> Frame {
        let size = Size::new(24.0, 84.0);
        Frame { id: FrameId(1), arrived: Moment::default(), size, columns: 2, cells }
    }

    #[test]
    fn a_change_is_located_and_the_status_bar_is_no_evidence() {
        let before = frame(vec![0; 14]);
        let mut cells = vec![0; 14];
        cells[1] = 7;
        assert!(frame(cells.clone()).equals(&before), "the clock moved, nothing else");
        cells[13] = 7;
        let changes = frame(cells).changes_since(&before);
        assert_eq!(changes, Some(vec![Rect::new(12.0, 72.0, 12.0, 12.0)]));
    }

    #[test]
    fn frames_of_another_size_are_never_equal() {
        assert!(!frame(vec![0; 14]).equals(&frame(vec![0; 12])));
    }
}
