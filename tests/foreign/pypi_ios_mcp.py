#!/usr/bin/env python3
"""Lets PyPI's `ios-mcp`, a server by others that drives phones, drive the virtual iPhone.

Usage: pypi_ios_mcp.py PATH_OF_VIRTUAL_IPHONE PATH_OF_ITS_SERVER [--require]

PATH_OF_ITS_SERVER is the program `ios-mcp` of that package (0.6.0, Python 3.12). It finds the phone
through a stand-in for the program `ios` and talks to the phone's runner; it never starts one.
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from stdio_mcp import Server, checked
from virtual_phone import CONTACTS, FORM, arguments, eventually, expect, judged, phone, skip, step

HERE = pathlib.Path(__file__).resolve().parent


@contextlib.contextmanager
def surroundings(ready):
    """What that server looks for around it: the program `ios`, and a runner that is there already."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(HERE / "fake_ios.sh", pathlib.Path(folder) / "ios")
        yield {
            "PATH": folder + os.pathsep + os.environ["PATH"],
            "HOME": folder,
            "FAKE_UDID": ready["udid"],
            "FAKE_NAME": ready["name"],
            "FAKE_OS": ready["devices"][0]["os"],
            "IOS_MCP_WDA__BASE_URL": ready["wda"],
            "FASTMCP_CHECK_FOR_UPDATES": "off",
            "FASTMCP_SHOW_SERVER_BANNER": "false",
        }


def ref_of(screen, pattern):
    """The ref of the first line that matches."""
    found = re.search(rf"(?m)\b(e\d+)\b[^\n]*{pattern}", screen)
    if not found:
        raise AssertionError(f"no {pattern} in:\n{screen}")
    return found.group(1)


def observed(server):
    return json.loads(checked(server.call("ios_observe"))[0])["text"]


def drive(server, truth):
    step("devices, session")
    text, _ = checked(server.call("ios_list_devices"))
    expect("the phone is listed", "Virtual iPhone" in text)
    text, _ = checked(server.call("ios_open_session", app=FORM))
    truth.front(FORM)
    step("observe")
    screen = observed(server)
    expect("the form is read", "Submit" in screen and "Name" in screen)

    step("tap")
    before = truth.value("form.subscribe")
    # Its policy takes the word for a purchase and wants a person's yes.
    yes = "set_value:form.subscribe"
    other = "off" if before == "1" else "on"
    checked(server.call("ios_set_value", target="Subscribe", value=other, approve=yes))
    eventually("the switch turned", lambda: truth.value("form.subscribe") != before)
    screen = observed(server)
    taps = len(truth.entries("tap"))
    checked(server.call("ios_tap", ref=ref_of(screen, "Name")))
    expect("a tap in the journal", len(truth.entries("tap")) == taps + 1)

    step("type")
    screen = observed(server)
    checked(server.call("ios_type", ref=ref_of(screen, "Name"), text="Ann"))
    eventually("the field holds it", lambda: truth.value("form.name") == "Ann")

    step("alert")
    truth.post("/virtual/fault", {"kind": "permission_alert", "title": "May I?", "buttons": ["No", "Yes"]})
    checked(server.call("ios_handle_alert", action="accept", button="Yes"))
    eventually("the alert is answered", lambda: not truth.world()["alert"])
    expect("by its name", truth.last("alert")["text"] == "Yes")

    step("scroll, picture, clipboard")
    checked(server.call("ios_launch_app", bundle_id=CONTACTS))
    truth.front(CONTACTS)
    checked(server.call("ios_scroll", direction="down", until="Contact 030"))
    expect("the list was moved by touches", truth.last("drag") or truth.last("swipe"))
    picture, _ = server.call("ios_screenshot")
    expect("a picture", any(part["type"] == "image" for part in picture["content"]))
    checked(server.call("ios_clipboard", action="set", text="copied"))
    expect("the clipboard", "copied" in checked(server.call("ios_clipboard", action="get"))[0])
    step("close")
    checked(server.call("ios_close_session"))


def main():
    program, server_path = arguments(2, __doc__)
    if not shutil.which(server_path):
        return skip(f"no {server_path}; pip install ios-mcp==0.6.0 with Python 3.12")
    python = pathlib.Path(shutil.which(server_path)).parent / "python"
    ask = "from importlib.metadata import version; import sys; print(version('ios-mcp'), '· python', sys.version.split()[0])"
    versions = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    print("PyPI ios-mcp", versions.stdout.strip() or "(version unknown)")

    def run():
        with phone(program) as (ready, truth), surroundings(ready) as env:
            log = tempfile.TemporaryFile("w+")
            try:
                with Server([server_path, "serve"], env, log) as server:
                    drive(server, truth)
            except Exception:
                log.seek(0)
                print("".join(log.readlines()[-40:]))
                raise

    return judged(run)


if __name__ == "__main__":
    sys.exit(main())
