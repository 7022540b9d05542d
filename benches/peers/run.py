#!/usr/bin/env python3
"""Three servers on the same virtual iPhone in one run: ours, PyPI's ios-mcp, npm's mobile-mcp.

Usage: run.py --phone VIRTUAL_IPHONE --ours IOS_MCP [--pypi IOS_MCP_OF_PYPI] [--mobile NODE_MODULES]
              [--rounds N] [--json FILE]

Prints a Markdown table. Ours and the phone are to be release builds. What each server needs around it
(a stand-in for the program `ios`, a listener on the tunnel's port) is made here. The second peer talks
to port 8100 and to no other, so that port must be free for it.

Times are of the host: an instant phone, medians over rounds, from the request written to the answer
read. Device seconds are the phone's own ledger with the costs of a simulator, in real time, from the
call to its answer. A tap "with its screen" is however many calls it takes until the model has seen the
screen after it. Not measured: whether an answer is right; the servers promise different things there.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
FOREIGN = HERE.parent.parent / "tests" / "foreign"
sys.path.insert(0, str(FOREIGN))

from stdio_mcp import Server, checked, text_of  # noqa: E402
from virtual_phone import CONTACTS, FORM, SETTINGS, eventually, phone  # noqa: E402

TUNNEL_PORT = 60105
SCREENS = {"Settings": SETTINGS, "form": FORM, "300 contacts": CONTACTS}
NOTHING = "–"


def said(answer):
    """The text of a call and its time; a verdict that is no success is an answer, too."""
    result, took = answer
    return text_of(result), took


class Candidate:
    """One server and how it is asked for the same things."""

    name = ""
    # Whether there is a tap that does not look at the screen afterwards.
    has_bare_tap = False

    def __init__(self, command, env, ready):
        self.command, self.env, self.ready = command, env, ready

    def start(self):
        return Server(self.command, self.env)

    def prepare(self, server):
        """Whatever has to come before the first look."""


class Ours(Candidate):
    name = "this server"

    def look(self, server):
        return checked(server.call("observe_screen"))

    def tap(self, server, view):
        """With the screen after it: the answer tells what changed."""
        return said(server.call("tap", target=view["identifier"]))


class Pypi(Candidate):
    name = "ios-mcp 0.6.0 (PyPI)"

    def prepare(self, server):
        checked(server.call("ios_open_session"))

    def look(self, server):
        return checked(server.call("ios_observe"))

    def tap(self, server, view):
        arguments = {"target": view["label"] or view["identifier"]}
        return said(server.call("ios_tap", approve=f"tap:{view['identifier']}", **arguments))


class Mobile(Candidate):
    name = "mobile-mcp 1.0.4 (npm)"
    has_bare_tap = True

    def look(self, server):
        text, took = checked(server.call("mobile_list_elements_on_screen", device=self.ready["udid"]))
        if "at=" not in text:
            raise AssertionError(text[:2000])
        return text, took

    def tap_only(self, server, view):
        touch = server.call("mobile_click_on_screen_at_coordinates", device=self.ready["udid"], **view["at"])
        return checked(touch)

    def tap(self, server, view):
        _, touch = self.tap_only(server, view)
        text, read = self.look(server)
        return text, touch + read


def candidates(options, ready, folder):
    env = {
        "PATH": folder + os.pathsep + os.environ["PATH"],
        "HOME": folder,
        "FAKE_UDID": ready["udid"],
        "FAKE_NAME": ready["name"],
        "FAKE_OS": ready["devices"][0]["os"],
        "GO_IOS_PATH": os.path.join(folder, "ios"),
        "IOS_MCP_WDA__BASE_URL": ready["wda"],
        "FASTMCP_CHECK_FOR_UPDATES": "off",
        "FASTMCP_SHOW_SERVER_BANNER": "false",
        "MOBILEMCP_DISABLE_TELEMETRY": "1",
        "MOBILEMCP_LEGACY_ROBOT": "1",
    }
    yield Ours([options.ours, "serve", "--wda", ready["wda"]], {"HOME": folder}, ready)
    if options.pypi:
        yield Pypi([options.pypi, "serve"], env, ready)
    if options.mobile:
        program = pathlib.Path(options.mobile) / "@mobilenext" / "mobile-mcp" / "lib" / "index.js"
        yield Mobile(["node", str(program), "--stdio"], env, ready)


def launch(truth, app):
    truth.post("/virtual/launch", {"app": app})
    truth.front(app)


def target(truth, identifier):
    """A view that every server can name: its identifier, its label and where it takes touches."""
    view = truth.view(identifier)
    frame = view["frame"]
    # Of a row with a switch only the knob at its end does.
    at = {"x": round(frame["x"] + frame["width"] - 30), "y": round(frame["y"] + frame["height"] / 2)}
    return {"identifier": identifier, "label": view["label"], "at": at}


def device_seconds(truth, profile):
    return truth.get("/virtual/ledger")["device_seconds"][profile]


def median(values):
    return statistics.median(values) if values else None


def on_an_instant_phone(candidate, truth, rounds):
    """Sizes, and milliseconds of the host."""
    row = {"boot ms": median([boot(candidate) for _ in range(5)])}
    truth.post("/virtual/reset", {})
    launch(truth, FORM)
    with candidate.start() as server:
        row["tools"] = len(json.dumps(server.tools(), separators=(",", ":"), ensure_ascii=False))
        candidate.prepare(server)
        for screen, app in SCREENS.items():
            launch(truth, app)
            text, _ = candidate.look(server)
            row[f"characters of {screen}"] = len(text)
        row["look ms"] = median([candidate.look(server)[1] for _ in range(rounds)])
        launch(truth, FORM)
        candidate.look(server)
        switch, dead = target(truth, "form.subscribe"), target(truth, "form.ignored")
        texts, times = taps(lambda: candidate.tap(server, switch), truth, rounds)
        row["tap ms"], row["characters of a tap"] = median(times), median([len(text) for text in texts])
        row["no-op tap ms"] = median(taps(lambda: candidate.tap(server, dead), truth, rounds)[1])
        if candidate.has_bare_tap:
            row["bare tap ms"] = median(taps(lambda: candidate.tap_only(server, switch), truth, rounds)[1])
    return row


def rest(truth):
    """So much time that the next tap is no part of a double tap."""
    truth.post("/virtual/clock", {"advance_ms": 500})
    eventually("still", truth.is_still)


def taps(tap, truth, rounds):
    """Taps, each of which must have reached the phone."""
    texts, times = [], []
    for _ in range(rounds):
        before = len(truth.entries("tap"))
        text, took = tap()
        if len(truth.entries("tap")) != before + 1:
            raise AssertionError(f"the tap did not reach the phone once: {text[:400]}")
        texts.append(text)
        times.append(took)
        rest(truth)
    return texts, times


def boot(candidate):
    with candidate.start() as server:
        return server.boot_ms


def on_a_slow_phone(candidate, truth, rounds):
    """Device seconds by the ledger, and seconds until the answer."""
    truth.post("/virtual/reset", {})
    launch(truth, FORM)
    row = {}
    with candidate.start() as server:
        candidate.prepare(server)
        candidate.look(server)
        switch, dead = target(truth, "form.subscribe"), target(truth, "form.ignored")
        for what, call in [
            ("look", lambda: candidate.look(server)),
            ("tap", lambda: candidate.tap(server, switch)),
            ("no-op tap", lambda: candidate.tap(server, dead)),
        ]:
            spent, waited = [], []
            for _ in range(rounds):
                before, touches = device_seconds(truth, "simulator"), len(truth.entries("tap"))
                text, took = call()
                waited.append(took / 1000)
                spent.append(device_seconds(truth, "simulator") - before)
                if len(truth.entries("tap")) - touches != (what != "look"):
                    raise AssertionError(f"{what} did not touch the phone as often as it should: {text[:400]}")
                rest(truth)
            row[f"{what} device s"], row[f"{what} s"] = median(spent), median(waited)
    return row


@contextlib.contextmanager
def surroundings():
    """The program `ios` on the path, and somebody on the tunnel's port."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as tunnel:
        shutil.copy(FOREIGN / "fake_ios.sh", pathlib.Path(folder) / "ios")
        tunnel.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with contextlib.suppress(OSError):
            tunnel.bind(("127.0.0.1", TUNNEL_PORT))
            tunnel.listen(64)
            threading.Thread(target=answer, args=(tunnel,), daemon=True).start()
        yield folder
        with contextlib.suppress(OSError):
            # Closing alone would leave the port to whoever still waits on it.
            tunnel.shutdown(socket.SHUT_RDWR)


