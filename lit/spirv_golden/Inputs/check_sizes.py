"""check_sizes.py SHADER FIXED ANY SCRATCH: results with all subgroup sizes, held against a bundle for one size and one for any."""

import struct
import subprocess
import sys
from pathlib import Path

shader, fixed, any_size, scratch = sys.argv[1:]
OUT = Path(scratch) / "out"


def check(bundle):
    return subprocess.run(["spirv-golden", "check", bundle, f"0.0={OUT}"], capture_output=True, check=False).returncode


for exponent in range(8):
    size = 2**exponent
    subprocess.run(["spirv-run", shader, "--subgroup-size", str(size), "--buffer", "0.0=uint32:0,0,0,5,0", "--output",
                    f"0.0={OUT}"], capture_output=True, check=True)
    assert check(any_size) == 0, size
    assert check(fixed) == (0 if size == 8 else 1), size
for index, wrong in ((0, 3), (1, 32), (2, 1), (3, 5), (4, 15)):
    numbers = list(struct.unpack("<5I", OUT.read_bytes()))
    numbers[index] = wrong
    right = OUT.read_bytes()
    OUT.write_bytes(struct.pack("<5I", *numbers))
    assert check(any_size) == 1, index
    OUT.write_bytes(right)
