"""What the scripts of this folder share: a virtual iPhone, its own truth, and how they report.

A script runs one client that others wrote against the phone and checks the phone's journal and world,
not only what the client believes. Without its packages it prints SKIP and exits 0; --require turns
that into a failure.
"""

import contextlib
import json
import socket
import subprocess
import sys
import time
import traceback
import urllib.request

FORM = "com.example.form"
CONTACTS = "com.apple.MobileAddressBook"
SETTINGS = "com.apple.Preferences"
HOME = "com.apple.springboard"


class Truth:
    """The phone's own account of what happened."""

    def __init__(self, base):
        self.base = base

    def get(self, path):
        with urllib.request.urlopen(self.base + path, timeout=10) as reply:
            return json.load(reply)

    def post(self, path, body):
        data = json.dumps(body).encode()
        with urllib.request.urlopen(self.base + path, data=data, timeout=10) as reply:
            return json.load(reply)

    def world(self):
        return self.get("/virtual/world")

    def entries(self, kind):
        return [entry for entry in self.get("/virtual/journal") if entry["kind"] == kind]

    def last(self, kind):
        entries = self.entries(kind)
        return entries[-1] if entries else None

    def view(self, identifier):
        for view in self.world()["views"]:
            if view["identifier"] == identifier:
                return view
        return None

    def value(self, identifier):
        view = self.view(identifier)
        return view and view["value"]

    def is_still(self):
        return not self.world()["moving"]

    def front(self, app, what=None):
        eventually(what or f"{app} is in front", lambda: self.world()["foreground"] == app)
        eventually("the change of apps has settled", self.is_still)


def step(name):
    print("step:", name, flush=True)


def eventually(what, holds, seconds=5.0):
    """The world moves in real time: a state counts when it comes about soon."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        value = holds()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(what)


def expect(what, holds):
    if not holds:
        raise AssertionError(what)


def free_port():
    """A port for a program that cannot choose one itself."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def phone(program, *options):
    """A running virtual iPhone: what it printed when it was ready, and its truth."""
    command = [program, "--seed", "5", "--stay-with-stdin", *options]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        ready = json.loads(process.stdout.readline())
        print("phone:", ready["name"], ready["wda"], flush=True)
        yield ready, Truth(ready["control"])
    finally:
        process.stdin.close()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()


def required():
    return "--require" in sys.argv


def arguments(count, usage):
    """The arguments of the command line without switches; ends with 2 when there are not that many."""
    given = [argument for argument in sys.argv[1:] if argument != "--require"]
    if len(given) != count:
        print(usage, file=sys.stderr)
        sys.exit(2)
    return given


def skip(reason):
    print(f"SKIP: {reason}")
    return 1 if required() else 0


def judged(run):
    """Runs the session of a foreign client: every failure of it is a finding."""
    try:
        run()
    except Exception as error:
        traceback.print_exc()
        print(f"FAIL: {type(error).__name__}: {error}")
        return 1
    print("PASS")
    return 0
