//! Reduces a picture of the screen to one hash per cell of 12 points.
//!
//! Rows are decoded one at a time, so a picture costs one row of memory beside its bytes. Pixels of
//! equal cells are equal bytes: WDA is asked for lossless captures (`settings.rs`). Scale is measured
//! per axis; a picture of another orientation or aspect than the screen is an error, not a grid.

use std::io::Cursor;

use png::{Decoder, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::domain::frame::CELL_POINTS;
use crate::domain::geometry::{PixelSize, Size};

/// How much the two scales may differ before picture and screen are of different shapes.
const SCALE_SLACK: f64 = 0.02;
/// Memory that decoding may take, in bytes; a hostile header may announce any size.
const DECODE_LIMIT: usize = 256 * 1024 * 1024;
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
const FACTOR: u64 = 0xFF51_AFD7_ED55_8CCD;

/// Hashes of a picture's cells, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub columns: u32,
    pub cells: Vec<u64>,
}

/// Why a picture is no evidence.
#[derive(Debug, thiserror::Error)]
pub(super) enum GridError {
    #[error("the picture is damaged: {0}")]
    Damaged(#[from] png::DecodingError),
    #[error("the picture is damaged: {0}")]
    Jpeg(String),
    #[error("the picture ends before its last row")]
    Short,
    #[error("the picture is interlaced")]
    Interlaced,
    #[error("the picture is {0} x {1} px and the screen {2} x {3} pt")]
    Shape(u32, u32, f64, f64),
}

/// Width and height of a whole PNG, from its first and last bytes.
pub(super) fn dimensions(bytes: &[u8]) -> Option<PixelSize> {
    const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
    let number = |at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
    };
    let is_whole = bytes.starts_with(SIGNATURE)
        && bytes.get(12..16) == Some(b"IHDR")
        && bytes.len() > 12
        && bytes.get(bytes.len() - 8..bytes.len() - 4) == Some(b"IEND");
    let size = PixelSize { width: number(16)?, height: number(20)? };
    (is_whole && size.width > 0 && size.height > 0).then_some(size)
}

/// The grid of a picture of a screen of `size` points.
pub(super) fn of(bytes: &[u8], size: Size) -> Result<Grid, GridError> {
    let mut decoder =
        Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: DECODE_LIMIT });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    if reader.info().interlaced {
        return Err(GridError::Interlaced);
    }
    let (width, height) = (reader.info().width, reader.info().height);
    let scale = scale(width, height, size)?;
    let mut grid = Hasher::new(size, scale, width, reader.output_color_type().0.samples());
    for y in 0..height {
        let row = reader.next_row()?.ok_or(GridError::Short)?;
        grid.row(y, row.data());
    }
    Ok(grid.finish())
}

/// The grid of a JPEG of a screen of `size` points.
pub(super) fn of_jpeg(bytes: &[u8], size: Size) -> Result<Grid, GridError> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let pixels = decoder.decode().map_err(|error| GridError::Jpeg(error.to_string()))?;
    let (width, height) = decoder.dimensions().ok_or(GridError::Short)?;
    let (width, height) = (width as u32, height as u32);
    let scale = scale(width, height, size)?;
    let mut grid = Hasher::new(size, scale, width, 3);
    for (y, row) in pixels.chunks_exact(width.max(1) as usize * 3).enumerate() {
        grid.row(y as u32, row);
    }
    Ok(grid.finish())
}

/// Pixels per point across and down.
fn scale(width: u32, height: u32, size: Size) -> Result<(f64, f64), GridError> {
    let (across, down) = (f64::from(width) / size.width, f64::from(height) / size.height);
    let agree = (across / down - 1.0).abs() <= SCALE_SLACK;
    if agree && across > 0.0 && across.is_finite() {
        Ok((across, down))
    } else {
        Err(GridError::Shape(width, height, size.width, size.height))
    }
}

struct Hasher {
    /// First byte of each column, and the end of the last.
    edges: Vec<usize>,
    down: f64,
    rows: usize,
    cells: Vec<u64>,
}

impl Hasher {
    fn new(size: Size, scale: (f64, f64), width: u32, samples: usize) -> Self {
        let columns = (size.width / CELL_POINTS).ceil() as usize;
        let rows = (size.height / CELL_POINTS).ceil() as usize;
        let edge = |column: usize| {
            let pixel = (column as f64 * CELL_POINTS * scale.0).round() as usize;
            pixel.min(width as usize) * samples
        };
        let edges = (0..=columns).map(edge).collect();
        Self { edges, down: scale.1, rows, cells: vec![SEED; columns * rows] }
    }

    fn row(&mut self, y: u32, data: &[u8]) {
        let row = (f64::from(y) / (CELL_POINTS * self.down)) as usize;
        let columns = self.edges.len() - 1;
        let start = row.min(self.rows.saturating_sub(1)) * columns;
        let cells = self.cells.iter_mut().skip(start);
        for (cell, edge) in cells.zip(self.edges.windows(2)) {
            if let Some(bytes) = data.get(edge[0]..edge[1]) {
                *cell = mixed(*cell, bytes);
            }
        }
    }

    fn finish(self) -> Grid {
        Grid { columns: (self.edges.len() - 1) as u32, cells: self.cells }
    }
}

/// The hash of a cell with one more stretch of its pixels.
fn mixed(hash: u64, bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = hash;
    for word in words {
        hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR).rotate_left(29);
    }
    for byte in rest {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(FACTOR).rotate_left(29);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A white picture of `width` x `height` pixels with one black pixel at `dot`.
    fn picture(width: u32, height: u32, dot: Option<(u32, u32)>) -> Vec<u8> {
        let mut pixels = vec![255_u8; (width * height * 3) as usize];
        if let Some((x, y)) = dot {
            pixels[((y * width + x) * 3) as usize] = 0;
        }
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&pixels).unwrap();
        writer.finish().unwrap();
        bytes
    }

    const SCREEN: Size = Size::new(30.0, 40.0);

    #[test]
    fn one_changed_pixel_changes_exactly_its_cell() {
        let blank = of(&picture(90, 120, None), SCREEN).unwrap();
        assert_eq!((blank.columns, blank.cells.len()), (3, 12));
        for (dot, cell) in
            [((0, 0), 0), ((35, 35), 0), ((36, 35), 1), ((89, 36), 5), ((89, 119), 11)]
        {
            let marked = of(&picture(90, 120, Some(dot)), SCREEN).unwrap();
            let differ = (0..12).filter(|&i| marked.cells[i] != blank.cells[i]);
            assert_eq!(differ.collect::<Vec<_>>(), [cell], "{dot:?}");
        }
    }

    #[test]
    fn a_picture_of_another_shape_is_no_evidence() {
        let error = of(&picture(120, 90, None), SCREEN).unwrap_err();
        assert!(matches!(error, GridError::Shape(120, 90, ..)));
        assert!(of(&picture(90, 120, None), Size::new(0.0, f64::NAN)).is_err());
    }

    #[test]
    fn a_damaged_picture_is_an_error() {
        let whole = picture(90, 120, None);
        assert_eq!(dimensions(&whole), Some(PixelSize { width: 90, height: 120 }));
        for bytes in [&whole[..whole.len() / 2], &whole[..20], b"", b"JFIF"] {
            assert_eq!(dimensions(bytes), None);
            assert!(of(bytes, SCREEN).is_err());
        }
    }
}
