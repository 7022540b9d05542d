#!/usr/bin/env python3
"""Drives `ios-mcp serve --virtual` with the Python MCP SDK, which others wrote.

Opens Settings, turns Bold Text on, goes back, finds Contact 250 and types a note, and turns Bold Text on once
more in the stateless life cycle. Prints versions. Without the SDK it says that it was skipped; with
--require a skip is a failure.

    python3 tests/foreign/mcp_python.py [--require] [path of the ios-mcp program]
"""

import asyncio
import importlib.metadata
import sys

PROGRAM = "target/debug/ios-mcp"


def fail(text):
    print(f"FAILED {text}")
    sys.exit(1)


def text_of(result):
    return "\n".join(block.text for block in result.content if block.type == "text")


async def step(session, tool, arguments, verdicts):
    """Calls a tool; its first word must be one of the verdicts."""
    result = await session.call_tool(tool, arguments)
    text = text_of(result)
    first = text.splitlines()[0]
    print(f"  {tool} {arguments}\n    {first}")
    if verdicts and not first.startswith(verdicts):
        fail(f"{tool}: expected {' or '.join(verdicts)}\n{text}")
    return text


async def settings(session):
    done = ("changed: ", "already: ")
    await step(session, "list_devices", {}, ("1 device",))
    await step(session, "launch_app", {"bundle_id": "com.apple.Preferences"}, done)
    await step(session, "tap", {"target": "Accessibility", "expect": "Display & Text Size"}, done)
    await step(session, "tap", {"target": "Display & Text Size", "expect": "Bold Text"}, done)
    await step(session, "set_value", {"target": "Bold Text", "value": "on"}, ("changed: ",))
    await step(session, "set_value", {"target": "Bold Text", "value": "on"}, ("already: ",))
    await step(session, "tap", {"target": "Accessibility", "role": "button"}, ("changed: ",))


async def contacts_and_note(session):
    done = ("changed: ", "already: ")
    await step(session, "press_button", {"button": "home"}, ("changed: ",))
    await step(session, "launch_app", {"bundle_id": "com.apple.MobileAddressBook"}, done)
    scrolled = {"direction": "down", "until": "Contact 250"}
    await step(session, "scroll", scrolled, ("changed: ",))
    await step(session, "tap", {"target": "Contact 250", "expect": "(555) 01250"}, ("changed: ",))
    await step(session, "launch_app", {"bundle_id": "com.apple.mobilenotes"}, done)
    await step(session, "tap", {"target": "New Note"}, ("changed: ",))
    typed = {"text": "Milk, Brötchen & 3 eggs", "target": "note.body"}
    await step(session, "type_text", typed, ("changed: ",))
    text = await step(session, "observe_screen", {}, ())
    if "Milk, Brötchen & 3 eggs" not in text:
        fail(f"the note is not on the screen\n{text}")
    picture = await session.call_tool("take_screenshot", {})
    kinds = [block.type for block in picture.content]
    if kinds != ["text", "image"]:
        fail(f"a screenshot is {kinds}")
    refused = await session.call_tool("tap", {"target": "No such thing anywhere"})
    if not refused.is_error or not text_of(refused).startswith("ELEMENT_NOT_FOUND: "):
        fail(f"expected ELEMENT_NOT_FOUND\n{text_of(refused)}")


def server_of(program):
    from mcp import StdioServerParameters

    return StdioServerParameters(command=program, args=["serve", "--virtual"])


async def legacy(program):
    """With initialize: everything."""
    from mcp import ClientSession
    from mcp.client.stdio import stdio_client

    server = server_of(program)
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        opened = await session.initialize()
        print(f"initialize: {opened.protocol_version}, server {opened.server_info.name}")
        tools = (await session.list_tools()).tools
        print(f"tools: {len(tools)}")
        await settings(session)
        await contacts_and_note(session)


async def modern(program):
    """Stateless, where the SDK finds that the server can: the settings once more."""
    from mcp import Client

    async with Client(server_of(program)) as client:
        print(f"discover: {client.protocol_version}, server {client.server_info.name}")
        if client.protocol_version != "2026-07-28":
            fail("the stateless life cycle was not chosen")
        await settings(client)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--require"]
    try:
        version = importlib.metadata.version("mcp")
        from mcp.client.stdio import stdio_client  # noqa: F401
    except (ImportError, importlib.metadata.PackageNotFoundError) as reason:
        print(f"SKIPPED mcp_python.py: no Python MCP SDK ({reason})")
        sys.exit(1 if "--require" in sys.argv else 0)
    print(f"python {sys.version.split()[0]}, mcp {version}")
    program = arguments[0] if arguments else PROGRAM
    asyncio.run(legacy(program))
    asyncio.run(modern(program))
    print("PASSED mcp_python.py")


if __name__ == "__main__":
    main()
