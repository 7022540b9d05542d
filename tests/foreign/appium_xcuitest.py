#!/usr/bin/env python3
"""Drives the virtual iPhone through Appium's server, its XCUITest driver and its Python client.

Usage: appium_xcuitest.py PATH_OF_VIRTUAL_IPHONE NODE_MODULES [--require]

NODE_MODULES holds `appium` and `appium-xcuitest-driver`; the folder above it is the server's home.
The driver is pointed at the phone's runner, so nothing of Apple's is needed. Needs Node 20.19 or newer.
"""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request
from importlib import metadata

from virtual_phone import (
    CONTACTS, FORM, HOME, SETTINGS, arguments, eventually, expect, free_port, judged, phone, skip, step,
)


def is_up(base):
    try:
        with urllib.request.urlopen(base + "/status", timeout=2) as reply:
            return json.load(reply)["value"]["ready"]
    except OSError:
        return False


@contextlib.contextmanager
def server(modules):
    """A running Appium server; its log is shown when something fails."""
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    log = tempfile.TemporaryFile("w+")
    command = ["node", str(modules / "appium" / "index.js"), "server", "--address", "127.0.0.1", "--port", str(port)]
    command += ["--log-no-colors", "--log-level", "info:debug"]
    env = {**os.environ, "APPIUM_HOME": str(modules.parent)}
    process = subprocess.Popen(command, cwd=modules.parent, env=env, stdout=log, stderr=subprocess.STDOUT)
    try:
        eventually("the server is up", lambda: process.poll() is not None or is_up(base), 60)
        yield base
    except Exception:
        log.seek(0)
        print("".join(log.readlines()[-60:]))
        raise
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()


def options(ready):
    from appium.options.ios import XCUITestOptions

    return XCUITestOptions().load_capabilities({
        "platformName": "iOS",
        "appium:automationName": "XCUITest",
        "appium:udid": ready["udid"],
        "appium:platformVersion": ready["devices"][0]["os"],
        "appium:webDriverAgentUrl": ready["wda"],
        "appium:noReset": True,
        "appium:skipLogCapture": True,
    })


def opens_an_app(driver, truth):
    step("apps: activate, state")
    driver.execute_script("mobile: activateApp", {"bundleId": FORM})
    truth.front(FORM)
    expect("state of an app in front", driver.query_app_state(FORM) == 4)
    info = driver.execute_script("mobile: activeAppInfo")
    expect("the active app", info["bundleId"] == FORM)


def reads(driver):
    from appium.webdriver.common.appiumby import AppiumBy

    step("source, screenshot, window")
    source = driver.page_source
    expect("the source is in Appium's element", "<AppiumAUT>" in source and 'name="form.name"' in source)
    expect("a PNG", driver.get_screenshot_as_png().startswith(b"\x89PNG"))
    size = driver.get_window_size()
    expect("the window", (size["width"], size["height"]) == (402, 874))
    expect("orientation", driver.orientation == "PORTRAIT")

    step("find by every strategy")
    found = [
        driver.find_element(AppiumBy.ACCESSIBILITY_ID, "form.name"),
        driver.find_element(AppiumBy.IOS_PREDICATE, "name == 'form.name'"),
        driver.find_element(AppiumBy.IOS_CLASS_CHAIN, "**/XCUIElementTypeTextField[`name == 'form.name'`]"),
        driver.find_element(AppiumBy.XPATH, "//XCUIElementTypeTextField[@name='form.name']"),
    ]
    expect("they are one element", len({element.id for element in found}) == 1)
    expect("many", len(driver.find_elements(AppiumBy.CLASS_NAME, "XCUIElementTypeSwitch")) >= 2)
    expect("nothing", driver.find_elements(AppiumBy.ACCESSIBILITY_ID, "no such thing") == [])
    field = found[0]
    expect("attributes", field.get_attribute("type") == "XCUIElementTypeTextField")
    expect("enabled and displayed", field.is_enabled() and field.is_displayed())
    expect("a picture of it", field.screenshot_as_png.startswith(b"\x89PNG"))
    return field


def clicks_and_types(driver, truth, field):
    from appium.webdriver.common.appiumby import AppiumBy

    step("click")
    before = truth.value("form.subscribe")
    driver.find_elements(AppiumBy.CLASS_NAME, "XCUIElementTypeSwitch")[1].click()
    eventually("the switch turned", lambda: truth.value("form.subscribe") != before)

    step("send keys, clear, keys to the focus")
    field.send_keys("Ann")
    eventually("the field holds it", lambda: truth.value("form.name") == "Ann")
    expect("the client reads it", field.get_attribute("value") == "Ann")
    expect("the keyboard is shown", driver.is_keyboard_shown())
    driver.execute_script("mobile: keys", {"keys": ["a", "b"]})
    eventually("keys went to the focus", lambda: truth.value("form.name") == "Annab")
    field.clear()
    eventually("the field is empty", lambda: truth.value("form.name") in (None, ""))
    expect("focus", driver.switch_to.active_element.id == field.id)


