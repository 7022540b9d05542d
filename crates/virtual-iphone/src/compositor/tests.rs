//! What pictures promise: equal scenes give equal bytes, things are drawn where the scene puts them,
//! and no scene, however wild, makes the compositor fail.

use proptest::prelude::*;

use super::*;
use crate::geometry::{Rect, Size};
use crate::scene::{Align, Color, Item};

const WHITE: Color = Color(255, 255, 255, 255);
const BLACK: Color = Color(0, 0, 0, 255);
const RED: Color = Color(255, 0, 0, 255);

fn scene(items: Vec<Item>) -> Scene {
    let background =
        Item::Fill { rect: Rect::new(0.0, 0.0, 120.0, 100.0), color: WHITE, radius: 0.0 };
    let items = std::iter::once(background).chain(items).collect();
    Scene { size: Size { width: 120.0, height: 100.0 }, scale: 3.0, items }
}

fn text(rect: Rect, text: &str) -> Item {
    let text = text.to_owned();
    Item::Text {
        rect,
        text,
        size: 17.0,
        color: BLACK,
        align: Align::Left,
        bold: false,
        wrap: false,
    }
}

fn fill(x: f64, y: f64, width: f64, height: f64) -> Item {
    Item::Fill { rect: Rect::new(x, y, width, height), color: RED, radius: 0.0 }
}

fn switch(position: f64) -> Item {
    Item::Switch { rect: Rect::new(20.0, 20.0, 63.0, 28.0), position, enabled: true }
}

/// Decoded pixels that can be asked for by point.
struct Picture {
    width: usize,
    pixels: Vec<u8>,
}

impl Picture {
    fn of(items: Vec<Item>) -> Self {
        let (width, _, pixels) = Compositor::new().rgba(&scene(items));
        Self { width: width as usize, pixels }
    }

    fn at(&self, x: f64, y: f64) -> [u8; 3] {
        let index = ((y * 3.0) as usize * self.width + (x * 3.0) as usize) * 4;
        [self.pixels[index], self.pixels[index + 1], self.pixels[index + 2]]
    }

    /// The rectangle, in points, around everything that is not white.
    fn ink(&self) -> Option<Rect> {
        let dark: Vec<(usize, usize)> = self
            .pixels
            .chunks_exact(4)
            .enumerate()
            .filter(|(_, pixel)| pixel[..3] != [255, 255, 255])
            .map(|(index, _)| (index % self.width, index / self.width))
            .collect();
        let left = dark.iter().map(|at| at.0).min()? as f64 / 3.0;
        let right = dark.iter().map(|at| at.0 + 1).max()? as f64 / 3.0;
        let top = dark.iter().map(|at| at.1).min()? as f64 / 3.0;
        let bottom = dark.iter().map(|at| at.1 + 1).max()? as f64 / 3.0;
        Some(Rect::new(left, top, right - left, bottom - top))
    }
}

#[test]
fn equal_scenes_give_equal_bytes_whatever_came_before() {
    let mut compositor = Compositor::new();
    let first = scene(vec![switch(0.4), text(Rect::new(5.0, 60.0, 90.0, 22.0), "Größe 設定")]);
    let second = scene(vec![switch(0.9), fill(5.0, 5.0, 80.0, 80.0)]);
    let before = compositor.png(&first);
    compositor.png(&second);
    assert_eq!(compositor.png(&first), before);
    assert_eq!(Compositor::new().png(&first), before);
    assert_ne!(compositor.png(&second), before);
}

#[test]
fn png_holds_the_same_pixels_as_rgba() {
    let scene = scene(vec![switch(0.4), fill(90.0, 70.0, 10.0, 10.0)]);
    let mut compositor = Compositor::new();
    let (width, height, rgba) = compositor.rgba(&scene);
    let file = compositor.png(&scene);
    let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    assert_eq!((info.width, info.height), (width, height));
    assert_eq!((width, height), (360, 300));
    assert!(
        rgba.chunks_exact(4).zip(rgb.chunks_exact(3)).all(|(a, b)| a[..3] == *b && a[3] == 255)
    );
}

