//! A virtual iPhone on its virtual clock with one session, and the figures of its ledger.

use std::sync::Arc;

use ios_mcp::application::context::CallContext;
use ios_mcp::application::report::{Acted, ObserveOptions, ScreenReport, Waited};
use ios_mcp::application::session::{IosSession, OneProcess, Tuning};
use ios_mcp::domain::app::BundleId;
use ios_mcp::domain::device::{Device, DeviceKind, DeviceState, Udid};
use ios_mcp::domain::error::DeviceError;
use ios_mcp::domain::step::{Direction, ElementQuery, Expectation, Step, Target, UiStep};
use ios_mcp::infrastructure::clock::SessionClock;
use ios_mcp::infrastructure::wda::{RunnerUrl, WdaUiAutomationGateway};
use serde_json::Value;
use virtual_iphone::{ClockKind, Options, Profile, VirtualIphone};

pub(crate) const FORM: &str = "com.example.form";
pub(crate) const SETTINGS: &str = "com.apple.Preferences";

pub(crate) struct Stage {
    pub(crate) phone: VirtualIphone,
    pub(crate) session: IosSession,
    pub(crate) context: CallContext,
    profile: Profile,
}

/// What the phone spent on one call.
#[derive(Debug)]
pub(crate) struct Spent {
    pub(crate) trees: u64,
    pub(crate) inputs: u64,
    /// Seconds on the phone's clock.
    pub(crate) seconds: f64,
    /// Seconds of the tree reads among them, as the profile prices this screen.
    pub(crate) requests: Value,
}

impl Stage {
    pub(crate) async fn new(profile: Profile) -> Self {
        Self::with(Options { profile, seed: 1, ..Options::default() }).await
    }

    /// On the virtual clock, with these options otherwise.
    pub(crate) async fn with(options: Options) -> Self {
        Self::started(options, true, false).await
    }

    /// As [`Self::with`], but trees are read until two agree, which is quicker to compute.
    pub(crate) async fn without_frames(options: Options) -> Self {
        Self::started(options, false, false).await
    }

    async fn started(options: Options, frames: bool, streaming: bool) -> Self {
        let profile = options.profile;
        let options = Options { clock: ClockKind::Virtual, caret: false, ..options };
        let phone = VirtualIphone::start(options).await.unwrap();
        let clock = SessionClock::of_phone(&phone.control_url()).await.unwrap();
        let url = RunnerUrl::parse(&phone.wda_url()).unwrap();
        let mut way = WdaUiAutomationGateway::new(move |_| Some(url.clone()), clock.clone());
        if streaming {
            let stream = RunnerUrl::parse(&phone.mjpeg_url()).unwrap();
            way = way.streaming(move |_| Some(stream.clone()));
        }
        let kind = match profile {
            Profile::Usb | Profile::Wifi => DeviceKind::Phone,
            _ => DeviceKind::Simulator,
        };
        let device = Device {
            udid: Udid::parse(phone.udid()).unwrap(),
            name: phone.name().to_owned(),
            kind,
            state: DeviceState::Booted,
            os: None,
        };
        let session = IosSession::new(
            device,
            vec![Arc::new(way)],
            clock.pause(),
            Arc::new(OneProcess),
            Tuning { frames, ..Tuning::shipped(kind) },
        );
        Self { phone, session, context: CallContext::of("test"), profile }
    }

    /// With an app in front and the screen observed once.
    pub(crate) async fn showing(profile: Profile, app: &str) -> Self {
        let stage = Self::new(profile).await;
        let app = BundleId::parse(app).unwrap();
        let launch = UiStep::LaunchApp { app, fresh: false, arguments: Vec::new() };
        stage.run(launch).await.unwrap();
        stage.observe().await;
        stage
    }

