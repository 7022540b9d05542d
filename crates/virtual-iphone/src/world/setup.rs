//! What a phone is made of before it is switched on: the device, its apps and its seed.
//!
//! The same setup always gives the same world. Device numbers: `docs/wires/world.md`, "Device".

use crate::apps::{self, AppSpec};
use crate::geometry::Size;

/// The hardware and the system version.
#[derive(Clone, Debug, PartialEq)]
pub struct DeviceSpec {
    pub udid: String,
    pub name: String,
    pub model: String,
    pub os: String,
    /// Screen in points, portrait.
    pub size: Size,
    /// Pixels per point.
    pub scale: f64,
}

impl DeviceSpec {
    /// The built-in phone; the udid has a fixed shape and is derived from the number.
    pub fn numbered(number: u64) -> Self {
        let a = mix(number ^ 0x1BAD_F00D);
        let b = mix(a);
        Self {
            udid: format!(
                "{:08X}-{:04X}-{:04X}-{:04X}-{:012X}",
                a >> 32,
                (a >> 16) & 0xFFFF,
                a & 0xFFFF,
                b >> 48,
                b & 0xFFFF_FFFF_FFFF
            ),
            name: "Virtual iPhone".to_owned(),
            model: "iPhone".to_owned(),
            os: "26.1".to_owned(),
            size: Size { width: 402.0, height: 874.0 },
            scale: 3.0,
        }
    }
}

/// Everything a world starts from.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    pub seed: u64,
    pub device: DeviceSpec,
    pub apps: Vec<AppSpec>,
    /// Whether the caret of a focused text input blinks in the scene.
    pub caret: bool,
}

impl Setup {
    /// The built-in phone with the built-in apps.
    pub fn builtin(seed: u64) -> Self {
        Self { seed, device: DeviceSpec::numbered(seed), apps: apps::builtin(), caret: true }
    }
}

/// One step of splitmix64: a bijection that spreads neighbouring numbers.
pub(crate) fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
