#!/usr/bin/env python3
"""Drives `ios-mcp serve --wda` with the MCP Inspector's command line, which others wrote.

The inspector starts a server for every call, so the phone is one long-lived `ios-mcp virtual-iphone`
and its state outlives the servers. Lists the tools with --strict, then opens Settings, turns Bold
Text on, goes back, finds Contact 250 and types a note, in both eras of the protocol. Prints versions.
Without Node 22.19 or the inspector it says that it was skipped; with --require a skip is a failure.

    python3 tests/foreign/mcp_inspector.py [--require] [path of ios-mcp] [node_modules]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

ARGUMENTS = [argument for argument in sys.argv[1:] if argument != "--require"]
PROGRAM = os.path.abspath(ARGUMENTS[0] if ARGUMENTS else "target/debug/ios-mcp")
MODULES = os.path.abspath(ARGUMENTS[1] if len(ARGUMENTS) > 1 else "node_modules")
INSPECTOR = os.path.join(MODULES, "@modelcontextprotocol", "inspector")
# Its exit code for a tool result with isError.
TOOL_ERROR = 5


def fail(text):
    print(f"FAILED {text}")
    sys.exit(1)


def skip(reason):
    print(f"SKIPPED mcp_inspector.py: {reason}")
    sys.exit(1 if "--require" in sys.argv else 0)


class Inspector:
    """Runs the inspector on a server over one runner."""

    def __init__(self, node, wda, home):
        self.node, self.wda, self.home = node, wda, home

    def run(self, *arguments):
        launcher = os.path.join(INSPECTOR, "clients", "launcher", "build", "index.js")
        server = [PROGRAM, "serve", "--wda", self.wda]
        command = [self.node, launcher, "--cli", *server, "--transport", "stdio", *arguments]
        environment = {**os.environ, "HOME": self.home}
        return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)

    def call(self, tool, arguments, verdicts, era="legacy", code=0):
        given = ["--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
        era = ["--protocol-era", era]
        ended = self.run("--method", "tools/call", *given, *era, "--format", "json")
        if ended.returncode != code:
            fail(f"{tool}: exit code {ended.returncode}\n{ended.stdout}\n{ended.stderr}")
        text = text_of(ended.stdout)
        first = text.splitlines()[0]
        print(f"  {tool} {arguments}\n    {first}")
        if not first.startswith(verdicts):
            fail(f"{tool}: expected {' or '.join(verdicts)}\n{text}")
        return text


def text_of(output):
    """The text block of a result, wherever the inspector's JSON holds it."""
    result = json.loads(output)
    result = result.get("result", result)
    return "\n".join(block["text"] for block in result["content"] if block["type"] == "text")


def walk(inspector):
    done = ("changed: ", "already: ")
    home = ("changed: ", "no_effect: ")
    call = inspector.call
    call("list_devices", {}, ("1 device",), era="modern")
    call("launch_app", {"bundle_id": "com.apple.Preferences"}, done)
    steps = [
        {"tool": "tap", "target": "Accessibility"},
        {"tool": "tap", "target": "Display & Text Size"},
    ]
    call("run_sequence", {"steps": steps, "expect": "Bold Text"}, ("changed: ",))
    call("set_value", {"target": "Bold Text", "value": "on"}, ("changed: ",), era="modern")
    call("set_value", {"target": "Bold Text", "value": "on"}, ("already: ",))
    call("tap", {"target": "Accessibility", "role": "button"}, ("changed: ",))
    call("press_button", {"button": "home"}, home)
    call("launch_app", {"bundle_id": "com.apple.MobileAddressBook"}, done)
    call("scroll", {"direction": "down", "until": "Contact 250"}, ("changed: ",))
    call("launch_app", {"bundle_id": "com.apple.mobilenotes"}, done)
    call("tap", {"target": "New Note"}, ("changed: ",))
    call("type_text", {"target": "note.body", "text": "Milk & 3 eggs"}, ("changed: ",))
    missing = {"target": "No such thing anywhere"}
    call("tap", missing, ("ELEMENT_NOT_FOUND: ",), code=TOOL_ERROR)


def main():
    node = shutil.which("node")
    if node is None or not os.path.isdir(INSPECTOR):
        skip(f"no Node or no inspector in {MODULES}")
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if tuple(int(part) for part in version.lstrip("v").split(".")[:2]) < (22, 19):
        skip(f"Node {version} is older than 22.19")
    with open(os.path.join(INSPECTOR, "package.json"), encoding="utf-8") as package:
        print(f"node {version}, inspector {json.load(package)['version']}")
    command = [PROGRAM, "virtual-iphone", "--stay-with-stdin"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as phone, tempfile.TemporaryDirectory() as home:
        try:
            inspector = Inspector(node, json.loads(phone.stdout.readline())["wda"], home)
            strict = inspector.run("--method", "tools/list", "--strict")
            if strict.returncode != 0:
                fail(f"tools/list --strict: {strict.returncode}\n{strict.stdout}\n{strict.stderr}")
            print("tools/list --strict: no finding")
            walk(inspector)
        finally:
            phone.stdin.close()
            phone.wait(timeout=10)
    print("PASSED mcp_inspector.py")


if __name__ == "__main__":
    main()
