//! What acting costs on an instant virtual iPhone, in the library and over stdio; start-up and memory.
//!
//! `cargo bench --bench acting`, or some of it: `-- library windows start stdio memory`. Plain
//! medians over fixed numbers of runs, memory by its worst run. Every answer is checked: a call that
//! failed would cost nothing. The figures that are published stand in docs/performance.md.

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
const MEMORY_RUNS: usize = 5;

#[tokio::main]
async fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    let wanted = |part: &str| named.is_empty() || named.iter().any(|it| it == part);
    if wanted("library") {
        in_the_library().await;
    }
    if wanted("windows") {
        after_the_last_frame_change().await;
    }
    if wanted("start") {
        start_up();
    }
    if wanted("stdio") {
        over_stdio();
    }
    if wanted("memory") {
        memory();
    }
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
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the server is gone");
            let message: Value = serde_json::from_str(&line).unwrap();
            if message["id"] == json!(self.calls) {
                return message;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> String {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let blocks = answer["result"]["content"].as_array().unwrap();
        blocks.iter().find_map(|block| block["text"].as_str()).unwrap().to_owned()
    }

    /// Calls a tool whose answer must begin with `word`.
    fn expect(&mut self, word: &str, tool: &str, arguments: &Value) -> String {
        let text = self.call(tool, arguments);
        assert!(text.starts_with(word), "{tool} {arguments}: {text}");
        text
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

/// The calls of the demonstration, with shipped windows and whole pictures; the worst of some runs.
fn memory() {
    let mut peaks: Vec<f64> = (0..MEMORY_RUNS).map(|_| peak_of_the_demonstration()).collect();
    peaks.sort_by(f64::total_cmp);
    println!(
        "peak memory of serve --virtual through the demonstration's calls: median {:.1} MB, worst \
         {:.1} MB, {MEMORY_RUNS} runs",
        peaks[MEMORY_RUNS / 2],
        peaks[MEMORY_RUNS - 1]
    );
}

/// Its dead switch is left out: only the process that the phone lives in can break it.
fn peak_of_the_demonstration() -> f64 {
    let mut server = Server::start(false);
    let steps = json!([
        {"tool": "tap", "target": "Accessibility"},
        {"tool": "tap", "target": "Display & Text Size"},
        {"tool": "set_value", "target": "Bold Text", "value": "on"},
    ]);
    let bold = json!({"target": "Bold Text", "value": "on"});
    let contact = json!({"direction": "down", "until": "Contact 120"});
    let card = json!({"target": "Contact 120", "expect": "(555) 01120"});
    let name = json!({"target": "form.name", "text": "Ada Lovelace", "clear": true});
    let submit = json!({"target": "Submit", "expect": "Sent for Ada Lovelace"});
    let note = json!({"target": "note.body", "text": "Brötchen & 3 eggs, 50 % off"});
    server.expect("1 device", "list_devices", &json!({}));
    server.expect("changed", "launch_app", &json!({"bundle_id": "com.apple.Preferences"}));
    server.call("take_screenshot", &json!({}));
    server.expect("changed", "run_sequence", &json!({ "steps": steps }));
    server.expect("already", "set_value", &bold);
    server.call("take_screenshot", &json!({}));
    server.expect("changed", "launch_app", &json!({"bundle_id": "com.apple.MobileAddressBook"}));
    server.expect("changed", "scroll", &contact);
    server.expect("changed", "tap", &card);
    server.call("take_screenshot", &json!({}));
    server.expect("changed", "launch_app", &json!({"bundle_id": FORM}));
    server.expect("changed", "type_text", &name);
    server.expect("changed", "tap", &submit);
    server.expect("no_effect", "tap", &json!({"target": "Ignored"}));
    server.call("take_screenshot", &json!({}));
    answer_the_alert(&mut server);
    server.expect("changed", "launch_app", &json!({"bundle_id": "com.apple.mobilenotes"}));
    server.expect("changed", "tap", &json!({"target": "New Note"}));
    server.expect("changed", "type_text", &note);
    server.call("observe_screen", &json!({}));
    server.call("take_screenshot", &json!({}));
    server.peak_megabytes()
}

fn answer_the_alert(server: &mut Server) {
    let refused = server.expect("ELEMENT_AMBIGUOUS", "tap", &json!({"target": "Delete"}));
    let mut offered = refused.lines().skip_while(|line| *line != "candidates:").skip(1);
    let first = offered.next().and_then(|line| line.split_whitespace().next()).unwrap();
    server.expect("changed", "tap", &json!({ "ref": first }));
    server.call("take_screenshot", &json!({}));
    server.expect("changed", "tap", &json!({"target": "Cancel", "expect": "!Delete Draft A?"}));
}
