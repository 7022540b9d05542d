//! The phone itself: views, apps, time and the journal of what was done to it.
//!
//! The world is pure and synchronous and never reads a clock: time is pushed into it. A touch is
//! routed by hit-testing the views of the world's instant, never by looking at a tree that was
//! served. Behaviours and where they are known from: `docs/wires/world.md`.

mod effect;
mod fault;
mod film;
mod frame;
mod layout;
mod lifecycle;
mod menus;
mod notice;
mod paint;
mod process;
mod project;
mod report;
mod scroll;
mod setup;
mod snapshot;
mod template;
mod time;
mod touch;
mod types;
mod typing;
mod view;
mod wheel;

use std::collections::{BTreeMap, VecDeque};

use crate::ax::AppTree;
use crate::geometry::{Point, Rect};
use crate::input::{JournalEntry, JournalView, Wire};
use crate::scene::Scene;

use layout::Site;
use layout::home::{self, Board};
use process::{Alert, App, Process};
use time::{Due, Timer, Transition};
use view::{Hit, View};

pub use fault::{Misbehaviour, WorldFault};
pub(crate) use film::Shot;
pub use report::{AlertInfo, AppStatus, Refused, StatusBar};
pub use setup::{DeviceSpec, Setup};

/// Bundle id of the home screen.
pub const SPRINGBOARD: &str = "com.apple.springboard";
/// Process id of the home screen.
const SPRINGBOARD_PID: u32 = 58;

/// One scripted phone.
#[derive(Debug)]
pub struct World {
    setup: Setup,
    now_ms: u64,
    apps: Vec<App>,
    /// The app in front; none at the home screen.
    front: Option<usize>,
    next_serial: u64,
    next_pid: u32,
    system_alerts: VecDeque<Alert>,
    transition: Option<Transition>,
    timers: Vec<Timer>,
    faults: fault::Faults,
    film: film::Film,
    revision: u64,
    journal: Vec<JournalEntry>,
    locked: bool,
    orientation: &'static str,
    pasteboard: String,
    banner: Option<notice::Banner>,
    /// Answers to permissions, by app and service.
    permissions: BTreeMap<(String, String), String>,
    status_bar: StatusBar,
    /// Until when the next tree is not to be had.
    stalled_until: u64,
    /// A tree and a picture that outlive their moment.
    stale_tree: Option<(u64, AppTree)>,
    frozen_scene: Option<(u64, Scene)>,
    /// The text input whose whole text is selected.
    selected: Option<u64>,
}

impl World {
    /// A phone at its home screen, at time zero.
    pub fn new(setup: Setup) -> Self {
        Self {
            apps: setup.apps.iter().cloned().map(App::installed).collect(),
            setup,
            now_ms: 0,
            front: None,
            next_serial: home::SERIAL + 1,
            next_pid: 301,
            system_alerts: VecDeque::new(),
            transition: None,
            timers: Vec::new(),
            faults: fault::Faults::default(),
            film: film::Film::default(),
            revision: 1,
            journal: Vec::new(),
            locked: false,
            orientation: "PORTRAIT",
            pasteboard: String::new(),
            banner: None,
            permissions: BTreeMap::new(),
            status_bar: StatusBar::default(),
            stalled_until: 0,
            stale_tree: None,
            frozen_scene: None,
            selected: None,
        }
    }

    /// As new, with the same seed; the journal is empty and time begins again.
    pub fn reset(&mut self) {
        *self = Self::new(self.setup.clone());
    }

    pub fn device(&self) -> &DeviceSpec {
        &self.setup.device
    }

    /// Milliseconds since the phone was switched on.
    pub fn now_ms(&self) -> u64 {
        self.now_ms
    }

    /// Bundle id of what is in front: SpringBoard at home and while locked.
    pub fn frontmost(&self) -> &str {
        match self.front {
            Some(app) if !self.locked => &self.apps[app].spec.bundle_id,
            _ => SPRINGBOARD,
        }
    }

    /// Every installed app, SpringBoard first.
    pub fn apps(&self) -> Vec<AppStatus> {
        let springboard = AppStatus {
            bundle_id: SPRINGBOARD.to_owned(),
            name: "SpringBoard".to_owned(),
            pid: Some(SPRINGBOARD_PID),
            state: if self.frontmost() == SPRINGBOARD { 4 } else { 3 },
        };
        let app = |(i, app): (usize, &App)| AppStatus {
            bundle_id: app.spec.bundle_id.clone(),
            name: app.spec.name.clone(),
            pid: app.process.as_ref().map(|process| process.pid),
            state: match &app.process {
                None => 1,
                Some(_) if self.front == Some(i) && !self.locked => 4,
                Some(_) => 3,
            },
        };
        std::iter::once(springboard).chain(self.apps.iter().enumerate().map(app)).collect()
    }

