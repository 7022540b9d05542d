//! Where tags go: beside what they name, over as little of the picture as possible.
//!
//! The picture itself says where its texts and symbols are: pixels that differ from their
//! neighbours. Of a dozen places in and around an element's frame the one is taken that hides the
//! fewest of them, keeps clear of other tags and does not seem to belong to another element. Small
//! elements choose first: they have the least room.

use super::Pixels;
use super::canvas::Area;

/// Difference of brightness between neighbours from which a pixel counts as drawn.
const DRAWN: i32 = 12;
/// What hiding the picture costs per share of the tag; the unit of the other weights.
const HIDES: f32 = 250.0;
/// Covering another tag makes both unreadable.
const COVERS: f32 = 2_000.0;
/// Lying in another element makes it unclear whose tag it is.
const STRAYS: f32 = 40.0;
/// Each place is worth this much less than the one before it.
const LATER: f32 = 0.3;
/// How deep the edge of a frame is, in pixels.
const EDGE: f32 = 3.0;
/// A frame less high than this many tags has its tag beside it first: inside it would hide much.
const ROOMY: f32 = 3.3;
/// Between a frame and a tag beside it, in tag heights.
const GAP: f32 = 0.1;

/// How much is drawn in any box of a picture.
pub(super) struct Busy {
    width: usize,
    height: usize,
    /// Drawn pixels above and left of each corner.
    sums: Vec<u32>,
}

impl Busy {
    pub(super) fn of(pixels: &Pixels) -> Self {
        let (width, height) = (pixels.size.width as usize, pixels.size.height as usize);
        let light: Vec<i32> = pixels
            .rgb
            .chunks_exact(3)
            .map(|p| (i32::from(p[0]) * 3 + i32::from(p[1]) * 6 + i32::from(p[2])) / 10)
            .collect();
        let mut sums = vec![0_u32; (width + 1) * (height + 1)];
        for y in 0..height {
            let mut row = 0;
            for x in 0..width {
                let at = y * width + x;
                let right = if x + 1 < width { light[at + 1] } else { light[at] };
                let below = if y + 1 < height { light[at + width] } else { light[at] };
                let step = (right - light[at]).abs().max((below - light[at]).abs());
                row += u32::from(step > DRAWN);
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
            }
        }
        Self { width, height, sums }
    }

    /// Share of a box that is drawn.
    fn share(&self, area: Area) -> f32 {
        let across = |x: f32| (x.max(0.0) as usize).min(self.width);
        let down = |y: f32| (y.max(0.0) as usize).min(self.height);
        let (left, right) = (across(area.x), across((area.x + area.width).ceil()));
        let (top, bottom) = (down(area.y), down((area.y + area.height).ceil()));
        let sum = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let drawn = sum(right, bottom) + sum(left, top) - sum(left, bottom) - sum(right, top);
        drawn as f32 / (area.width * area.height).max(1.0)
    }
}

/// A frame and the size of its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) frame: Area,
    pub(super) width: f32,
    pub(super) height: f32,
}

/// A place for every tag, in the order of `wanted`.
pub(super) fn places(wanted: &[Wanted], busy: &Busy) -> Vec<Area> {
    let size = |index: usize| wanted[index].frame.width * wanted[index].frame.height;
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| size(a).total_cmp(&size(b)));
    let mut taken: Vec<Option<Area>> = vec![None; wanted.len()];
    for index in order {
        let cost = |place: &Area| cost(*place, index, wanted, &taken, busy);
        let offers = offers(wanted[index]);
        let priced = offers.iter().enumerate().map(|(rank, place)| {
            let place = within(*place, busy);
            (cost(&place) + rank as f32 * LATER, place)
        });
        taken[index] = priced.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place);
    }
    taken.into_iter().zip(wanted).map(|(place, own)| place.unwrap_or(own.frame)).collect()
}

/// Moves a place into the picture.
fn within(place: Area, busy: &Busy) -> Area {
    let x = place.x.min(busy.width as f32 - place.width).max(0.0);
    let y = place.y.min(busy.height as f32 - place.height).max(0.0);
    Area { x, y, ..place }
}

fn cost(place: Area, index: usize, wanted: &[Wanted], taken: &[Option<Area>], busy: &Busy) -> f32 {
    let area = place.width * place.height;
    let covers: f32 = taken.iter().flatten().map(|other| place.shared(other.grown(1.0))).sum();
    let own = wanted[index].frame;
    let strays =
        wanted.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, other)| {
            // What this element lies in is no other one.
            let around = own.shared(other.frame) > 0.9 * own.width * own.height;
            if around { 0.0 } else { place.shared(other.frame) }
        });
    let strays = strays.fold(0.0, f32::max);
    let hides = busy.share(clear_of_edge(place, own));
    (covers / area).mul_add(COVERS, (strays / area) * STRAYS) + hides * HIDES
}

