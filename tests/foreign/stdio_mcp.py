"""A client of a few lines for MCP servers on standard input and output: no opinions, no dependencies."""

import json
import os
import subprocess
import threading
import time
from queue import Empty, Queue

PROTOCOL = "2025-06-18"


class Server:
    """A running server; `boot_ms` is the time from its start to its first answer."""

    def __init__(self, command, env=None, log=subprocess.DEVNULL):
        start = time.perf_counter()
        self.process = subprocess.Popen(
            command, env={**os.environ, **(env or {})}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            text=True, bufsize=1,
        )
        self.answers = Queue()
        self.next_id = 0
        threading.Thread(target=self._listen, daemon=True).start()
        hello = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": {"name": "judge", "version": "1"}}
        self.about = self.ask("initialize", hello)
        self.boot_ms = (time.perf_counter() - start) * 1000
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _listen(self):
        for line in self.process.stdout:
            try:
                self.answers.put(json.loads(line))
            except json.JSONDecodeError:
                # Not every server keeps its standard output to the protocol.
                continue
        self.answers.put(None)

    def _send(self, message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method, params=None, timeout=120):
        self.next_id += 1
        asked = self.next_id
        self._send({"jsonrpc": "2.0", "id": asked, "method": method, "params": params or {}})
        until = time.monotonic() + timeout
        while True:
            try:
                answer = self.answers.get(timeout=max(0.01, until - time.monotonic()))
            except Empty:
                raise TimeoutError(method) from None
            if answer is None:
                raise ConnectionError(f"the server ended during {method}")
            if answer.get("id") == asked and "method" not in answer:
                break
        if "error" in answer:
            raise RuntimeError(json.dumps(answer["error"]))
        return answer["result"]

    def tools(self):
        return self.ask("tools/list")["tools"]

    def call(self, name, **arguments):
        """The result of a tool and the time it took in milliseconds."""
        start = time.perf_counter()
        result = self.ask("tools/call", {"name": name, "arguments": arguments})
        return result, (time.perf_counter() - start) * 1000

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def text_of(result):
    """All texts of a result, joined."""
    return "\n".join(part["text"] for part in result.get("content", []) if part["type"] == "text")


def checked(answer):
    """The text of a call that must have worked, and its time."""
    result, took = answer
    if result.get("isError"):
        raise AssertionError(text_of(result)[:2000])
    return text_of(result), took
