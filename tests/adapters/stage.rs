//! A virtual iPhone on its own clock with a road to it, as a session would hold it.

use std::time::Duration;

use ios_mcp::domain::device::{Device, DeviceKind, DeviceState, Udid};
use ios_mcp::domain::error::DeviceError;
use ios_mcp::domain::geometry::Point;
use ios_mcp::domain::ports::{Turn, UiAutomationGateway, UiRoad};
use ios_mcp::domain::step::{Delivery, Gesture, Input};
use ios_mcp::domain::time::Deadline;
use ios_mcp::infrastructure::clock::SessionClock;
use ios_mcp::infrastructure::wda::{RunnerUrl, WdaUiAutomationGateway};
use serde_json::{Value, json};
use virtual_iphone::{ClockKind, Options, Profile, VirtualIphone};

pub(crate) const FORM: &str = "com.example.form";

/// A phone with the form in front and a road to it.
pub(crate) struct Stage {
    pub phone: VirtualIphone,
    pub gateway: WdaUiAutomationGateway,
    pub clock: SessionClock,
    pub road: UiRoad,
}

pub(crate) fn instant() -> Options {
    Options {
        clock: ClockKind::Virtual,
        profile: Profile::Instant,
        seed: 1,
        caret: false,
        ..Options::default()
    }
}

/// A device with this udid.
pub(crate) fn device(udid: &str) -> Device {
    Device {
        udid: Udid::parse(udid).unwrap(),
        name: "Phone".to_owned(),
        kind: DeviceKind::Virtual,
        state: DeviceState::Booted,
        os: None,
    }
}

/// A gateway that knows one address for every device.
pub(crate) fn gateway(url: &str, clock: &SessionClock) -> WdaUiAutomationGateway {
    let url = RunnerUrl::parse(url).unwrap();
    WdaUiAutomationGateway::new(move |_| Some(url.clone()), clock.clone())
}

impl Stage {
    pub(crate) async fn with(options: Options) -> Self {
        let phone = VirtualIphone::start(options).await.unwrap();
        let clock = SessionClock::of_phone(&phone.control_url()).await.unwrap();
        let stream = RunnerUrl::parse(&phone.mjpeg_url()).unwrap();
        let gateway = gateway(&phone.wda_url(), &clock).streaming(move |_| Some(stream.clone()));
        let by = Deadline(clock.now().after(Duration::from_secs(30)));
        let road = gateway.attach(&device(phone.udid()), by).await.unwrap();
        Self { phone, gateway, clock, road }
    }

    /// With the form in front and at rest.
    pub(crate) async fn new() -> Self {
        let stage = Self::with(instant()).await;
        stage.launch(FORM).await;
        stage.rest().await;
        stage
    }

    pub(crate) async fn attach(&self) -> Result<UiRoad, DeviceError> {
        self.gateway.attach(&device(self.phone.udid()), self.by(30.0)).await
    }

    /// A deadline so many seconds from now on the phone's clock.
    pub(crate) fn by(&self, seconds: f64) -> Deadline {
        Deadline(self.clock.now().after(Duration::try_from_secs_f64(seconds).unwrap()))
    }

    pub(crate) async fn send(&self, input: Input) -> Delivery {
        self.road.hands.send(&Turn::for_testing(), &input, self.by(30.0)).await
    }

    pub(crate) async fn delivered(&self, input: Input) {
        let delivery = self.send(input.clone()).await;
        assert!(delivery.is_delivered(), "{input:?}: {delivery:?}");
    }

    async fn launch(&self, app: &str) {
        let app = ios_mcp::domain::app::BundleId::parse(app).unwrap();
        self.delivered(Input::Launch { app, fresh: false, arguments: Vec::new() }).await;
    }

    /// Waits on the session's clock until nothing moves.
    pub(crate) async fn rest(&self) {
        let calm = self.clock.now().after(Duration::from_secs(3));
        self.clock.pause().sleep_until(calm).await;
    }

    pub(crate) async fn tap(&self, at: Point) {
        self.delivered(Input::Gesture(Gesture::Tap { at, count: 1 })).await;
        self.rest().await;
    }

    pub(crate) fn inject(&self, fault: &Value) {
        self.phone.inject(fault).unwrap();
    }

    /// The inputs of one kind that the phone applied.
    pub(crate) fn journal(&self, kind: &str) -> Vec<Value> {
        let journal = self.phone.journal();
        journal.as_array().unwrap().iter().filter(|entry| entry["kind"] == kind).cloned().collect()
    }

    /// How many inputs the phone applied since the form was launched.
    pub(crate) fn applied(&self) -> usize {
        self.phone.journal().as_array().unwrap().len() - 1
    }

    /// What the world knows of the view with that identifier.
    pub(crate) fn view(&self, identifier: &str) -> Value {
        let world = self.phone.world();
        let views = world["views"].as_array().unwrap();
        views.iter().find(|view| view["identifier"] == identifier).unwrap().clone()
    }

    /// The middle of that view, in points.
    pub(crate) fn middle(&self, identifier: &str) -> Point {
        let frame = self.view(identifier)["frame"].clone();
        let side = |key: &str| frame[key].as_f64().unwrap();
        Point::new(side("x") + side("width") / 2.0, side("y") + side("height") / 2.0)
    }

    /// Another client, without a session of its own.
    pub(crate) fn stranger(&self) -> Stranger {
        Stranger { http: reqwest::Client::new(), url: self.phone.wda_url() }
    }
}

/// A second client of the same runner.
pub(crate) struct Stranger {
    http: reqwest::Client,
    url: String,
}

impl Stranger {
    pub(crate) async fn get(&self, path: &str) -> Value {
        let reply = self.http.get(format!("{}{path}", self.url)).send().await.unwrap();
        serde_json::from_slice(&reply.bytes().await.unwrap()).unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        let request = self.http.post(format!("{}{path}", self.url)).body(body.to_string());
        let reply = request.send().await.unwrap();
        serde_json::from_slice(&reply.bytes().await.unwrap()).unwrap()
    }

    /// The id of the session that is active on the runner.
    pub(crate) async fn active(&self) -> Value {
        self.get("/status").await["sessionId"].clone()
    }

    /// Opens a session, which ends whatever session there is.
    pub(crate) async fn open(&self) -> String {
        let asked = json!({"capabilities": {"alwaysMatch": {"shouldTerminateApp": false}}});
        self.post("/session", &asked).await["sessionId"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn close(&self, session: &str) {
        self.http.delete(format!("{}/session/{session}", self.url)).send().await.unwrap();
    }

    /// The settings of the active session.
    pub(crate) async fn settings(&self) -> Value {
        let active = self.active().await;
        let path = format!("/session/{}/appium/settings", active.as_str().unwrap());
        self.get(&path).await["value"].clone()
    }
}
