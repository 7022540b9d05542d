#!/usr/bin/env python3
"""Drives the virtual iPhone with facebook-wda, a client written by others.

Usage: facebook_wda.py PATH_OF_VIRTUAL_IPHONE [--require]

Goes through every call of that library that a phone answers, as its users would, and checks the
phone's own journal and world after each step.
"""

import sys
from importlib import metadata

from virtual_phone import (
    CONTACTS, FORM, HOME, SETTINGS, arguments, eventually, expect, judged, phone, skip, step,
)


def reads_status_and_starts_a_session(client, truth):
    step("status")
    status = client.status()
    expect("status is ready", status["ready"] is True and status["os"]["name"] == "iOS")
    expect("the client finds the phone ready", client.is_ready() and client.wait_ready(timeout=5, noprint=True))
    client.healthcheck()

    step("session")
    session = client.session(FORM, arguments=["-a"], environment={"B": "c"})
    expect("a session id", len(session.session_id) == 36)
    truth.front(FORM)
    expect("a launch in the journal", truth.last("launch")["app"] == FORM)
    session.implicitly_wait(5)
    return session


def reads_the_screen(session):
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


def finds_elements(session):
    step("find")
    expect("by id", session(id="form.name").exists)
    expect("by name", session(name="form.name").exists)
    expect("by label", session(label="Submit").exists)
    expect("by part of a label", session(labelContains="Subm").exists)
    expect("by part of a name", session(nameContains="form.sub").exists)
    expect("by name pattern", session(nameMatches=r"^form\.sub.*").exists)
    expect("by value", session(value="Name").exists and session(valueContains="Nam").exists)
    expect("by class", session(className="Switch").count() >= 1)
    expect("by predicate", session(predicate='label == "Submit" AND enabled == 1').exists)
    expect("by class chain", session(classChain='**/XCUIElementTypeButton[`label == "Submit"`]').exists)
    expect("by xpath", session(xpath='//XCUIElementTypeButton[@label="Submit"]').exists)
    expect("by the xpath call", session.xpath('//Button[@label="Submit"]').exists)
    expect("by two criteria", session(className="Button", label="Submit").exists)
    expect("a child of another", session(className="Switch").child(className="Switch").exists)
    expect("by visibility and place", session(label="Submit", visible=True, enabled=True, index=0).exists)
    expect("an absent one does not exist", not session(label="No such thing").exists)
    expect("it has gone", session(label="No such thing").wait_gone(timeout=1))
    expect("it is not waited for", session(label="No such thing").click_exists(timeout=0) is False)


def reads_elements(session):
    step("read elements")
    field = session(id="form.name").get(timeout=5)
    expect("class of an element", field.className == "XCUIElementTypeTextField")
    expect("an element is enabled", field.enabled is True and field.visible is True and field.displayed is True)
    expect("it is accessible", field.accessible is True and field.accessibility_container is False)
    expect("its name is its type", field.name == "XCUIElementTypeTextField")
    bounds = field.bounds
    expect("bounds of an element", bounds.width > 100 and bounds.height > 10)
    expect("the placeholder as value", field.value == "Name" and field.text == "Name")
    expect("it is not selected", session(label="Submit").get(timeout=5).selected() is False)
    expect("all of it", field.info["value"] == "Name")


def taps(session, truth):
    step("tap, double tap, hold")
    before = truth.value("form.subscribe")
    # A row's switch comes twice: the row, and inside it the knob that takes the touch.
    knob = session(className="Switch").find_elements()[-1]
    knob.tap()
    expect("a tap on the switch", truth.last("tap")["app"] == FORM)
    eventually("the switch turned", lambda: truth.value("form.subscribe") != before)
    expect("the client reads it too", session(className="Switch").get(timeout=5).value == "1")
    knob.click()
    eventually("and back", lambda: truth.value("form.subscribe") == before)
    session.double_tap(201, 90)
    expect("a double tap", truth.last("double_tap") is not None)
    session.tap_hold(201, 90, 0.8)
    expect("a hold", len(truth.entries("hold")) == 1)
    session(id="form.submit").get(timeout=5).tap_hold(0.8)
    expect("a hold on an element", len(truth.entries("hold")) == 2)
    session.click(0.5, 0.1)
    expect("a tap by share", truth.last("tap")["y"] == 87)
    session(className="CollectionView").get(timeout=5).pinch(2, 1)
    expect("a pinch", truth.last("pinch") is not None)


def types(session, truth):
    step("type")
    field = session(id="form.name").get(timeout=5)
    field.set_text("Ann")
    eventually("the field holds it", lambda: truth.value("form.name") == "Ann")
    expect("keys in the journal", truth.last("keys")["text"] == "Ann")
    session.send_keys(" Lee")
    eventually("more keys go to the focus", lambda: truth.value("form.name") == "Ann Lee")
    expect("the client reads it too", field.value == "Ann Lee")
    field.clear_text()
    eventually("the field is cleared", lambda: truth.value("form.name") in (None, ""))
    session.send_keys("Bob\n")
    eventually("return was pressed", lambda: truth.value("form.name") == "Bob")