#[test]
fn jpeg_is_a_frame_of_the_asked_size() {
    let scene = scene(vec![switch(0.4), fill(90.0, 70.0, 10.0, 10.0)]);
    let mut compositor = Compositor::new();
    let (good, poor) = (compositor.jpeg(&scene, 90, 1.0), compositor.jpeg(&scene, 10, 1.0));
    assert!(poor.len() < good.len());
    assert_eq!(compositor.jpeg(&scene, 90, 1.0), good);
    assert_eq!(jpeg_size(&good), Some((360, 300)));
    assert_eq!(jpeg_size(&compositor.jpeg(&scene, 25, 0.5)), Some((180, 150)));
    assert_eq!(jpeg_size(&compositor.jpeg(&scene, 0, f64::NAN)), Some((360, 300)));
}

/// Width and height from the start-of-frame segment of a baseline JPEG.
fn jpeg_size(file: &[u8]) -> Option<(u16, u16)> {
    let frame = file.windows(2).position(|marker| marker == [0xff, 0xc0])?;
    let number = |at: usize| Some(u16::from_be_bytes([*file.get(at)?, *file.get(at + 1)?]));
    Some((number(frame + 7)?, number(frame + 5)?))
}

#[test]
fn nothing_drawn_is_black() {
    let empty = Scene { items: Vec::new(), ..scene(Vec::new()) };
    let (_, _, pixels) = Compositor::new().rgba(&empty);
    assert!(pixels.chunks_exact(4).all(|pixel| pixel == [0, 0, 0, 255]));
}

#[test]
fn switch_is_green_when_on_and_its_knob_moves() {
    let (off, halfway, on) = (
        Picture::of(vec![switch(0.0)]),
        Picture::of(vec![switch(0.5)]),
        Picture::of(vec![switch(1.0)]),
    );
    assert_eq!(on.at(27.0, 34.0), [52, 199, 89]);
    assert_eq!(off.at(30.0, 34.0), [255, 255, 255]);
    let track = off.at(79.0, 34.0);
    assert!(track[0] == track[1] && track[0] > 200 && track[0] < 255, "{track:?}");
    assert_ne!(halfway.pixels, off.pixels);
    assert_ne!(halfway.pixels, on.pixels);
}

#[test]
fn disabled_switch_is_fainter() {
    let rect = Rect::new(20.0, 20.0, 63.0, 28.0);
    let disabled = Picture::of(vec![Item::Switch { rect, position: 1.0, enabled: false }]);
    let green = disabled.at(27.0, 34.0);
    assert!(green[0] > 140 && green[1] > green[0] && green[2] > 160, "{green:?}");
}

#[test]
fn slider_knob_follows_its_fraction() {
    let slider = |fraction: f64| {
        let rect = Rect::new(10.0, 30.0, 100.0, 28.0);
        Picture::of(vec![Item::Slider { rect, fraction, enabled: true }])
    };
    assert_eq!(slider(1.0).at(20.0, 44.0), [0, 136, 255]);
    assert_eq!(slider(0.0).at(24.0, 44.0), [255, 255, 255]);
    assert_eq!(slider(0.5).at(60.0, 34.0), [255, 255, 255]);
}

#[test]
fn clips_nest_and_end() {
    let picture = Picture::of(vec![
        Item::Clip { rect: Rect::new(10.0, 10.0, 40.0, 40.0) },
        Item::Clip { rect: Rect::new(30.0, 0.0, 90.0, 100.0) },
        fill(0.0, 0.0, 120.0, 100.0),
        Item::EndClip,
        Item::EndClip,
        fill(100.0, 90.0, 5.0, 5.0),
    ]);
    assert_eq!(picture.at(40.0, 20.0), [255, 0, 0]);
    assert_eq!(picture.at(20.0, 20.0), [255, 255, 255]);
    assert_eq!(picture.at(60.0, 20.0), [255, 255, 255]);
    assert_eq!(picture.at(102.0, 92.0), [255, 0, 0]);
}

