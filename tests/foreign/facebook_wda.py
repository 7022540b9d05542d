#!/usr/bin/env python3
"""Drives the virtual iPhone with facebook-wda, a client written by others.

Usage: facebook_wda.py PATH_OF_VIRTUAL_IPHONE [--require]

Starts the phone on chosen ports, goes through it as a user of that library would, and checks the
phone's own journal and world after each step. Without the packages it prints SKIP and exits 0;
--require turns that into a failure.
"""

import json
import subprocess
import sys
import time
import urllib.request
from importlib import metadata

FORM = "com.example.form"


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

    def last(self, kind):
        entries = [entry for entry in self.get("/virtual/journal") if entry["kind"] == kind]
        return entries[-1] if entries else None

    def view(self, identifier):
        for view in self.get("/virtual/world")["views"]:
            if view["identifier"] == identifier:
                return view
        return None

    def view_labelled(self, label):
        return any(view["label"] == label for view in self.get("/virtual/world")["views"])


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


def reads_status_and_starts_a_session(wda, client, truth, step):
    step("status")
    status = client.status()
    expect("status is ready", status["ready"] is True and status["os"]["name"] == "iOS")
    expect("the client finds the phone ready", client.is_ready())

    step("session")
    session = client.session(FORM)
    expect("a session id", len(session.session_id) == 36)
    eventually("the form is in front", lambda: truth.get("/virtual/world")["foreground"] == FORM)
    expect("a launch in the journal", truth.last("launch")["app"] == FORM)
    eventually("the launch has settled", lambda: not truth.get("/virtual/world")["moving"])
    return session


def reads_the_screen(session, truth, step):
    step("source")
    xml = session.source()
    expect("xml source", xml.startswith("<?xml") and 'name="form.name"' in xml)
    tree = session.source(format="json")
    expect("json source", tree["type"] == "Application" and tree["children"])
    expect("accessible source", session.source(accessible=True)["type"] == "Application")

    step("app, window, scale")
    expect("the current app", session.app_current()["bundleId"] == FORM)
    size = session.window_size()
    expect("window size", (size.width, size.height) == (402, 874))
    expect("scale", session.scale == 3)

    step("screenshot")
    picture = session.screenshot()
    expect("pixels", picture.size == (size.width * 3, size.height * 3))


def finds_elements(session, step):
    step("find")
    expect("by id", session(id="form.name").exists)
    expect("by label", session(label="Submit").exists)
    expect("by part of a label", session(labelContains="Subm").exists)
    expect("by name pattern", session(nameMatches=r"^form\.sub.*").exists)
    expect("by class", session(className="Switch").count() >= 1)
    expect("by predicate", session(predicate='label == "Submit" AND enabled == 1').exists)
    expect("by class chain", session(classChain='**/XCUIElementTypeButton[`label == "Submit"`]').exists)
    expect("by xpath", session(xpath='//XCUIElementTypeButton[@label="Submit"]').exists)
    expect("by two criteria", session(className="Button", label="Submit").exists)
    expect("an absent one does not exist", not session(label="No such thing").exists)
    field = session(id="form.name").get(timeout=5)
    expect("class of an element", field.className == "XCUIElementTypeTextField")
    expect("an element is enabled", field.enabled is True and field.visible is True)
    bounds = field.bounds
    expect("bounds of an element", bounds.width > 100 and bounds.height > 10)
    expect("the placeholder as value", field.value == "Name")


def taps_and_types(session, truth, step):
    step("tap")
    before = truth.view("form.subscribe")["value"]
    # A row's switch comes twice: the row, and inside it the knob that takes the touch.
    session(className="Switch").find_elements()[-1].tap()
    expect("a tap on the switch", truth.last("tap")["app"] == FORM)
    eventually("the switch turned", lambda: truth.view("form.subscribe")["value"] != before)
    expect("the client reads it too", session(className="Switch").get(timeout=5).value == "1")

    step("type")
    field = session(id="form.name").get(timeout=5)
    field.set_text("Ann")
    eventually("the field holds it", lambda: truth.view("form.name")["value"] == "Ann")
    expect("keys in the journal", truth.last("keys")["text"] == "Ann")
    session.send_keys(" Lee")
    eventually("more keys go to the focus", lambda: truth.view("form.name")["value"] == "Ann Lee")
    expect("the client reads it too", field.value == "Ann Lee")
    field.clear_text()
    eventually("the field is cleared", lambda: truth.view("form.name")["value"] in (None, ""))
    session.send_keys("Bob\n")
    eventually("return was pressed", lambda: truth.view("form.name")["value"] == "Bob")


