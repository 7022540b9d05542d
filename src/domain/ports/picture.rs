//! Port: making a picture small enough for whoever looks at it.

use async_trait::async_trait;
use bytes::Bytes;

use crate::domain::error::DeviceError;
use crate::domain::frame::Screenshot;
use crate::domain::geometry::PixelSize;
use crate::domain::mark::Markup;

/// How a picture is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureFormat {
    #[default]
    Jpeg,
    Png,
}

impl PictureFormat {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Jpeg => "jpeg",
            Self::Png => "png",
        }
    }

    pub const fn mime(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
        }
    }
}

/// What a receiver can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureLimits {
    pub format: PictureFormat,
    /// Longest side in pixels.
    pub long_edge: u32,
    /// Encoded size in bytes.
    pub bytes: usize,
}

/// A picture within its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedPicture {
    pub bytes: Bytes,
    pub format: PictureFormat,
    /// Size as sent.
    pub pixels: PixelSize,
    /// Size as the device gave it.
    pub original: PixelSize,
}

/// Shrinks and encodes pictures of a screen.
#[cfg_attr(test, mockall::automock)]
#[async_trait]
pub trait PictureGateway: Send + Sync {
    /// The picture within `limits`: shrunk in proportion, then encoded at a quality that fits.
    ///
    /// # Errors
    /// `SCREEN_UNREADABLE` for a picture that is empty, cut short or not a picture.
    async fn fit(
        &self,
        picture: &Screenshot,
        limits: PictureLimits,
    ) -> Result<FittedPicture, DeviceError> {
        self.fit_marked(picture, limits, &Markup::default()).await
    }

    /// The same with marks drawn over it and masks filled in, sharp at the size that is sent.
    ///
    /// # Errors
    /// As [`PictureGateway::fit`].
    async fn fit_marked(
        &self,
        picture: &Screenshot,
        limits: PictureLimits,
        markup: &Markup,
    ) -> Result<FittedPicture, DeviceError>;
}
