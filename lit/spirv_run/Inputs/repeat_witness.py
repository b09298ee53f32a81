"""Repeats the executions that the JSON report on standard input names, with the command of the arguments."""
import json
import shlex
import subprocess
import sys

command = sys.argv[1:]
for name, buffer in json.load(sys.stdin)["buffers"].items():
    for witness in buffer.get("witnesses", []):
        again = subprocess.run(
            command + shlex.split(witness["options"]) + ["--format", "json"],
            capture_output=True, check=False, text=True)
        value = json.loads(again.stdout)["buffers"][name]["data"][witness["element"]]
        if value != witness["value"]:
            sys.exit(f"{name}[{witness['element']}] is {value}, not {witness['value']}")
        print(f"{name}[{witness['element']}] is {value} with {witness['options']}")
    print(f"{name}: unproven {buffer.get('unproven')}")
