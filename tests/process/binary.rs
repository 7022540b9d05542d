//! The program as a child of the test.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::Value;
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
