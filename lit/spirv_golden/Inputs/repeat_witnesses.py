"""Repeats the executions that the JSON of spirv-golden show names, with the command of spirv-run in the arguments."""
import json
import shlex
import subprocess
import sys

command = sys.argv[1:]
bundle = json.load(sys.stdin)["bundles"][0]
for name, witnesses in bundle["acceptance"]["witnesses"].items():
    for witness in witnesses:
        again = subprocess.run(
            command + shlex.split(witness["options"]) + ["--format", "json"],
            capture_output=True, check=False, text=True)
        data = json.loads(again.stdout)["buffers"][name]["data"]
        for i, bits in enumerate(witness["values"], witness["offset"] // 4):
            if data[i] != int(bits, 16):
                sys.exit(f"{name}[{i}] is {data[i]}, not {bits}")
            print(f"{name}[{i}] is {data[i]} with {witness['options']}")