def answers_alerts(session, truth):
    step("alert")

    def asked(title):
        truth.post("/virtual/fault", {"kind": "permission_alert", "title": title, "buttons": ["No", "Yes"]})
        eventually("an alert is open", lambda: truth.world()["alert"])

    def answered(how):
        eventually("the alert is gone", lambda: not truth.world()["alert"])
        expect(f"answered with {how}", truth.last("alert")["text"] == how)

    expect("no alert yet", not session.alert.exists)
    asked("May I?")
    eventually("the client sees it", lambda: session.alert.exists and session.alert.wait(1))
    expect("its text", "May I?" in session.alert.text)
    expect("its buttons", list(session.alert.buttons()) == ["No", "Yes"])
    session.alert.click("Yes")
    answered("Yes")
    asked("And this?")
    expect("a button that is there is pressed", session.alert.click_exists(["Later", "No"]) is not None)
    answered("No")
    asked("Once more?")
    session.alert.accept()
    answered("Yes")
    asked("The last?")
    session.alert.dismiss()
    answered("No")


def swipes(client, truth):
    step("swipe, scroll")
    session = client.session(CONTACTS)
    eventually("rows are shown", lambda: session(label="Contact 001").exists)
    eventually("still", truth.is_still)
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
    session.swipe_down()
    session.swipe_left()
    session.swipe_right()
    eventually("still", truth.is_still)
    table = session(className="Table").get(timeout=5)
    moves = len(truth.entries("drag")) + len(truth.entries("swipe"))
    table.scroll("down", 0.5)
    expect("a scroll by direction", len(truth.entries("drag")) + len(truth.entries("swipe")) > moves)
    row = session(className="Cell").find_elements()[-1]
    row.scroll()
    return session


def moves_between_apps(client, session, truth):
    step("apps")
    expect("state of an app in front", session.app_state(CONTACTS)["value"] == 4)
    expect("the list of apps in front", CONTACTS in [app["bundleId"] for app in session.app_list()])
    client.home()
    truth.front(HOME)
    session.app_activate(FORM)
    truth.front(FORM)
    session.app_launch(SETTINGS)
    truth.front(SETTINGS)
    session.app_start(FORM)
    truth.front(FORM)
    session.deactivate(0.5)
    truth.front(FORM, "the app comes back by itself")
    session.app_stop(SETTINGS)
    expect("it does not run", session.app_state(SETTINGS)["value"] == 1)
    session.siri_activate("what time is it")


def uses_the_device(client, session, truth):
    step("buttons, lock, device")
    session.press("volumeUp")
    session.press_duration("volumeDown", 0.1)
    pressed = [entry["text"] for entry in truth.entries("button")]
    expect("buttons in the journal", [text.lower() for text in pressed[-2:]] == ["volumeup", "volumedown"])
    client.lock()
    expect("locked", client.locked())
    client.unlock()
    expect("unlocked", not client.locked())
    session.orientation = "LANDSCAPE"
    expect("landscape", session.orientation == "LANDSCAPE")
    session.orientation = "PORTRAIT"
    expect("portrait", session.orientation == "PORTRAIT")
    expect("battery", 0 <= session.battery_info()["level"] <= 1)
    expect("device", session.device_info()["model"] == "iPhone")
    session.appium_settings({"snapshotMaxDepth": 40})
    expect("settings are echoed", session.appium_settings()["snapshotMaxDepth"] == 40)
    session.set_clipboard("copied")
    expect("the clipboard", session.get_clipboard() == "copied")
    session.open_url("App-prefs:root=WIFI")
    expect("a link in the journal", truth.last("open_url") is not None)

    step("close")
    expect("the session knows its app", session.bundle_id is None or session.bundle_id)
    session.close()
    expect("no session is left", client.status()["sessionId"] is None)


def drive(wda, ready, truth):
    client = wda.Client(ready["wda"])
    session = reads_status_and_starts_a_session(client, truth)
    reads_the_screen(session)
    finds_elements(session)
    reads_elements(session)
    taps(session, truth)
    types(session, truth)
    answers_alerts(session, truth)
    session = swipes(client, truth)
    moves_between_apps(client, session, truth)
    uses_the_device(client, session, truth)


def main():
    (program,) = arguments(1, __doc__)
    try:
        import PIL
        import wda
    except ImportError as error:
        return skip(f"{error}; pip install facebook-wda pillow")
    print("facebook-wda", metadata.version("facebook-wda"), "· pillow", PIL.__version__,
          "· python", sys.version.split()[0])

    def run():
        with phone(program) as (ready, truth):
            drive(wda, ready, truth)

    return judged(run)


if __name__ == "__main__":
    sys.exit(main())