    /// The accessibility projection of a running app at this instant.
    pub fn tree(&self, bundle_id: &str) -> Option<AppTree> {
        let kept = self.stale_tree.as_ref().filter(|(until, _)| self.now_ms < *until);
        if let Some((_, tree)) = kept.filter(|(_, tree)| tree.bundle_id == bundle_id) {
            return Some(tree.clone());
        }
        let mut tree = self.tree_at(bundle_id, self.now_ms)?;
        let later = self.faults.tear_ms().and_then(|ms| self.tree_at(bundle_id, self.now_ms + ms));
        self.faults.bend(&mut tree.root, later.map(|later| later.root).as_ref());
        Some(tree)
    }

    /// The projection with everything that moves where it is at that time.
    fn tree_at(&self, bundle_id: &str, now: u64) -> Option<AppTree> {
        let bounds = self.bounds();
        if bundle_id == SPRINGBOARD {
            let windows = home::windows(&self.board());
            let bounds = self.board().bounds;
            let root =
                project::application(process::id(home::SERIAL, 15, 0), " ", bounds, &windows, None);
            return Some(AppTree { pid: SPRINGBOARD_PID, bundle_id: SPRINGBOARD.to_owned(), root });
        }
        let app = self.apps.iter().position(|app| app.spec.bundle_id == bundle_id)?;
        let site = Site { now, ..self.site(app)? };
        let windows = layout::chrome::windows(&site);
        let id = process::id(site.process.serial, 15, 0);
        let focus = site.process.keyboard.focus;
        let root = project::application(id, &site.app.spec.name, bounds, &windows, focus);
        Some(AppTree { pid: site.process.pid, bundle_id: bundle_id.to_owned(), root })
    }

    /// The alert that is open: the system's, else the front app's.
    pub fn alert(&self) -> Option<AlertInfo> {
        let (owner, alert) = match self.system_alerts.front() {
            Some(alert) => (SPRINGBOARD, alert),
            None => (self.frontmost(), self.front_process()?.alerts.last()?),
        };
        let message = alert.spec.message.iter();
        let texts = std::iter::once(&alert.spec.title).chain(message).cloned();
        Some(AlertInfo {
            owner: owner.to_owned(),
            kind: match alert.spec.style {
                crate::apps::AlertStyle::Alert => "Alert",
                crate::apps::AlertStyle::Sheet => "Sheet",
            },
            texts: texts.filter(|text| !text.is_empty()).collect(),
            buttons: alert.spec.buttons.iter().map(|button| button.label.clone()).collect(),
        })
    }

    /// A number that changes whenever the picture does.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The view that has the keyboard.
    pub fn focused(&self) -> Option<u64> {
        if self.locked { None } else { self.front_process()?.keyboard.focus }
    }

    pub fn locked(&self) -> bool {
        self.locked
    }

    pub fn pasteboard(&self) -> &str {
        &self.pasteboard
    }

    pub fn set_pasteboard(&mut self, text: &str) {
        text.clone_into(&mut self.pasteboard);
    }

    /// Shows something else in the status bar than the truth.
    pub fn override_status_bar(&mut self, shown: StatusBar) {
        self.status_bar = shown;
        self.changed();
    }

    /// Every input that was applied, in order.
    pub fn journal(&self) -> &[JournalEntry] {
        &self.journal
    }

    /// Arms a fault.
    ///
    /// # Errors
    /// What is wrong with the fault's numbers.
    pub fn inject(&mut self, mut fault: WorldFault) -> Result<(), String> {
        if let Some(ms) = fault.in_ms.take().filter(|ms| *ms > 0) {
            self.schedule(ms, Due::Fault(fault));
            return Ok(());
        }
        self.changed();
        match (&fault.what, fault.after) {
            (Misbehaviour::PermissionAlert { title, message, buttons }, 0) => {
                self.ask(title.clone(), message.clone(), buttons, None);
            }
            (Misbehaviour::Banner { title, text, ms }, 0) => {
                self.show_banner(None, title.clone(), text.clone(), *ms);
            }
            _ => return self.faults.arm(fault, self.setup.seed, self.now_ms),
        }
        Ok(())
    }

