//! Apps coming and going: launch, activate, terminate, home, lock, rotation and links.

use serde_json::Value;

use crate::apps::{AlertStyle, AppSpec};
use crate::geometry::Rect;
use crate::input::Wire;

use super::fault::Misbehaviour;
use super::layout::{home, plan};
use super::process::{Keyboard, Process, Screen};
use super::time::Move;
use super::{Logged, Refused, SPRINGBOARD, World};

/// Length of the zoom from and to an icon.
const ZOOM_MS: u64 = 350;

/// How long the first tree takes at most once SpringBoard was activated.
const SPRINGBOARD_STALL_MS: u64 = 5_000;

impl World {
    /// Brings an app to the front; with `relaunch` its old process ends first.
    ///
    /// # Errors
    /// `NotInstalled`, and `Locked` while the phone is locked.
    pub fn launch(&mut self, wire: Wire, bundle_id: &str, relaunch: bool) -> Result<(), Refused> {
        self.come_to_front(wire, "launch", bundle_id, relaunch)
    }

    /// Brings an app to the front as it was left; starts it when it does not run.
    ///
    /// # Errors
    /// `NotInstalled`, and `Locked` while the phone is locked.
    pub fn activate(&mut self, wire: Wire, bundle_id: &str) -> Result<(), Refused> {
        self.come_to_front(wire, "activate", bundle_id, false)
    }

    /// Ends an app's process; false when it was not running.
    pub fn terminate(&mut self, wire: Wire, bundle_id: &str) -> bool {
        self.log(wire, "terminate", Logged::app(bundle_id));
        let Some(app) = self.app_index(bundle_id) else { return false };
        if self.apps[app].process.is_none() {
            return false;
        }
        self.end_process(app);
        true
    }

    /// An app's process ends; the home screen is in front if the app was.
    pub(super) fn end_process(&mut self, app: usize) {
        if self.front == Some(app) {
            self.front = None;
            self.transition = None;
        }
        self.apps[app].process = None;
        self.changed();
    }

    /// Presses a hardware button: `home`, `lock`, `volumeup` or `volumedown`.
    ///
    /// # Errors
    /// `Unsupported` for any other name.
    pub fn press_button(&mut self, wire: Wire, name: &str) -> Result<(), Refused> {
        let name = name.to_lowercase();
        if !matches!(name.as_str(), "home" | "lock" | "volumeup" | "volumedown") {
            return Err(Refused::Unsupported(name));
        }
        self.log(wire, "button", Logged::text(&name));
        match name.as_str() {
            "home" => self.go_home(),
            "lock" => self.set_locked(!self.locked),
            _ => {}
        }
        Ok(())
    }

    /// Locks or unlocks; the app in front stays where it was.
    pub fn set_locked(&mut self, locked: bool) {
        if self.locked != locked {
            self.locked = locked;
            self.transition = None;
            self.changed();
        }
    }

