"""reverse_at_checkpoints.py FILE: a motion back finds the same places as the motions forward, also just after a checkpoint, where the debugger
has not seen what the run executed before. FILE executes long stretches with the same lanes."""

import re
import subprocess
import sys

RUN = [sys.argv[1], "--subgroup-size", "32", "--buffer", "0.0=uint32:iota(32)"]


def moments(*commands):
    """Of the stops after each command, in order."""
    options = [word for command in commands for word in ("-e", command)]
    text = subprocess.run(["spirv-debug", *options, *RUN], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout
    found = [int(number) for number in re.findall(r"^\[(\d+)\]", text, re.M)]
    return found[1:], text


_, text = moments("break 14", "run", "info checkpoints")
listed = re.search(r"at moments\s+([0-9,\s-]+)", text).group(1)
# How many there are depends on the speed of the machine. Each costs several runs.
checkpoints = [int(number) for number in re.findall(r"\d+", listed)][1:5]
assert checkpoints, text

# Another run has checkpoints elsewhere, so one run goes to the end and then checks the moments after all of its own.
starts = [moment + 50 for moment in checkpoints]
session = ["break 14", "run", "delete"]
for start in starts:
    session += [f"goto {start}", "reverse-tangle", f"goto {start}", "lane 31", "reverse-next"]
found, _ = moments(*session)
backward = found[1:]
for i, start in enumerate(starts):
    _, tangle, _, line = backward[4 * i : 4 * i + 4]
    assert tangle < start and line < start, (start, tangle, line)
    forward, _ = moments(f"goto {tangle - 1}", "tangle", "tangle", f"goto {line - 1}", "lane 31", "next", "next")
    assert forward[1] == tangle and forward[2] >= start, (start, tangle, forward)
    assert forward[4] == line and forward[5] >= start, (start, line, forward)

# Writes of a register, likewise.
session = ["break 14", "run", "delete"]
for start in starts:
    session += [f"goto {start}", "watch x", *["reverse-continue"] * 4, "delete"]
found, _ = moments(*session)
backward = found[1:]
for i, start in enumerate(starts):
    seen = backward[5 * i + 1 : 5 * i + 5]
    forward, _ = moments(f"goto {seen[-1] - 1}", "watch x", *["continue"] * 4)
    assert forward[1:] == seen[::-1], (start, seen, forward)
print("done")