/// The part of a place that is not on the edge of its own frame, where an outline will be anyway.
fn clear_of_edge(place: Area, own: Area) -> Area {
    let inner = own.grown(-EDGE);
    if place.shared(own) < 0.9 * place.width * place.height {
        return place;
    }
    let (x, y) = (place.x.max(inner.x), place.y.max(inner.y));
    let right = (place.x + place.width).min(inner.x + inner.width);
    let bottom = (place.y + place.height).min(inner.y + inner.height);
    Area { x, y, width: (right - x).max(0.0), height: (bottom - y).max(0.0) }
}

/// Places in and around a frame, the best first.
fn offers(Wanted { frame, width, height }: Wanted) -> Vec<Area> {
    let gap = height * GAP;
    let (left, top) = (frame.x, frame.y);
    let (right, bottom) = (left + frame.width - width, top + frame.height - height);
    let middle = top + (frame.height - height) / 2.0;
    let centre = left + (frame.width - width) / 2.0;
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    let sides = [(left, middle), (right, middle), (centre, top), (centre, bottom)];
    let beside = [(left - width - gap, middle), (right + width + gap, middle)];
    let (above, below) = (top - height - gap, bottom + height + gap);
    let around = [(left, above), (right, above), (left, below), (right, below), (centre, above)];
    let fits = frame.width >= width && frame.height >= height;
    let quarters = [0.25, 0.5, 0.75].map(|share| (left + share * (frame.width - width), middle));
    let inside: Vec<_> =
        corners.into_iter().chain(sides).chain(quarters).filter(|_| fits).collect();
    // The last resort, for what is smaller than its tag: half on it, half beside it.
    let astride = [left - width / 2.0, right + width / 2.0].map(|x| (x, top - height / 2.0));
    let outside: Vec<_> = beside.into_iter().chain(around).chain(astride).collect();
    let roomy = frame.height >= ROOMY * height;
    let all = if roomy { [inside, outside] } else { [outside, inside] };
    all.into_iter().flatten().map(|(x, y)| Area { x, y, width, height }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::geometry::PixelSize;

    const WHITE: [u8; 3] = [255; 3];

    fn page(width: u32, height: u32) -> Pixels {
        let rgb = WHITE.repeat((width * height) as usize);
        Pixels { size: PixelSize { width, height }, rgb }
    }

    fn wanted(x: f32, y: f32, width: f32, height: f32) -> Wanted {
        Wanted { frame: Area { x, y, width, height }, width: 24.0, height: 12.0 }
    }

    #[test]
    fn tags_of_a_crowded_screen_lie_on_it_and_not_on_each_other() {
        let rows = (0..20).map(|row| wanted(0.0, row as f32 * 20.0, 200.0, 20.0));
        let keys = (0..20).map(|key| wanted(100.0, key as f32 * 20.0 + 3.0, 30.0, 14.0));
        let all: Vec<Wanted> = rows.chain(keys).collect();
        let places = places(&all, &Busy::of(&page(200, 400)));
        let screen = Area { x: 0.0, y: 0.0, width: 200.0, height: 400.0 };
        for (index, place) in places.iter().enumerate() {
            assert!((place.shared(screen) - 24.0 * 12.0).abs() < 0.1, "{place:?}");
            let covered = places[..index].iter().any(|other| other.shared(*place) > 0.0);
            assert!(!covered, "{index}: {place:?}");
        }
    }

    #[test]
    fn a_text_is_not_hidden_where_there_is_room_beside_it() {
        for left in [10.0_f32, 60.0, 120.0, 180.0] {
            let mut page = page(300, 100);
            let text = Area { x: left, y: 24.0, width: 100.0, height: 18.0 };
            for x in (left as u32..left as u32 + 100).step_by(3) {
                page.fill(Area { x: x as f32, width: 1.5, ..text }, 0.0, [0; 3]);
            }
            let tag = places(&[wanted(5.0, 20.0, 290.0, 26.0)], &Busy::of(&page))[0];
            assert!(tag.shared(text) < 1.0, "{left}: {tag:?}");
        }
    }

    #[test]
    fn a_tag_does_not_lie_in_a_neighbour_that_it_is_not_of() {
        let cells = [wanted(10.0, 10.0, 100.0, 40.0), wanted(110.0, 10.0, 100.0, 40.0)];
        let places = places(&cells, &Busy::of(&page(220, 60)));
        for (own, other) in [(0, 1), (1, 0)] {
            assert!(places[own].shared(cells[other].frame) < 1.0, "{places:?}");
        }
    }
}
