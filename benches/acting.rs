//! What acting costs on an instant virtual iPhone, in the library and over stdio; start-up and memory.
//!
//! `cargo bench --bench acting`. Plain medians over fixed numbers of runs; the figures that are
//! published stand in docs/performance.md.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a bench prints, and starts the program it measures"
)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use ios_mcp::application::context::CallContext;
use ios_mcp::application::report::ObserveOptions;
use ios_mcp::container::{Config, Container, VirtualConfig};
use ios_mcp::domain::app::BundleId;
use ios_mcp::domain::step::{ElementQuery, Step, Target, UiStep};
use serde_json::{Value, json};

const FORM: &str = "com.example.form";
const RUNS: usize = 200;

#[tokio::main]
async fn main() {
    in_the_library().await;
    after_the_last_frame_change().await;
    start_up();
    over_stdio();
    memory();
}

fn show(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    println!("{what}: median {:.2} ms, p90 {:.2} ms, {} runs", at(50), at(90), times.len());
}

fn container(zero_windows: bool) -> Container {
    let phones = Some(VirtualConfig::default());
    Container::new(&Config { phones, zero_windows, ..Config::default() }).unwrap()
}

fn tap(text: &str) -> Step {
    let query = ElementQuery { text: text.to_owned(), role: None };
    Step { what: UiStep::Tap { target: Target::Match(query), count: 1 }, expect: None }
}

async fn open(container: &Container, context: &CallContext) {
    let app = BundleId::parse(FORM).unwrap();
    let what = UiStep::LaunchApp { app, fresh: false, arguments: Vec::new() };
    container.ui().run(None, &Step { what, expect: None }, context).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    container.ui().observe(None, &ObserveOptions::default(), context).await.unwrap();
}

async fn in_the_library() {
    let (container, context) = (container(true), CallContext::of("bench"));
    open(&container, &context).await;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let begun = Instant::now();
        let acted = container.ui().run(None, &tap("Subscribe"), &context).await.unwrap();
        times.push(begun.elapsed());
        assert_eq!(acted.effect.verdict.word(), "changed", "{}", acted.headline());
    }
    show("tap with its screen, library, windows zero and pictures off", times);
}

/// A switch moves for 0.2 s after the touch (docs/wires/world.md); what is measured begins there.
async fn after_the_last_frame_change() {
    let (container, context) = (container(false), CallContext::of("bench"));
    open(&container, &context).await;
    let phones = container.phones().unwrap().running().await.unwrap();
    let mut times = Vec::new();
    for _ in 0..20 {
        let acted = container.ui().run(None, &tap("Subscribe"), &context).await.unwrap();
        let (now, journal) = (phones[0].now_ms(), phones[0].journal());
        assert_eq!(acted.effect.verdict.word(), "changed", "{}", acted.headline());
        let touched = journal.as_array().unwrap().last().unwrap()["at_ms"].as_u64().unwrap();
        times.push(Duration::from_millis(now.saturating_sub(touched + 200)));
    }
    show("tap with its screen, shipped windows, after the last frame change", times);
}

/// The program as a client starts it.
struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    calls: u64,
}

impl Server {
    fn start(zero_windows: bool) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ios-mcp"));
        command.args(["serve", "--virtual"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if zero_windows {
            command.env("IOS_MCP_ZERO_WINDOWS", "true");
        }
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut server = Self { child, input, output: BufReader::new(output), calls: 0 };
        let client = json!({"name": "bench", "version": "1"});
        let version = "2025-11-25";
        let hello = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": client});
        server.ask("initialize", &hello);
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        writeln!(server.input, "{ready}").unwrap();
        server
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.calls += 1;
        let request =
            json!({"jsonrpc": "2.0", "id": self.calls, "method": method, "params": params});
        writeln!(self.input, "{request}").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> String {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
    }

    fn peak_megabytes(&self) -> f64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
        kilobytes.unwrap_or(f64::NAN) / 1024.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

fn start_up() {
    let mut times = Vec::new();
    for _ in 0..20 {
        let begun = Instant::now();
        let _server = Server::start(false);
        times.push(begun.elapsed());
    }
    show("process start to answered initialize, serve --virtual", times);
}

fn over_stdio() {
    let mut server = Server::start(true);
    server.call("launch_app", &json!({"bundle_id": FORM}));
    std::thread::sleep(Duration::from_secs(1));
    server.call("observe_screen", &json!({}));
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let begun = Instant::now();
        let text = server.call("tap", &json!({"target": "Subscribe"}));
        times.push(begun.elapsed());
        assert!(text.starts_with("changed"), "{text}");
    }
    show("tap with its screen, over stdio, windows zero and pictures off", times);
}

/// The calls of the demonstration, with shipped windows.
fn memory() {
    let mut server = Server::start(false);
    let calls = [
        ("launch_app", json!({"bundle_id": "com.apple.Preferences"})),
        ("take_screenshot", json!({})),
        ("tap", json!({"target": "Accessibility"})),
        ("tap", json!({"target": "Display & Text Size"})),
        ("set_value", json!({"target": "Bold Text", "value": "on"})),
        ("take_screenshot", json!({})),
        ("launch_app", json!({"bundle_id": "com.apple.MobileAddressBook"})),
        ("scroll", json!({"direction": "down", "until": "Contact 127"})),
        ("take_screenshot", json!({})),
        ("launch_app", json!({"bundle_id": FORM})),
        ("type_text", json!({"target": "form.name", "text": "Ada"})),
        ("tap", json!({"target": "Ignored"})),
        ("take_screenshot", json!({"format": "png"})),
        ("launch_app", json!({"bundle_id": "com.apple.mobilenotes"})),
        ("tap", json!({"target": "New Note"})),
        ("type_text", json!({"target": "note.body", "text": "Milk"})),
        ("take_screenshot", json!({})),
    ];
    for (tool, arguments) in &calls {
        server.call(tool, arguments);
    }
    println!(
        "peak memory of serve --virtual through {} calls: {:.1} MB",
        calls.len(),
        server.peak_megabytes()
    );
}
