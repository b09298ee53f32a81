"""many_checkpoints.py FILE: a run for whose checkpoints there is so little memory that the debugger drops every second one, several times. Going back, and
further back from there, reaches each moment, though processes that a checkpoint knew when it was made have ended since."""

import re
import subprocess
import sys

commands = ["break 11", "run", "info checkpoints"]
wanted = []
for percent in (70, 90, 60, 80, 50, 55, 40, 45, 30, 20, 25, 10, 99, 5):
    moment = percent * 200_000_000 // 100
    commands += [f"goto {moment}", "reverse-stepi", "print k"]
    wanted.append(moment)
ran = subprocess.run(["spirv-debug", "--batch", "--checkpoint-memory", "1M", *(word for command in commands for word in ("-e", command)), sys.argv[1],
                      "--subgroup-size", "4", "--buffer", "0.0=zero(16)"], capture_output=True, text=True)
assert ran.returncode == 0, ran.stdout + ran.stderr
reached = [int(moment) for moment in re.findall(r"\[(\d+)\] moment", ran.stdout)]
assert reached == wanted, (reached, wanted)
# Later moments have larger k.
values = [int(value) for value in re.findall(r"^k = (\d+)", ran.stdout, re.MULTILINE)]
order = sorted(range(len(wanted)), key=lambda i: wanted[i])
assert [values[i] for i in order] == sorted(values) and len(set(values)) == len(values), values
print("done")