    pub fn orientation(&self) -> &'static str {
        if self.is_turned() && self.orientation == "PORTRAIT" {
            "LANDSCAPE"
        } else {
            self.orientation
        }
    }

    /// Turns the phone. Names are those of WDA.
    ///
    /// # Errors
    /// `Unsupported` when what is in front does not turn that way.
    pub fn set_orientation(&mut self, orientation: &str) -> Result<(), Refused> {
        const NAMES: [&str; 3] = ["PORTRAIT", "LANDSCAPE", "UIA_DEVICE_ORIENTATION_LANDSCAPERIGHT"];
        let found = NAMES.into_iter().find(|name| *name == orientation);
        let turns = self.front.is_some_and(|app| self.apps[app].spec.landscape) && !self.locked;
        match found {
            Some(name) if turns || name == "PORTRAIT" => {
                self.orientation = name;
                self.transition = None;
                self.changed();
                Ok(())
            }
            _ => Err(Refused::Unsupported(orientation.to_owned())),
        }
    }

    /// Opens a link. On iOS 26 settings links report success and do nothing.
    ///
    /// # Errors
    /// `Unsupported` when no app knows the scheme; `Locked` while the phone is locked.
    pub fn open_url(&mut self, wire: Wire, url: &str) -> Result<(), Refused> {
        let scheme = url.split(':').next().unwrap_or_default().to_lowercase();
        let knows = |schemes: &[String]| schemes.iter().any(|s| s.eq_ignore_ascii_case(&scheme));
        let opens = self.apps.iter().position(|app| knows(&app.spec.schemes));
        let inert = self.apps.iter().any(|app| knows(&app.spec.inert_schemes));
        let web = matches!(scheme.as_str(), "http" | "https");
        if opens.is_none() && !inert && !web {
            return Err(Refused::Unsupported(url.to_owned()));
        }
        if self.locked {
            return Err(Refused::Locked);
        }
        self.log(wire, "open_url", Logged::text(url));
        let is = |wanted: Misbehaviour| move |what: &Misbehaviour| (*what == wanted).then_some(());
        if self.faults.take(is(Misbehaviour::DeadLink)).is_some() {
            return Ok(());
        }
        let asks = self.faults.take(is(Misbehaviour::LinkSheet)).is_some();
        if let Some(app) = opens.filter(|_| !asks) {
            self.bring(app, false);
        } else if web || asks {
            let buttons = ["Cancel".to_owned(), "Open".to_owned()];
            self.ask(
                "Open this page in “Safari”?".to_owned(),
                Some(url.to_owned()),
                &buttons,
                None,
            );
        }
        Ok(())
    }

    /// Presses a button of the open alert by its label.
    ///
    /// # Errors
    /// `NoAlert`, or `NoSuchButton` with the label that was asked for.
    pub fn answer_alert(&mut self, wire: Wire, button: &str) -> Result<(), Refused> {
        let alert = self.alert().ok_or(Refused::NoAlert)?;
        let at = alert.buttons.iter().position(|label| label == button);
        let at = at.ok_or_else(|| Refused::NoSuchButton(button.to_owned()))?;
        let mut entry = Logged::app(&alert.owner);
        entry.text = Some(button.to_owned());
        self.log(wire, "alert", entry);
        match self.front {
            _ if alert.owner == SPRINGBOARD => self.answer_system(at),
            Some(app) => self.answer_own(app, at),
            None => {}
        }
        Ok(())
    }

    fn come_to_front(
        &mut self,
        wire: Wire,
        kind: &'static str,
        bundle_id: &str,
        relaunch: bool,
    ) -> Result<(), Refused> {
        let app = self.app_index(bundle_id);
        if app.is_none() && bundle_id != SPRINGBOARD {
            return Err(Refused::NotInstalled(bundle_id.to_owned()));
        }
        if self.locked {
            return Err(Refused::Locked);
        }
        self.log(wire, kind, Logged::app(bundle_id));
        if let Some(app) = app {
            self.bring(app, relaunch);
        } else {
            self.go_home();
            self.stalled_until = self.stalled_until.min(self.now_ms + SPRINGBOARD_STALL_MS);
        }
        Ok(())
    }

    /// Opens an app by its icon.
    pub(super) fn open_app(&mut self, bundle_id: &str) {
        if let Some(app) = self.app_index(bundle_id) {
            self.bring(app, false);
        }
    }

    fn bring(&mut self, app: usize, relaunch: bool) {
        let fresh = relaunch || self.apps[app].process.is_none();
        if fresh {
            self.start(app);
        }
        if self.front == Some(app) && !fresh {
            return;
        }
        let icon = self.icon(app);
        self.front = Some(app);
        self.begin(Move::Open { icon }, ZOOM_MS);
    }

    /// A new process with fresh screens; the app's values stay, search fields are empty.
    fn start(&mut self, app: usize) {
        let pid = self.next_pid;
        self.next_pid += 1;
        let serial = self.serial();
        let spec = self.apps[app].spec.clone();
        let names = self.apps[app].first_screens();
        let tabs =
            names.iter().map(|name| vec![Screen::new(self.serial(), name, Vec::new())]).collect();
        self.forget_searches(app, &spec);
        self.apps[app].process = Some(Process {
            pid,
            serial,
            tabs,
            tab: 0,
            alerts: Vec::new(),
            keyboard: Keyboard::default(),
            switches: Vec::new(),
            return_label: String::new(),
            menu: None,
            opened: None,
            refreshing: 0,
            parked: false,
        });
        let first = names.first().and_then(|name| spec.screens.get(name));
        if let Some(screen) = first {
            self.run(app, &screen.appear, &Vec::new());
        }
    }

    fn forget_searches(&mut self, app: usize, spec: &AppSpec) {
        for search in spec.screens.values().filter_map(|screen| screen.search.as_ref()) {
            let empty = || Value::String(String::new());
            self.apps[app].values.insert(search.bind.clone(), empty());
            self.apps[app].values.insert(plan::applied(&search.bind), empty());
        }
    }

    pub(super) fn go_home(&mut self) {
        let Some(app) = self.front.take() else { return };
        let sheet = |alert: &super::Alert| alert.spec.style == AlertStyle::Sheet;
        if let Some(process) = self.process_mut(app) {
            // An action sheet does not outlive the app's stay in front; an alert does.
            process.alerts.retain(|alert| !sheet(alert));
        }
        self.left_app();
        let icon = self.icon(app);
        self.begin(Move::Close { icon, app }, ZOOM_MS);
    }

    fn icon(&self, app: usize) -> Rect {
        let size = self.setup.device.size;
        let bounds = Rect::new(0.0, 0.0, size.width, size.height);
        let bundle_id = &self.apps[app].spec.bundle_id;
        home::icon_frame(bounds, &self.apps, bundle_id).unwrap_or(bounds)
    }
}
