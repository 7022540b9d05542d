//! [`PictureGateway`] in pure Rust: decodes a device's PNG, shrinks it, draws marks, encodes JPEG or PNG.
//!
//! Runs on one thread of its own: a phone's picture takes tens of milliseconds and ten megabytes,
//! which an allocator keeps for every thread that ever held one. A picture that stays
//! too large is first encoded at lower quality (JPEG), then made smaller, until it fits. Alpha is
//! dropped: pictures of screens are opaque. Invariant: what is returned decodes to its stated size
//! and is within both limits.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::Builder;

use async_trait::async_trait;
use bytes::Bytes;
use fast_image_resize::images::Image;
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};

use crate::domain::error::{DeviceError, ErrorCode};
use crate::domain::frame::Screenshot;
use crate::domain::geometry::PixelSize;
use crate::domain::mark::Markup;
use crate::domain::ports::{FittedPicture, PictureFormat, PictureGateway, PictureLimits};

mod canvas;
mod glyphs;
mod marks;
mod placing;

/// Tried in turn before the picture is made smaller; text stays readable down to the last one.
const JPEG_QUALITIES: [u8; 4] = [80, 65, 50, 35];
/// Factor by which a picture shrinks that is still too large.
const SHRINK: f64 = 0.8;
/// Most memory that decoding may take, in bytes: ten times the largest iPad screen.
const DECODE_LIMIT: usize = 256 * 1024 * 1024;
/// Side below which nothing is made smaller.
const SMALLEST_EDGE: u32 = 16;

type Job = Box<dyn FnOnce() + Send>;

/// Shrinks and encodes on the machine's own processor, one picture after the other.
pub struct PicturePress {
    jobs: Sender<Job>,
}

impl PicturePress {
    /// Starts the thread; it ends with the press.
    pub fn new() -> Self {
        let (jobs, waiting) = channel::<Job>();
        // A picture that breaks the encoder is that call's failure and nobody else's.
        let work = move || {
            for job in waiting {
                let _ = catch_unwind(AssertUnwindSafe(job));
            }
        };
        if let Err(error) = Builder::new().name("pictures".to_owned()).spawn(work) {
            tracing::error!(%error, "no thread for pictures");
        }
        Self { jobs }
    }
}

impl Default for PicturePress {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl PictureGateway for PicturePress {
    async fn fit_marked(
        &self,
        picture: &Screenshot,
        limits: PictureLimits,
        markup: &Markup,
    ) -> Result<FittedPicture, DeviceError> {
        let (png, markup) = (picture.png.clone(), markup.clone());
        let (done, fitted) = tokio::sync::oneshot::channel();
        let job = move || {
            // Nobody waits any more when the call was cancelled.
            let _ = done.send(fit(&png, limits, &markup));
        };
        let stopped = || unreadable("the encoder stopped");
        self.jobs.send(Box::new(job)).map_err(|_| stopped())?;
        fitted.await.map_err(|_| stopped())?
    }
}

/// Rows of red, green and blue.
struct Pixels {
    size: PixelSize,
    rgb: Vec<u8>,
}

fn unreadable(what: &str) -> DeviceError {
    DeviceError::new(ErrorCode::ScreenUnreadable, format!("the screenshot is unusable: {what}"))
        .with_hint("repeat take_screenshot; observe_screen reads the screen without a picture")
}

fn fit(png: &[u8], limits: PictureLimits, markup: &Markup) -> Result<FittedPicture, DeviceError> {
    let decoded = decode(png)?;
    let original = decoded.size;
    let mut long_edge = limits.long_edge.min(original.width.max(original.height));
    loop {
        let mut pixels = shrunk(&decoded, long_edge)?;
        marks::draw(&mut pixels, markup);
        if let Some(bytes) = encode(&pixels, limits)? {
            let (format, pixels) = (limits.format, pixels.size);
            return Ok(FittedPicture { bytes: Bytes::from(bytes), format, pixels, original });
        }
        long_edge = (f64::from(long_edge) * SHRINK) as u32;
        if long_edge < SMALLEST_EDGE {
            return Err(unreadable("it cannot be made small enough"));
        }
    }
}

fn decode(png: &[u8]) -> Result<Pixels, DeviceError> {
    if png.is_empty() {
        return Err(unreadable("it is empty"));
    }
    let broken = |error: png::DecodingError| unreadable("it is not a whole PNG").with_source(error);
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_limits(png::Limits { bytes: DECODE_LIMIT });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let size = reader.output_buffer_size().filter(|size| *size <= DECODE_LIMIT);
    let mut buffer = vec![0; size.ok_or_else(|| unreadable("it is too large"))?];
    let frame = reader.next_frame(&mut buffer).map_err(broken)?;
    buffer.truncate(frame.buffer_size());
    let size = PixelSize { width: frame.width, height: frame.height };
    Ok(Pixels { size, rgb: to_rgb(buffer, frame.color_type) })
}

/// Drops alpha where the pixels stand: a second copy of a phone's screen takes ten megabytes.
fn to_rgb(mut buffer: Vec<u8>, color: png::ColorType) -> Vec<u8> {
    let gray = |buffer: &[u8], step: usize| {
        buffer.iter().step_by(step).flat_map(|value| [*value; 3]).collect()
    };
    match color {
        png::ColorType::Rgb | png::ColorType::Indexed => buffer,
        png::ColorType::Rgba => {
            let pixels = buffer.len() / 4;
            for pixel in 0..pixels {
                buffer.copy_within(pixel * 4..pixel * 4 + 3, pixel * 3);
            }
            buffer.truncate(pixels * 3);
            buffer
        }
        png::ColorType::Grayscale => gray(&buffer, 1),
        png::ColorType::GrayscaleAlpha => gray(&buffer, 2),
    }
}

fn shrunk(pixels: &Pixels, long_edge: u32) -> Result<Pixels, DeviceError> {
    let PixelSize { width, height } = pixels.size;
    let scale = f64::from(long_edge) / f64::from(width.max(height));
    let side = |length: u32| ((f64::from(length) * scale).round() as u32).max(1);
    let size = PixelSize { width: side(width), height: side(height) };
    if size == pixels.size {
        return Ok(Pixels { size, rgb: pixels.rgb.clone() });
    }
    let source =
        fast_image_resize::images::ImageRef::new(width, height, &pixels.rgb, PixelType::U8x3)
            .map_err(|error| unreadable("its size is not that of its pixels").with_source(error))?;
    let mut image = Image::new(size.width, size.height, PixelType::U8x3);
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Convolution(FilterType::Bilinear))
        .use_alpha(false);
    Resizer::new()
        .resize(&source, &mut image, &options)
        .map_err(|error| unreadable("it could not be shrunk").with_source(error))?;
    Ok(Pixels { size, rgb: image.into_vec() })
}

