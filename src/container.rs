//! Puts the product together; the only file that names adapters.
//!
//! Nothing is connected or started while it is built, so a server answers its first message at
//! once; phones are started and runners are asked when a call needs them.

use std::sync::Arc;

use crate::application::resolver::DeviceResolver;
use crate::application::session::SessionPool;
use crate::application::ui_service::UiService;
use crate::domain::error::DeviceError;
use crate::domain::ports::{DeviceFamily, PictureGateway};
use crate::domain::tree::TreeParser;
use crate::infrastructure::dump::AnyDump;
use crate::infrastructure::picture::PicturePress;

/// Which devices there are to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Addresses of runners that somebody else started, e.g. `http://127.0.0.1:8100`.
    pub runners: Vec<String>,
}

/// The product, put together.
pub struct Container {
    ui: Arc<UiService>,
    pictures: Arc<dyn PictureGateway>,
}

impl Container {
    /// # Errors
    /// `INVALID_ARGUMENT` for an address that is none.
    pub fn new(_config: &Config) -> Result<Self, DeviceError> {
        let families: Vec<DeviceFamily> = Vec::new();
        let resolver = DeviceResolver::new(families);
        let pool = SessionPool::new(resolver.clone());
        let ui = Arc::new(UiService::new(resolver, pool));
        Ok(Self { ui, pictures: Arc::new(PicturePress) })
    }

    /// Use cases on the screens of devices.
    pub fn ui(&self) -> &Arc<UiService> {
        &self.ui
    }

    /// What the tools work with.
    #[cfg(feature = "mcp")]
    pub fn services(&self) -> crate::mcp::tools::Services {
        crate::mcp::tools::Services {
            ui: Arc::clone(&self.ui),
            pictures: Arc::clone(&self.pictures),
        }
    }
}

/// The parser for screen dumps of unknown origin.
pub fn dump_parser() -> Arc<dyn TreeParser> {
    Arc::new(AnyDump)
}
