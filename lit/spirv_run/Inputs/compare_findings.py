"""compare_findings.py DRIVER_FINDINGS SCRATCH ICD: runs the shaders that a lavapipe of Mesa 22.3 gets wrong with --compare-driver.

A right driver is accepted. For a wrong one, the report must show its values beside those of the oracle, lane by lane.
"""

import re
import subprocess
import sys
from pathlib import Path

page, scratch, icd = Path(sys.argv[1]).read_text(), Path(sys.argv[2]), sys.argv[3]
SIZES = {"value_after_loop": 256, "number_of_subgroups": 40}  # of their buffers, in bytes


def value_after_loop(invocation):
    """What the specification asks for."""
    a = invocation
    while True:
        b = a * 2 + 1
        if b > 90:
            return b
        a = b - invocation // 2
        if a & 7 == 5 or a > 200 or a <= 0:
            return b


for name, size in SIZES.items():
    shader = scratch / f"{name}.comp"
    shader.write_text(re.search(r"```glsl \S*" + name + r"\.comp\n(.*?)```", page, re.DOTALL)[1])
    done = subprocess.run(
        ["spirv-run", shader, f"--compare-driver={icd}", "--buffer", f"0.0=zero({size})"],
        capture_output=True, text=True, check=False)
    subgroup_size = int(re.search(r"subgroup size (\d+)", done.stdout)[1])
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert done.stdout.endswith(f"{shader}: {'accepted' if done.returncode == 0 else 'differs'}\n"), done.stdout
    if done.returncode == 0:
        continue
    assert "explained by" not in done.stdout or name == "number_of_subgroups", done.stdout
    rows = re.findall(r"^ +(\d+) +(yes|no) +(\d+) +(\d+) +(\d+)(  differs)?$", done.stdout, re.MULTILINE)
    assert len(rows) == subgroup_size, done.stdout
    assert any(row[5] for row in rows), done.stdout
    subgroup = int(re.search(r"subgroup (\d+) of workgroup \(0,0,0\), active at ", done.stdout)[1])
    for lane, active, offset, oracle, device, differs in rows:
        invocation = subgroup * subgroup_size + int(lane)
        right = -(-10 // subgroup_size) if name == "number_of_subgroups" else value_after_loop(invocation)
        assert (active, int(offset), int(oracle)) == ("yes", 4 * invocation, right), done.stdout
        assert (oracle != device) == bool(differs), done.stdout
