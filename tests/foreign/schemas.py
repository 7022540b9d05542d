#!/usr/bin/env python3
"""Holds every published schema against converters that model providers' SDKs use.

OpenAI's strict function schemas, Gemini's two ways and JSON Schema 2020-12 must take all of them as
they are. Prints versions. Without the SDKs it says that it was skipped; with --require a skip is a
failure.

    python3 tests/foreign/schemas.py [--require] [path of the ios-mcp program]
"""

import copy
import importlib.metadata
import json
import subprocess
import sys

ARGUMENTS = [argument for argument in sys.argv[1:] if argument != "--require"]
PROGRAM = ARGUMENTS[0] if ARGUMENTS else "target/debug/ios-mcp"


def main():
    try:
        import mcp.types
        from agents.strict_schema import ensure_strict_json_schema
        from google.genai import _mcp_utils, types
        from jsonschema import Draft202012Validator
    except ImportError as reason:
        print(f"SKIPPED schemas.py: {reason}")
        sys.exit(1 if "--require" in sys.argv else 0)
    for package in ["openai-agents", "google-genai", "jsonschema"]:
        print(f"{package} {importlib.metadata.version(package)}")
    gemini = types.JSONSchema.model_validate
    checks = {
        "openai strict": lambda tool: ensure_strict_json_schema(tool["inputSchema"]),
        "gemini": lambda tool: types.Schema.from_json_schema(
            json_schema=gemini(tool["inputSchema"])
        ),
        "gemini mcp": lambda tool: _mcp_utils.mcp_to_gemini_tool(
            mcp.types.Tool.model_validate(tool)
        ),
        "2020-12": lambda tool: Draft202012Validator.check_schema(tool["inputSchema"]),
    }
    listed = subprocess.run([PROGRAM, "tools", "--json"], capture_output=True, check=True)
    tools = json.loads(listed.stdout)["tools"]
    refused = 0
    for tool in tools:
        for name, check in checks.items():
            try:
                check(copy.deepcopy(tool))
            except Exception as reason:  # noqa: BLE001, whatever a converter raises is a refusal
                refused += 1
                print(f"  {tool['name']}: {name}: {type(reason).__name__}: {reason}")
    print(f"{len(tools)} tools, {len(checks)} converters, {refused} refusals")
    if refused or not tools:
        print("FAILED schemas.py")
        sys.exit(1)
    print("PASSED schemas.py")


if __name__ == "__main__":
    main()
