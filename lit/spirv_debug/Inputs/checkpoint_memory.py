"""checkpoint_memory.py FILE: --checkpoint-memory limits what the checkpoints of a run that writes 32 MiB again and again take. The first
checkpoint stays in any case. Going back works with each limit."""

import re
import subprocess
import sys

MEBIBYTE = 1 << 20
for limit in (1024, 40, 1):
    ran = subprocess.run(
        ["spirv-debug", "--batch", "--checkpoint-memory", f"{limit}M", "-e", "break 8", "-e", "run", "-e", "info checkpoints", "-e", "reverse-step",
         sys.argv[1], "--subgroup-size", "128", "-g", "16", "--buffer", "0.0=zero(33554432)"],
        capture_output=True, text=True, check=True)
    count, taken = map(int, re.search(r"(\d+) checkpoints? in (\d+) bytes", ran.stdout).groups())
    # The memory that the run has written since the last checkpoint is not counted yet: at most the buffer and its shadow.
    assert taken <= limit * MEBIBYTE * 1.25 + 20 * MEBIBYTE or count == 1, (limit, count, taken)
    assert "memory.comp:6" in ran.stdout, ran.stdout
print("done")
