//! What lies over the screen: alerts of the app and of the system, permissions and banners.
//!
//! A permission is asked once for each app and service; afterwards its first answer holds.

use crate::apps::{AlertSpec, AlertStyle, ButtonSpec};
use crate::geometry::Rect;

use serde_json::Value;

use super::World;
use super::process::{Alert, Asked, OpenMenu};
use super::template::Params;
use super::time::Due;
use super::view::MenuEntry;

/// How long a banner stays.
pub(super) const BANNER_MS: u64 = 5_000;

/// A notification at the top of the screen.
#[derive(Clone, Debug)]
pub(crate) struct Banner {
    pub(crate) serial: u64,
    /// Name of the app it is from.
    pub(crate) app: String,
    pub(crate) bundle_id: String,
    pub(crate) title: String,
    pub(crate) text: String,
}

impl World {
    /// Shows a notification of an app for a while.
    pub(super) fn show_banner(&mut self, app: Option<usize>, title: String, text: String, ms: u64) {
        let spec = app.and_then(|app| self.apps.get(app)).map(|app| app.spec.clone());
        let serial = self.serial();
        self.banner = Some(Banner {
            serial,
            app: spec.as_ref().map_or_else(|| "Messages".to_owned(), |spec| spec.name.clone()),
            bundle_id: spec.map_or_else(String::new, |spec| spec.bundle_id.clone()),
            title,
            text,
        });
        self.schedule(ms, Due::BannerGone { serial });
        self.changed();
    }

    /// The banner was tapped: its app comes to the front.
    pub(super) fn open_banner(&mut self) {
        if let Some(banner) = self.banner.take() {
            self.open_app(&banner.bundle_id);
        }
    }

    /// Asks for a service once; a known answer is given without asking.
    pub(super) fn ask_for(&mut self, app: usize, service: &str, name: Option<&String>) -> bool {
        let key = (self.apps[app].spec.bundle_id.clone(), service.to_owned());
        let Some(answer) = self.permissions.get(&key).cloned() else { return false };
        if let Some(name) = name {
            self.apps[app].values.insert(name.clone(), Value::String(answer));
        }
        true
    }

    pub(super) fn open_menu(
        &mut self,
        app: usize,
        anchor: Rect,
        entries: std::sync::Arc<Vec<MenuEntry>>,
    ) {
        let serial = self.serial();
        if let Some(process) = self.process_mut(app) {
            process.menu = Some(OpenMenu { serial, anchor, entries });
        }
        self.changed();
    }

    /// Raises an alert of the app; the keyboard goes, as the alert takes the key window.
    pub(super) fn raise(&mut self, app: usize, spec: &AlertSpec, row: &Params) {
        let mut spec = spec.clone();
        spec.title = self.expand(app, &spec.title, row);
        spec.message = spec.message.map(|text| self.expand(app, &text, row));
        self.drop_focus(app);
        let (serial, since, row) = (self.serial(), self.now_ms, row.clone());
        if let Some(process) = self.process_mut(app) {
            process.alerts.push(Alert { serial, spec, since, row, asked: None });
        }
    }

    /// Raises an alert of the system, with stacked buttons when there are more than two.
    pub(super) fn ask(
        &mut self,
        title: String,
        message: Option<String>,
        buttons: &[String],
        asked: Option<Asked>,
    ) {
        let button = |label: &String| ButtonSpec {
            label: label.clone(),
            destructive: false,
            effects: Vec::new().into(),
        };
        let buttons = buttons.iter().map(button).collect();
        let spec = AlertSpec { title, message, style: AlertStyle::Alert, buttons };
        let (serial, since) = (self.serial(), self.now_ms);
        self.system_alerts.push_back(Alert { serial, spec, since, row: Params::new(), asked });
        self.changed();
    }

    pub(super) fn answer_own(&mut self, app: usize, button: usize) {
        let Some(alert) = self.process_mut(app).and_then(|process| process.alerts.pop()) else {
            return;
        };
        if let Some(pressed) = alert.spec.buttons.get(button) {
            self.run(app, &pressed.effects, &alert.row);
        }
    }

    pub(super) fn answer_system(&mut self, button: usize) {
        let Some(alert) = self.system_alerts.pop_front() else { return };
        self.changed();
        if let Some(next) = self.system_alerts.front_mut() {
            next.since = self.now_ms;
        }
        let (Some(pressed), Some(asked)) = (alert.spec.buttons.get(button), alert.asked) else {
            return;
        };
        if let (Some(name), Some(app)) = (asked.name, self.app_index(&asked.bundle_id)) {
            self.apps[app].values.insert(name, Value::String(pressed.label.clone()));
        }
        if let Some(service) = asked.service {
            self.permissions.insert((asked.bundle_id, service), pressed.label.clone());
        }
    }
}
