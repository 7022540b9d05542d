//! The stream of frames: its bytes, its clock, its settings and its faults.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use virtual_iphone::world::World;
use virtual_iphone::{ClockKind, Options, VirtualIphone};

use crate::client::{Stage, instant};

const HEADER: &str = "HTTP/1.0 200 OK\r\nServer: WDA MJPEG Server\r\nConnection: close\r\nMax-Age: 0\r\nExpires: 0\r\nCache-Control: no-cache, private\r\nPragma: no-cache\r\nContent-Type: multipart/x-mixed-replace; boundary=--BoundaryString\r\n\r\n";

/// A viewer that has said something and read the header.
struct Viewer {
    stream: TcpStream,
    bytes: Vec<u8>,
}

/// One part: the phone's time and the picture.
#[derive(Debug, PartialEq)]
struct Part {
    now_ms: u64,
    jpeg: Vec<u8>,
}

impl Part {
    /// Width and height, from the start of the frame.
    fn size(&self) -> (u32, u32) {
        let at = self.jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
        let side = |at: usize| u32::from(self.jpeg[at]) * 256 + u32::from(self.jpeg[at + 1]);
        (side(at + 7), side(at + 5))
    }
}

impl Viewer {
    async fn of(phone: &VirtualIphone) -> Self {
        let mut stream = connect(phone).await;
        stream.write_all(b"anything").await.unwrap();
        let mut viewer = Self { stream, bytes: Vec::new() };
        assert_eq!(viewer.take(HEADER.len()).await.unwrap(), HEADER.as_bytes());
        viewer
    }

    /// That many bytes, or nothing when the connection ends before.
    async fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        while self.bytes.len() < count {
            if self.stream.read_buf(&mut self.bytes).await.unwrap_or(0) == 0 {
                return None;
            }
        }
        Some(self.bytes.drain(..count).collect())
    }

    async fn part(&mut self) -> Option<Part> {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.extend(self.take(1).await?);
        }
        let head = String::from_utf8(head).unwrap();
        let rest = head.strip_prefix("--BoundaryString\r\nContent-type: image/jpeg\r\n").unwrap();
        let number = |name: &str| {
            let line = rest.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.parse::<u64>().unwrap()
        };
        let jpeg = self.take(usize::try_from(number("Content-Length: ")).unwrap()).await?;
        assert_eq!(self.take(4).await?, b"\r\n\r\n");
        assert!(jpeg.starts_with(&[0xff, 0xd8]) && jpeg.ends_with(&[0xff, 0xd9]));
        Some(Part { now_ms: number("X-Virtual-Now-Ms: "), jpeg })
    }

    async fn parts(&mut self, count: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        for _ in 0..count {
            parts.push(self.part().await.unwrap());
        }
        parts
    }
}

async fn connect(phone: &VirtualIphone) -> TcpStream {
    let address = phone.mjpeg_url().trim_start_matches("http://").to_owned();
    TcpStream::connect(address).await.unwrap()
}

fn times(parts: &[Part]) -> Vec<u64> {
    parts.iter().map(|part| part.now_ms).collect()
}

/// The form without the caret, at a round time.
async fn stage() -> Stage {
    let stage = Stage::with(Options { caret: false, ..instant() }).await;
    stage.phone.advance(1000 - stage.phone.now_ms() % 1000);
    stage
}

#[tokio::test]
async fn frames_come_as_the_phones_clock_passes_and_to_those_who_asked() {
    let stage = stage().await;
    let silent = connect(&stage.phone).await;
    let mut viewer = Viewer::of(&stage.phone).await;
    let start = stage.phone.now_ms();
    stage.phone.advance(250);
    let parts = viewer.parts(2).await;
    assert_eq!(times(&parts), [start + 100, start + 200]);
    assert_eq!(parts[0].size(), (1206, 2622));
    assert_eq!(parts[0].jpeg, parts[1].jpeg);
    assert!(silent.try_read(&mut [0; 16]).is_err(), "who says nothing gets nothing");
}

#[tokio::test]
async fn a_screen_at_rest_is_drawn_once_for_all_viewers() {
    let stage = stage().await;
    let mut viewers = [Viewer::of(&stage.phone).await, Viewer::of(&stage.phone).await];
    stage.phone.advance(2000);
    for viewer in &mut viewers {
        assert_eq!(viewer.parts(20).await.len(), 20);
    }
    assert_eq!(stage.phone.ledger()["stream"]["drawn"], 1);
}

#[tokio::test]
async fn nothing_is_drawn_when_the_viewers_have_gone() {
    let stage = stage().await;
    let mut viewer = Viewer::of(&stage.phone).await;
    stage.phone.advance(100);
    viewer.parts(1).await;
    drop(viewer);
    // The last one to go switches the film off; the phone says so by sending no more.
    let mut late = Viewer::of(&stage.phone).await;
    let start = stage.phone.now_ms();
    stage.phone.advance(100);
    assert_eq!(times(&late.parts(1).await), [start + 100]);
}

#[tokio::test]
async fn a_gesture_is_seen_in_its_middle() {
    let mut stage = stage().await;
    let mut viewer = Viewer::of(&stage.phone).await;
    let drag = json!({"fromX": 200, "fromY": 700, "toX": 200, "toY": 380, "duration": 0});
    stage.post("/wda/dragfromtoforduration", &drag).await;
    let parts = viewer.parts(20).await;
    assert!(parts.windows(2).all(|pair| pair[1].now_ms - pair[0].now_ms == 100));
    let different = parts.windows(2).filter(|pair| pair[0].jpeg != pair[1].jpeg).count();
    assert!(different >= 10, "{different}");
}