/// The picture in the wanted format, or `None` when it does not fit at this size.
fn encode(pixels: &Pixels, limits: PictureLimits) -> Result<Option<Vec<u8>>, DeviceError> {
    match limits.format {
        PictureFormat::Png => Ok(Some(to_png(pixels)?).filter(|png| png.len() <= limits.bytes)),
        PictureFormat::Jpeg => {
            for quality in JPEG_QUALITIES {
                let jpeg = to_jpeg(pixels, quality)?;
                if jpeg.len() <= limits.bytes {
                    return Ok(Some(jpeg));
                }
            }
            Ok(None)
        }
    }
}

fn to_jpeg(pixels: &Pixels, quality: u8) -> Result<Vec<u8>, DeviceError> {
    let side = |length: u32| {
        u16::try_from(length).map_err(|error| unreadable("it is too large").with_source(error))
    };
    let (width, height) = (side(pixels.size.width)?, side(pixels.size.height)?);
    let mut jpeg = Vec::new();
    jpeg_encoder::Encoder::new(&mut jpeg, quality)
        .encode(&pixels.rgb, width, height, jpeg_encoder::ColorType::Rgb)
        .map_err(|error| unreadable("it could not be encoded").with_source(error))?;
    Ok(jpeg)
}

fn to_png(pixels: &Pixels) -> Result<Vec<u8>, DeviceError> {
    let failed =
        |error: png::EncodingError| unreadable("it could not be encoded").with_source(error);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.size.width, pixels.size.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels.rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: PictureLimits =
        PictureLimits { format: PictureFormat::Jpeg, long_edge: 1568, bytes: 749_997 };

    fn noise(width: u32, height: u32) -> Vec<u8> {
        let mut state = 7_u32;
        let next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        let rgb = std::iter::repeat_with(next).take((width * height * 3) as usize).collect();
        to_png(&Pixels { size: PixelSize { width, height }, rgb }).unwrap()
    }

    #[test]
    fn a_picture_of_noise_fits_a_tight_client_and_keeps_its_shape() {
        let png = noise(1320, 2868);
        for format in [PictureFormat::Jpeg, PictureFormat::Png] {
            let limits = PictureLimits { format, ..LIMITS };
            let fitted = fit(&png, limits, &Markup::default()).unwrap();
            assert!(fitted.bytes.len() <= LIMITS.bytes, "{}", fitted.bytes.len());
            assert_eq!(fitted.original, PixelSize { width: 1320, height: 2868 });
            let PixelSize { width, height } = fitted.pixels;
            assert!(height <= 1568, "{height}");
            let ratio = f64::from(width) / f64::from(height);
            assert!((ratio - 1320.0 / 2868.0).abs() < 0.01, "{width}x{height}");
        }
    }

    #[test]
    fn a_small_picture_is_not_blown_up() {
        let size = PixelSize { width: 40, height: 80 };
        let png = to_png(&Pixels { size, rgb: vec![200; 40 * 80 * 3] }).unwrap();
        let limits = PictureLimits { format: PictureFormat::Png, ..LIMITS };
        let fitted = fit(&png, limits, &Markup::default()).unwrap();
        assert_eq!(fitted.pixels, size);
        assert_eq!(decode(&fitted.bytes).unwrap().rgb, vec![200; 40 * 80 * 3]);
    }

    #[test]
    fn an_empty_or_broken_picture_is_an_error_and_no_image() {
        let whole = noise(40, 80);
        for broken in [&[][..], b"not a picture", &whole[..whole.len() / 2]] {
            let error = fit(broken, LIMITS, &Markup::default()).unwrap_err();
            assert_eq!(error.code(), ErrorCode::ScreenUnreadable);
        }
    }
}