def touches(driver, truth, field):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    from selenium.webdriver.common.actions.pointer_input import PointerInput

    step("W3C actions with one finger and with two")
    taps = len(truth.entries("tap"))
    rect = field.rect
    finger = ActionChains(driver)
    finger.w3c_actions = ActionBuilder(driver, mouse=PointerInput("touch", "finger"))
    pointer = finger.w3c_actions.pointer_action
    pointer.move_to_location(int(rect["x"] + 20), int(rect["y"] + 20)).pointer_down().pause(0.05).release()
    finger.perform()
    expect("a tap", len(truth.entries("tap")) == taps + 1)
    hand = ActionBuilder(driver, mouse=PointerInput("touch", "one"))
    other = hand.add_pointer_input("touch", "two")
    hand.pointer_action.move_to_location(150, 300).pointer_down().move_to_location(100, 300).release()
    from selenium.webdriver.common.actions.pointer_actions import PointerActions

    PointerActions(other).move_to_location(250, 300).pointer_down().move_to_location(300, 300).release()
    hand.perform()
    expect("a pinch", truth.last("pinch") is not None)
    driver.execute_script("mobile: pinch", {"scale": 2.0, "velocity": 1.0})
    expect("another", len(truth.entries("pinch")) == 2)


def answers(driver, truth):
    step("alert")
    truth.post("/virtual/fault", {"kind": "permission_alert", "title": "May I?", "buttons": ["No", "Yes"]})
    eventually("an alert is open", lambda: truth.world()["alert"])
    expect("its text", "May I?" in driver.switch_to.alert.text)
    expect("its buttons", driver.execute_script("mobile: alert", {"action": "getButtons"}) == ["No", "Yes"])
    driver.execute_script("mobile: alert", {"action": "accept", "buttonLabel": "Yes"})
    eventually("the alert is gone", lambda: not truth.world()["alert"])
    expect("it was answered by name", truth.last("alert")["text"] == "Yes")


def swipes_and_switches(driver, truth):
    from appium.webdriver.common.appiumby import AppiumBy

    step("swipe, drag, scroll")
    driver.execute_script("mobile: launchApp", {"bundleId": CONTACTS})
    truth.front(CONTACTS)
    driver.execute_script("mobile: swipe", {"direction": "up"})
    eventually("still", truth.is_still)
    gone = driver.find_elements(AppiumBy.IOS_PREDICATE, "label == 'Contact 001' AND visible == 1")
    expect("the first row has gone", not gone)
    driver.execute_script("mobile: dragFromToForDuration",
                          {"fromX": 200, "fromY": 300, "toX": 200, "toY": 500, "duration": 0})
    driver.swipe(200, 600, 200, 300, 400)
    expect("touches that moved", len(truth.entries("drag")) + len(truth.entries("swipe")) >= 3)

    step("app switch, home, button")
    driver.activate_app(SETTINGS)
    truth.front(SETTINGS)
    expect("the other is behind", driver.query_app_state(CONTACTS) in (2, 3))
    driver.execute_script("mobile: pressButton", {"name": "home"})
    truth.front(HOME)
    expect("terminate", driver.terminate_app(SETTINGS) is True)
    expect("it does not run", driver.query_app_state(SETTINGS) == 1)


def device(driver, truth):
    step("settings, pasteboard, lock, screen")
    driver.update_settings({"snapshotMaxDepth": 40})
    expect("settings", driver.get_settings()["snapshotMaxDepth"] == 40)
    driver.set_clipboard_text("copied")
    expect("pasteboard", driver.get_clipboard_text() == "copied")
    driver.lock()
    expect("locked", driver.is_locked())
    driver.unlock()
    expect("unlocked", not driver.is_locked())
    expect("screen", driver.execute_script("mobile: deviceScreenInfo")["scale"] == 3)


def drive(base, ready, truth):
    from appium import webdriver

    step("session")
    driver = webdriver.Remote(base, options=options(ready))
    opens_an_app(driver, truth)
    field = reads(driver)
    clicks_and_types(driver, truth, field)
    touches(driver, truth, field)
    answers(driver, truth)
    swipes_and_switches(driver, truth)
    device(driver, truth)
    step("quit")
    driver.quit()
    with urllib.request.urlopen(ready["wda"] + "/status") as reply:
        expect("no session is left", json.load(reply)["sessionId"] is None)


def main():
    program, modules = arguments(2, __doc__)
    modules = pathlib.Path(modules).resolve()
    try:
        import appium  # noqa: F401
    except ImportError as error:
        return skip(f"{error}; pip install Appium-Python-Client")
    manifests = [modules / name / "package.json" for name in ("appium", "appium-xcuitest-driver")]
    if not all(manifest.exists() for manifest in manifests):
        return skip(f"no appium with its XCUITest driver in {modules}")
    versions = [json.loads(manifest.read_text())["version"] for manifest in manifests]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout.strip()
    print("appium", versions[0], "· xcuitest driver", versions[1], "· client",
          metadata.version("Appium-Python-Client"), "· node", node, "· python", sys.version.split()[0])

    def run():
        with phone(program) as (ready, truth), server(modules) as base:
            drive(base, ready, truth)

    return judged(run)


if __name__ == "__main__":
    sys.exit(main())