def answers_an_alert(session, truth, step):
    step("alert")
    truth.post("/virtual/fault", {"kind": "permission_alert", "title": "May I?", "buttons": ["No", "Yes"]})
    session.tap(201, 330)
    eventually("an alert is open", lambda: truth.get("/virtual/world")["alert"])
    eventually("the client sees it", lambda: session.alert.exists)
    expect("its text", "May I?" in session.alert.text)
    expect("its buttons", list(session.alert.buttons()) == ["No", "Yes"])
    session.alert.click("Yes")
    expect("the answer is in the journal", truth.last("alert")["text"] == "Yes")
    eventually("the alert is gone", lambda: not truth.get("/virtual/world")["alert"])
    expect("the client sees that too", not session.alert.exists)


def swipes(client, truth, step):
    step("swipe")
    session = client.session("com.apple.MobileAddressBook")
    first = eventually("rows are shown", lambda: session(label="Contact 001").exists)
    expect("the first row", first)
    eventually("still", lambda: not truth.get("/virtual/world")["moving"])
    top = session(label="Contact 001").get(timeout=5).bounds
    session.swipe(200, 700, 200, 300, 0)
    entry = truth.last("drag") or truth.last("swipe")
    expect("a drag or a swipe in the journal", entry is not None)

    def moved():
        rows = session(label="Contact 001").find_elements()
        return not rows or not rows[0].visible or rows[0].bounds.y < top.y - 100

    eventually("the list moved", moved)
    session.swipe_up()
    eventually("a later row came", lambda: session(labelContains="Contact 01").exists)
    return session


def presses_and_asks(client, session, truth, step):
    step("apps, buttons, device")
    expect("state of an app in front", session.app_state("com.apple.MobileAddressBook")["value"] == 4)
    client.home()
    eventually("home", lambda: truth.get("/virtual/world")["foreground"] == "com.apple.springboard")
    session.app_activate(FORM)
    eventually("back in the form", lambda: truth.get("/virtual/world")["foreground"] == FORM)
    session.press("volumeUp")
    expect("a button in the journal", truth.last("button") is not None)
    expect("orientation", session.orientation == "PORTRAIT")
    expect("battery", 0 <= session.battery_info()["level"] <= 1)
    expect("device", session.device_info()["model"] == "iPhone")
    session.appium_settings({"snapshotMaxDepth": 40})
    expect("settings are echoed", session.appium_settings()["snapshotMaxDepth"] == 40)
    session.set_clipboard("copied")
    expect("terminate", session.app_terminate(FORM) is not None)
    eventually("ended", lambda: session.app_state(FORM)["value"] == 1)

    step("close")
    session.close()
    expect("no session is left", client.status()["sessionId"] is None)


def drive(wda, ready):
    def step(name):
        print("step:", name, flush=True)

    truth = Truth(ready["control"])
    client = wda.Client(ready["wda"])
    session = reads_status_and_starts_a_session(wda, client, truth, step)
    reads_the_screen(session, truth, step)
    finds_elements(session, step)
    taps_and_types(session, truth, step)
    answers_an_alert(session, truth, step)
    session = swipes(client, truth, step)
    presses_and_asks(client, session, truth, step)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--require"]
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        import wda
        import PIL
    except ImportError as error:
        print(f"SKIP: {error}; pip install facebook-wda pillow")
        return 1 if "--require" in sys.argv else 0
    print("facebook-wda", metadata.version("facebook-wda"), "· pillow", PIL.__version__, "· python", sys.version.split()[0])
    phone = subprocess.Popen(
        [arguments[0], "--wda-port", "0", "--control-port", "0", "--seed", "5", "--stay-with-stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        ready = json.loads(phone.stdout.readline())
        print("phone:", ready["name"], ready["wda"])
        drive(wda, ready)
    except Exception as error:  # every failure of a foreign client is a finding
        import traceback

        traceback.print_exc()
        print(f"FAIL: {type(error).__name__}: {error}")
        return 1
    finally:
        phone.stdin.close()
        try:
            phone.wait(timeout=5)
        except subprocess.TimeoutExpired:
            phone.kill()
    print("PASS")
    return 0


if __name__ == "__main__":
    sys.exit(main())
