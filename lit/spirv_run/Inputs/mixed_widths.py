"""mixed_widths.py FILE: compares group operations on 8-bit and 64-bit integers with a model, for each subgroup size."""

import json
import subprocess
import sys

INVOCATIONS = 128
MASK = (1 << 64) - 1


def signed(x):
    x &= MASK
    return x - (1 << 64) if x >> 63 else x


def model(size):
    results = []
    for base in range(0, INVOCATIONS, size):
        lanes = range(base, base + size)
        a = {i: i * 37 & 255 for i in lanes}
        b = {i: i - 5 for i in lanes}
        for i in lanes:
            product = 1
            for j in range(base, i + 1):
                product = signed(product * b[j])
            r = (sum(a.values()) & 255) + product * 3 + min(b.values())
            for k in range(3):
                if k == 1 and i % 2 == 0:
                    continue
                folded = 0
                for j in range(base, i):
                    if k != 1 or j % 2 == 1:
                        folded ^= a[j] + k & 255
                r = r * 31 + folded
            greatest = max((b[j] for j in range(base, i)), default=-(1 << 63))
            r += b[base + (i - base ^ 1 & size - 1)] + (greatest & 15)
            results.append(r & MASK)
    return results


for size in (1, 2, 4, 8, 16, 32, 64, 128):
    ran = subprocess.run(["spirv-run", sys.argv[1], "--subgroup-size", str(size), "--buffer", "0.0=zero(1024)", "--format", "json"],
                         capture_output=True, text=True, check=True)
    values = [int(value) for value in json.loads(ran.stdout)["buffers"]["0.0"]["data"]]
    assert values == model(size), size
print("done")