def answer(tunnel):
    while True:
        try:
            tunnel.accept()[0].close()
        except OSError:
            return


def measured(options):
    rows = {}
    for profile, measure, rounds in [
        ("instant", on_an_instant_phone, options.rounds),
        ("simulator", on_a_slow_phone, max(3, options.rounds // 10)),
    ]:
        port = "8100" if options.mobile else "0"
        phone_options = ("--wda-port", port, "--profile", profile, "--no-caret")
        with surroundings() as folder, phone(options.phone, *phone_options) as (ready, truth):
            for candidate in candidates(options, ready, folder):
                print("measuring", candidate.name, "on", profile, file=sys.stderr, flush=True)
                rows.setdefault(candidate.name, {}).update(measure(candidate, truth, rounds))
    return rows


def number(value, digits=0):
    return NOTHING if value is None else f"{value:,.{digits}f}"


LINES = [
    ("list of tools, characters", "tools", 0, 1),
    ("list of tools, tokens (characters / 4)", "tools", 0, 4),
    ("process start to answered `initialize`, ms", "boot ms", 1, 1),
    *[(f"look at {screen}, characters", f"characters of {screen}", 0, 1) for screen in SCREENS],
    *[(f"look at {screen}, tokens", f"characters of {screen}", 0, 4) for screen in SCREENS],
    ("look, host ms", "look ms", 1, 1),
    ("tap until its screen is read, host ms", "tap ms", 1, 1),
    ("the same, characters", "characters of a tap", 0, 1),
    ("tap without its screen, host ms", "bare tap ms", 1, 1),
    ("tap that does nothing, host ms", "no-op tap ms", 1, 1),
    ("look, device seconds (simulator)", "look device s", 2, 1),
    ("tap until its screen is read, device seconds", "tap device s", 2, 1),
    ("tap that does nothing, device seconds", "no-op tap device s", 2, 1),
    ("tap until its screen is read, seconds waited", "tap s", 2, 1),
    ("tap that does nothing, seconds waited", "no-op tap s", 2, 1),
]


def table(rows):
    names = list(rows)
    yield "| | " + " | ".join(names) + " |"
    yield "|---" * (len(names) + 1) + "|"
    for title, key, digits, share in LINES:
        values = [rows[name].get(key) for name in names]
        cells = [number(None if value is None else value / share, digits) for value in values]
        yield f"| {title} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("phone", "ours"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("pypi", "mobile", "json"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--rounds", type=int, default=30)
    options = parser.parse_args()
    rows = measured(options)
    print("\n".join(table(rows)))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