    /// The same on a phone whose screen is streamed.
    pub(crate) async fn streaming(app: &str) -> Self {
        let stage = Self::started(Options { seed: 1, ..Options::default() }, true, true).await;
        let app = BundleId::parse(app).unwrap();
        let launch = UiStep::LaunchApp { app, fresh: false, arguments: Vec::new() };
        stage.run(launch).await.unwrap();
        stage.observe().await;
        stage
    }

    pub(crate) async fn run(&self, what: UiStep) -> Result<Acted, DeviceError> {
        self.session.run(&Step { what, expect: None }, &self.context).await
    }

    pub(crate) async fn expecting(&self, what: UiStep, text: &str) -> Result<Acted, DeviceError> {
        let expect = Some(Expectation::parse(text).unwrap());
        self.session.run(&Step { what, expect }, &self.context).await
    }

    pub(crate) async fn wait(&self, what: UiStep) -> Waited {
        self.session.wait_for(&what, &self.context).await.unwrap()
    }

    pub(crate) async fn observe(&self) -> ScreenReport {
        self.session.observe(&ObserveOptions::default(), &self.context).await.unwrap()
    }

    pub(crate) fn inject(&self, fault: &Value) {
        self.phone.inject(fault).unwrap();
    }

    /// What `call` costs by the phone's ledger.
    pub(crate) async fn costing<T>(&self, call: impl Future<Output = T>) -> (T, Spent) {
        let before = self.phone.ledger();
        let (begun, journaled) = (self.phone.now_ms(), self.journal().len());
        let outcome = call.await;
        let after = self.phone.ledger();
        let count = |ledger: &Value, kind: &str| ledger["requests"][kind].as_u64().unwrap_or(0);
        let of = |kind: &str| count(&after, kind) - count(&before, kind);
        let requests = after["requests"].as_object().unwrap();
        let spent = requests.keys().map(|kind| (kind.clone(), of(kind).into()));
        let spent = Spent {
            trees: of("tree") + of("find"),
            inputs: (self.journal().len() - journaled) as u64,
            seconds: (self.phone.now_ms() - begun) as f64 / 1000.0,
            requests: spent.filter(|(_, n): &(String, Value)| n != &Value::from(0)).collect(),
        };
        eprintln!("{:?}: {spent:?}", self.profile);
        (outcome, spent)
    }

    /// Seconds of one tree read of the screen that is in front now.
    pub(crate) async fn tree_seconds(&self) -> f64 {
        let ((), spent) = self
            .costing(async {
                self.session.find("nothing at all", 1, &self.context).await.unwrap();
            })
            .await;
        let small = match self.profile {
            Profile::Usb => 0.05,
            Profile::Wifi => 0.08,
            _ => 0.03,
        };
        spent.seconds - 2.0 * small
    }

    pub(crate) fn journal(&self) -> Vec<Value> {
        self.phone.journal().as_array().unwrap().clone()
    }

    /// The state of one view of the app in front, by identifier.
    pub(crate) fn value_of(&self, identifier: &str) -> Value {
        let world = self.phone.world();
        let views = world["views"].as_array().unwrap();
        let view = views.iter().find(|view| view["identifier"] == identifier);
        view.map_or(Value::Null, |view| view["value"].clone())
    }
}

pub(crate) fn named(text: &str) -> Target {
    Target::Match(ElementQuery { text: text.to_owned(), role: None })
}

pub(crate) fn tap(text: &str) -> UiStep {
    UiStep::Tap { target: named(text), count: 1 }
}

pub(crate) fn scroll_to(text: &str) -> UiStep {
    UiStep::Scroll { direction: Direction::Down, until: Some(text.to_owned()), area: None }
}

pub(crate) fn set(text: &str, value: &str) -> UiStep {
    UiStep::SetValue { target: named(text), value: value.to_owned() }
}

pub(crate) fn type_into(text: &str, what: &str, clear: bool) -> UiStep {
    UiStep::TypeText { text: what.to_owned(), target: Some(named(text)), clear, submit: false }
}