#[test]
fn clips_cut_outlines_and_text() {
    let clip = Rect::new(20.0, 20.0, 30.0, 50.0);
    let picture = Picture::of(vec![
        Item::Clip { rect: clip },
        Item::Fill { rect: Rect::new(5.0, 5.0, 100.0, 80.0), color: RED, radius: 30.0 },
        text(Rect::new(0.0, 40.0, 120.0, 22.0), "wwwwwwwww"),
        Item::Symbol { rect: Rect::new(40.0, 30.0, 40.0, 40.0), name: "star".into(), color: BLACK },
        Item::EndClip,
    ]);
    assert_eq!(picture.ink(), Some(Rect::new(20.0, 20.0, 30.0, 50.0)));
}

#[test]
fn opacity_applies_to_a_group_as_a_whole() {
    let picture = Picture::of(vec![
        Item::Alpha { opacity: 0.5 },
        Item::Fill { rect: Rect::new(10.0, 10.0, 40.0, 40.0), color: BLACK, radius: 0.0 },
        fill(30.0, 10.0, 40.0, 40.0),
        Item::EndAlpha,
    ]);
    let (black, both, red) =
        (picture.at(15.0, 20.0), picture.at(40.0, 20.0), picture.at(60.0, 20.0));
    assert!((126..=129).contains(&black[0]), "{black:?}");
    assert_eq!(both, red);
    assert!(red[0] >= 254 && (126..=129).contains(&red[1]), "{red:?}");
}

#[test]
fn invisible_groups_draw_nothing() {
    let items = vec![Item::Alpha { opacity: 0.0 }, fill(0.0, 0.0, 50.0, 50.0), Item::EndAlpha];
    assert_eq!(Picture::of(items).ink(), None);
}

#[test]
fn text_stays_inside_its_rectangle() {
    let rect = Rect::new(10.0, 30.0, 60.0, 22.0);
    for words in ["Wi-Fi", "Display & Text Size", "設定", "Ärger"] {
        let ink = Picture::of(vec![text(rect, words)]).ink().unwrap();
        let shared = ink.intersection(&rect).unwrap();
        assert!(ink.x >= 9.5 && ink.x + ink.width <= 71.0, "{words}: {ink:?}");
        assert_eq!((shared.y, shared.height), (ink.y, ink.height), "{words}");
    }
}

#[test]
fn measured_width_is_the_drawn_width() {
    for words in ["Wallet", "設定", "ill"] {
        let ink = Picture::of(vec![text(Rect::new(0.0, 30.0, 300.0, 22.0), words)]).ink().unwrap();
        let width = text_width(words, 17.0, false);
        assert!((ink.x + ink.width - width).abs() < 2.5, "{words}: {ink:?}, {width}");
    }
    assert_eq!(text_width("a", f64::NAN, true), 0.0);
    assert_eq!(text_width("a", -3.0, false), 0.0);
    assert!(text_width("mm", 17.0, true) > text_width("mm", 17.0, false));
}

#[test]
fn strokes_lie_inside_their_rectangle() {
    let rect = Rect::new(10.0, 10.0, 60.0, 40.0);
    let stroke = Item::Stroke { rect, color: BLACK, radius: 8.0, width: 1.0 };
    let picture = Picture::of(vec![stroke]);
    assert_eq!(picture.ink(), Some(rect));
    assert_eq!(picture.at(40.0, 30.0), [255, 255, 255]);
}

#[test]
fn unknown_symbols_are_seen() {
    let rect = Rect::new(10.0, 10.0, 20.0, 20.0);
    let symbol = |name: &str| Item::Symbol { rect, name: name.into(), color: BLACK };
    assert!(Picture::of(vec![symbol("no.such.thing")]).ink().is_some());
    assert!(Picture::of(vec![symbol("gearshape")]).ink().is_some());
}

#[test]
fn bands_leave_no_seams() {
    let tall = |y: f64| Item::Fill {
        rect: Rect::new(10.0, y, 50.0, 90.0),
        color: Color(0, 0, 0, 128),
        radius: 12.0,
    };
    let picture = Picture::of(vec![tall(5.0)]);
    let column: Vec<_> = (20..80).map(|y| picture.at(30.0, f64::from(y))).collect();
    assert!(column.windows(2).all(|pair| pair[0] == pair[1]));
}

fn wild_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => -50.0..200.0,
        1 => prop::sample::select(vec![
            f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 1e9, -1e9, 0.0, -0.0,
            f64::MIN_POSITIVE, 16_384.0 / 3.0,
        ]),
    ]
}

