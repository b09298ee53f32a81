"""variations.py SCRATCH SIZE SHADER [OPTION...]: whatever spirv-run may compute lies inside what the bundle accepts.

Generates a bundle without its own trial runs, so that the acceptance stands alone; then runs the shader under other policies of
reconvergence, orders of execution and choices of arithmetic, and checks each output.
"""

import json
import subprocess
import sys
from pathlib import Path

scratch, size, shader, *options = sys.argv[1:]
scratch = Path(scratch)
scratch.mkdir(parents=True, exist_ok=True)
options += ["--subgroup-size", size]
CHOICES = ("contract", "split-fma", "reassociate", "reciprocal", "toward-zero", "flush-denormals", "flush-results", "low",
           "high", "relax", "other-zeros", "other-nans", "low,toward-zero", "high,contract", "other-nans,other-zeros")
VARIATIONS = [["--reconvergence", "minimal"], *(["--seed", str(seed)] for seed in range(1, 6)),
              *(["--arithmetic", choice] for choice in CHOICES)]


def run(command, *allowed):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in allowed:
        sys.exit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done


run(["spirv-golden", "generate", shader, *options, "--no-variation-check", "--out", str(scratch)], 0)
bundle = scratch / f"{Path(shader).stem}.s{size}"
outputs = [r["name"] for r in json.loads((bundle / "manifest.json").read_text())["resources"] if "output" in r]
outside = 0
for variation in VARIATIONS:
    files = [f"{name}={scratch / name}" for name in outputs]
    run(["spirv-run", shader, *options, *variation, *(o for f in files for o in ("--output", f))], 0)
    check = run(["spirv-golden", "check", str(bundle), *files], 0, 1)
    if check.returncode:
        outside += 1
        print(" ".join(variation), check.stdout)
print(f"{len(VARIATIONS)} variations, {outside} outside of the acceptance")
sys.exit(1 if outside else 0)
