"""mapping_lines.py PROGRAM BUNDLE LEAST: checks the lines of `show` about mappings against the manifest."""

import json
import pathlib
import re
import subprocess
import sys

program, bundle, count = sys.argv[1:]  # the least number of such elements
manifest = json.loads((pathlib.Path(bundle) / "manifest.json").read_text())
wanted = {}
for resource in manifest["resources"]:
    for run in resource.get("output", {}).get("depends_on_mapping", []):
        for i in range(run["count"]):
            wanted[run["offset"] // 4 + i] = ", ".join(run["mappings"])
assert len(wanted) >= int(count), len(wanted)


def show(*options):
    return subprocess.run([program, "show", *options, bundle], stdout=subprocess.PIPE, check=True, text=True).stdout


lines = re.findall(r"uint32 elements? ([0-9,-]+): other values with the mappings? (.*)", show("--all"))
found = {}
for ranges, mappings in lines:
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        for element in range(int(first), int(last or first) + 1):
            assert element not in found
            found[element] = mappings
assert found == wanted
assert len({mappings for _, mappings in lines}) == len(lines)
assert show().count("other values with the mapping") <= 8
print(len(found), "elements depend on mappings, no two lines have the same mappings")