    /// Whether what is in front is shown in landscape.
    fn is_turned(&self) -> bool {
        let Some(app) = self.front.filter(|_| !self.locked) else { return false };
        let spec = &self.apps[app].spec;
        spec.landscape_only || (spec.landscape && self.orientation.contains("LANDSCAPE"))
    }

    /// The screen in its current orientation.
    fn bounds(&self) -> Rect {
        let size = self.setup.device.size;
        if self.is_turned() {
            Rect::new(0.0, 0.0, size.height, size.width)
        } else {
            Rect::new(0.0, 0.0, size.width, size.height)
        }
    }

    fn site(&self, app: usize) -> Option<Site<'_>> {
        let app = self.apps.get(app)?;
        let process = app.process.as_ref()?;
        let is = |wanted: Misbehaviour| self.faults.has(|what| (*what == wanted).then_some(()));
        let (ticker, spinner) =
            (is(Misbehaviour::Ticker).is_some(), is(Misbehaviour::Spinner).is_some());
        Some(Site { bounds: self.bounds(), now: self.now_ms, ticker, spinner, app, process })
    }

    fn front_site(&self) -> Option<Site<'_>> {
        self.site(self.front?)
    }

    fn front_process(&self) -> Option<&Process> {
        self.apps.get(self.front?)?.process.as_ref()
    }

    fn process_mut(&mut self, app: usize) -> Option<&mut Process> {
        self.apps.get_mut(app)?.process.as_mut()
    }

    fn board(&self) -> Board<'_> {
        Board {
            bounds: self.bounds(),
            apps: &self.apps,
            at_home: self.front.is_none(),
            locked: self.locked,
            alert: self.system_alerts.front(),
            clock_minutes: self.now_ms / 60_000,
            dark: self.is_dark(),
            banner: self.banner.as_ref(),
            status: &self.status_bar,
        }
    }

    /// Windows that can take touches now with the bundle id that owns them, the last on top.
    fn windows(&self) -> Vec<(String, View)> {
        let own = |owner: &str, windows: Vec<View>| {
            windows.into_iter().map(|w| (owner.to_owned(), w)).collect::<Vec<_>>()
        };
        let mut windows = Vec::new();
        if let Some(site) = self.front_site().filter(|_| !self.locked) {
            windows = own(&site.app.spec.bundle_id, layout::chrome::windows(&site));
        }
        windows.extend(own(SPRINGBOARD, home::windows(&self.board())));
        windows
    }

    /// The topmost view under a point, and its owner.
    fn hit(&self, p: Point) -> Option<(String, Hit)> {
        let windows = self.windows();
        windows
            .into_iter()
            .rev()
            .find_map(|(owner, w)| w.hit_test(p, false).map(|hit| (owner, hit)))
    }

    /// A copy of a view that exists now, with its owner.
    fn view(&self, id: u64) -> Option<(String, View)> {
        let windows = self.windows();
        windows.iter().find_map(|(owner, w)| w.find(id).map(|view| (owner.clone(), view.clone())))
    }

    fn serial(&mut self) -> u64 {
        self.next_serial += 1;
        self.next_serial
    }

    /// Notes that the picture changed.
    fn changed(&mut self) {
        self.revision += 1;
    }

    fn log(&mut self, wire: Wire, kind: &'static str, entry: Logged) {
        self.changed();
        self.journal.push(JournalEntry {
            seq: self.journal.len() as u64 + 1,
            at_ms: entry.at_ms.unwrap_or(self.now_ms),
            wire,
            kind,
            app: entry.app.unwrap_or_else(|| self.frontmost().to_owned()),
            view: entry.view,
            x: entry.at.map(|p| p.x),
            y: entry.at.map(|p| p.y),
            text: entry.text,
        });
    }

    /// The journal's words for a view that exists now.
    fn journal_view(&self, id: u64) -> Option<JournalView> {
        let (_, view) = self.view(id)?;
        Some(JournalView {
            id,
            role: view::role(view.kind).to_owned(),
            label: view.spoken(),
            identifier: view.identifier,
        })
    }
}

/// What a journal entry says besides its kind.
#[derive(Debug, Default)]
struct Logged {
    at_ms: Option<u64>,
    app: Option<String>,
    view: Option<JournalView>,
    at: Option<Point>,
    text: Option<String>,
}

impl Logged {
    fn app(bundle_id: &str) -> Self {
        Self { app: Some(bundle_id.to_owned()), ..Self::default() }
    }

    fn text(text: &str) -> Self {
        Self { text: Some(text.to_owned()), ..Self::default() }
    }
}
