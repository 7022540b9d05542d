//! The program as a child of the test.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

/// Longest wait for one line; far above what any answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

#[expect(clippy::disallowed_methods, reason = "the program itself is what these tests start")]
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ios-mcp"));
    command.args(arguments).env_clear();
    command
}

/// Runs a command to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    program(arguments).stdin(Stdio::null()).output().unwrap()
}

/// A running server with its pipes.
pub(crate) struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Server {
    pub(crate) fn start(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = program(arguments);
        command.envs(variables.iter().copied());
        // A group of its own, so that whatever it leaves behind can be told from everything else.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        std::thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::sink()));
        Self { stdin: child.stdin.take(), child, lines }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends an `initialize` and gives its answer.
    pub(crate) fn initialize(&mut self) -> Value {
        self.ask(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": {"name": "pipes", "version": "1"}}}))
    }

    pub(crate) fn send(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        writeln!(stdin, "{line}").unwrap();
    }

    /// The next line of standard output, which must be a message.
    pub(crate) fn receive(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not a message: {line}"))
    }

    pub(crate) fn ask(&mut self, message: &Value) -> Value {
        self.send(&message.to_string());
        self.receive()
    }

    /// Closes standard input and waits for the end: how long it took, and what was still printed.
    pub(crate) fn close(mut self) -> (ExitStatus, Duration, Vec<String>) {
        let start = Instant::now();
        drop(self.stdin.take());
        let status = self.child.wait().unwrap();
        let took = start.elapsed();
        (status, took, self.lines.iter().collect())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already ended in most tests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Processes that are still in the group of `leader`; Linux tells, elsewhere nothing does.
pub(crate) fn left_in_group(leader: u32) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let stats = entries.filter_map(|e| std::fs::read_to_string(e.path().join("stat")).ok());
    let in_group = |stat: &String| {
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        after_name.split_whitespace().nth(2) == Some(leader.to_string().as_str())
    };
    stats.filter(in_group).collect()
}