#[tokio::test]
async fn rate_size_and_quality_are_settings_and_outlive_a_session() {
    let mut stage = stage().await;
    let mut viewer = Viewer::of(&stage.phone).await;
    let start = stage.phone.now_ms();
    let set = |settings| json!({ "settings": settings });
    let smaller = json!({"mjpegServerFramerate": 20, "mjpegScalingFactor": 50});
    stage.post("/appium/settings", &set(smaller)).await;
    stage.phone.advance(100);
    let parts = viewer.parts(2).await;
    assert_eq!(times(&parts), [start + 50, start + 100]);
    assert_eq!(parts[0].size(), (603, 1311));
    stage.post("/appium/settings", &set(json!({"mjpegServerScreenshotQuality": 90}))).await;
    stage.phone.advance(50);
    let finer = viewer.part().await.unwrap();
    assert!(finer.jpeg.len() > parts[0].jpeg.len());
    stage.wire.post("/session", &json!({"capabilities": {}})).await;
    stage.phone.advance(50);
    assert_eq!(viewer.part().await.unwrap().size(), (603, 1311));
}

#[tokio::test]
async fn the_stream_goes_on_while_a_request_hangs() {
    let mut stage = stage().await;
    stage.phone.inject(&json!({"kind": "hang", "route": "/source"})).unwrap();
    let mut viewer = Viewer::of(&stage.phone).await;
    let start = stage.phone.now_ms();
    let path = format!("/session/{}/source", stage.sid);
    let seen = async {
        stage.phone.advance(100);
        viewer.part().await
    };
    tokio::select! {
        raw = stage.wire.get(&path) => panic!("it answered {raw:?}"),
        part = seen => assert_eq!(part.unwrap().now_ms, start + 100),
    }
}

#[tokio::test]
async fn frames_lag_and_catch_up_when_the_fault_is_cleared() {
    let stage = stage().await;
    stage.phone.inject(&json!({"kind": "frame_lag", "ms": 300})).unwrap();
    let mut viewer = Viewer::of(&stage.phone).await;
    let start = stage.phone.now_ms();
    turn_to_contacts(&stage.phone);
    stage.phone.advance(600);
    // The frame of 100 comes at 400, and so on.
    let late = viewer.parts(3).await;
    assert_eq!(times(&late), [start + 400, start + 500, start + 600]);
    stage.phone.inject(&json!({"kind": "clear"})).unwrap();
    stage.phone.advance(100);
    let prompt = viewer.part().await.unwrap();
    assert_eq!(prompt.now_ms, start + 700);
    assert_ne!(prompt.jpeg, late[2].jpeg);
}

#[tokio::test]
async fn a_stalled_stream_stays_open_and_says_nothing() {
    let stage = stage().await;
    stage.phone.inject(&json!({"kind": "stalled_stream", "after": 1, "times": 3})).unwrap();
    let mut viewer = Viewer::of(&stage.phone).await;
    let start = stage.phone.now_ms();
    stage.phone.advance(600);
    assert_eq!(times(&viewer.parts(3).await), [start + 100, start + 500, start + 600]);
}

#[tokio::test]
async fn a_stream_can_end_in_the_middle_of_a_frame() {
    let stage = stage().await;
    stage.phone.inject(&json!({"kind": "stream_end", "after": 2})).unwrap();
    let mut viewer = Viewer::of(&stage.phone).await;
    stage.phone.advance(500);
    viewer.parts(2).await;
    assert_eq!(viewer.part().await, None);
    let mut again = Viewer::of(&stage.phone).await;
    stage.phone.advance(100);
    again.parts(1).await;
}

#[tokio::test]
async fn an_interface_on_its_side_can_come_unrotated_unless_the_runner_fixes_it() {
    let mut stage = stage().await;
    stage.post("/orientation", &json!({"orientation": "LANDSCAPE"})).await;
    stage.phone.advance(2000 - stage.phone.now_ms() % 1000);
    let mut viewer = Viewer::of(&stage.phone).await;
    stage.phone.advance(100);
    let upright = viewer.part().await.unwrap();
    assert_eq!(upright.size(), (2622, 1206));
    stage.phone.inject(&json!({"kind": "unrotated_frames"})).unwrap();
    stage.phone.advance(100);
    assert_eq!(viewer.part().await.unwrap().size(), (1206, 2622));
    let fix = json!({"settings": {"mjpegFixOrientation": true}});
    stage.post("/appium/settings", &fix).await;
    stage.phone.advance(100);
    assert_eq!(viewer.part().await.unwrap().jpeg, upright.jpeg);
}

#[tokio::test]
async fn eight_phones_stream_side_by_side() {
    let mut seen = Vec::new();
    for number in 0..8 {
        let options = Options { clock: ClockKind::Real, seed: number, ..Options::default() };
        let phone = VirtualIphone::start(options).await.unwrap();
        let viewer = Viewer::of(&phone).await;
        seen.push((phone, viewer));
    }
    for (_, viewer) in &mut seen {
        let parts = viewer.parts(3).await;
        assert!(parts.windows(2).all(|pair| pair[0].now_ms < pair[1].now_ms));
    }
}

fn turn_to_contacts(phone: &VirtualIphone) {
    let way = virtual_iphone::input::Wire::Simctl;
    phone
        .with_world(|world: &mut World| world.launch(way, "com.apple.MobileAddressBook", true))
        .unwrap();
}