fn wild_rect() -> impl Strategy<Value = Rect> {
    (wild_number(), wild_number(), wild_number(), wild_number())
        .prop_map(|(x, y, width, height)| Rect::new(x, y, width, height))
}

fn wild_item() -> impl Strategy<Value = Item> {
    let name = prop::sample::select(vec!["wifi", "gearshape", "battery", "no.such", ""]);
    let parts = (wild_rect(), wild_number(), wild_number(), any::<bool>(), any::<u8>());
    (0..10, parts, "\\PC{0,12}", name).prop_map(|(kind, parts, text, name)| {
        let (rect, number, other, flag, alpha) = parts;
        let color = Color(200, 100, 50, alpha);
        let align = [Align::Left, Align::Center, Align::Right][usize::from(alpha % 3)];
        match kind {
            0 => Item::Fill { rect, color, radius: number },
            1 => Item::Stroke { rect, color, radius: number, width: other },
            2 | 3 => {
                Item::Text { rect, text, size: number, color, align, bold: flag, wrap: kind == 3 }
            }
            4 => Item::Switch { rect, position: number, enabled: flag },
            5 => Item::Slider { rect, fraction: number, enabled: flag },
            6 => Item::Symbol { rect, name: name.to_owned(), color },
            7 => Item::Clip { rect },
            8 => Item::Alpha { opacity: if flag { 0.5 } else { number } },
            _ if flag => Item::EndClip,
            _ => Item::EndAlpha,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn no_scene_makes_it_fail(items in prop::collection::vec(wild_item(), 0..12)) {
        let mut compositor = Compositor::new();
        let scene = Scene { size: Size { width: 120.0, height: 100.0 }, scale: 3.0, items };
        let (width, height, pixels) = compositor.rgba(&scene);
        prop_assert_eq!(pixels.len(), width as usize * height as usize * 4);
        prop_assert!(pixels.chunks_exact(4).all(|pixel| pixel[3] == 255));
        prop_assert_eq!(compositor.rgba(&scene).2, pixels);
    }

    #[test]
    fn no_screen_size_makes_it_fail(width in wild_number(), height in -5.0..50.0, scale in wild_number()) {
        let scene = Scene { size: Size { width, height }, scale, items: vec![switch(1.0)] };
        let file = Compositor::new().png(&scene);
        prop_assert!(file.starts_with(b"\x89PNG"));
    }
}

/// How far a JPEG's pixels are from others, on average.
fn distance(file: &[u8], rgba: &[u8]) -> f64 {
    let pixels = zune_jpeg::JpegDecoder::new(std::io::Cursor::new(file)).decode().unwrap();
    assert_eq!(pixels.len() / 3, rgba.len() / 4);
    let pairs = pixels.chunks_exact(3).zip(rgba.chunks_exact(4));
    let far =
        pairs.flat_map(|(a, b)| (0..3).map(|at| u64::from(a[at].abs_diff(b[at])))).sum::<u64>();
    far as f64 / pixels.len() as f64
}

#[test]
fn a_frame_is_no_further_from_the_pixels_than_another_encoder_s() {
    let mut items = vec![fill(20.0, 20.0, 60.0, 40.0), switch(0.5)];
    items.extend((0_u8..8).map(|row| {
        text(Rect::new(5.0, 10.0 + 10.0 * f64::from(row), 90.0, 12.0), "Frames of text")
    }));
    let scene = scene(items);
    let mut compositor = Compositor::new();
    let (width, height, rgba) = compositor.rgba(&scene);
    assert!(
        !width.is_multiple_of(16) && !height.is_multiple_of(16),
        "the last units are filled up"
    );
    for quality in [10, 25, 90, 100] {
        let mut other = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut other, quality);
        encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
        encoder.encode(&rgba, width as u16, height as u16, jpeg_encoder::ColorType::Rgba).unwrap();
        let own = compositor.jpeg(&scene, quality, 1.0);
        let (ours, theirs) = (distance(&own, &rgba), distance(&other, &rgba));
        assert!(ours < theirs * 1.05 + 0.05, "quality {quality}: {ours} and {theirs}");
        assert!(own.len() < other.len() * 11 / 10, "{} and {} bytes", own.len(), other.len());
    }
}
