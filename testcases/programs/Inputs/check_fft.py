"""Checks 256-point transforms with the definition. usage: check_fft.py JSON forward | JSON inverse ORIGINAL"""

import cmath
import math
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_close  # noqa: E402

N = 256
result = Result(sys.argv[1])
sign, scale = (-1, 1.0) if sys.argv[2] == "forward" else (1, 1.0 / N)
numbers = result.buffer("0.1", "float32")
signal = [complex(x, y) for x, y in zip(numbers[::2], numbers[1::2])]
roots = [cmath.exp(sign * 2j * math.pi * k / N) for k in range(N)]
want = []
for first in range(0, len(signal), N):
    part = signal[first:first + N]
    for k in range(N):
        z = scale * sum(part[i] * roots[i * k % N] for i in range(N))
        want += [z.real, z.imag]

# Eight stages, each with a few roundings relative to the largest intermediate magnitude (at most 256 * 2).
got = result.buffer("0.2", "float32")
largest = max(map(abs, signal))
expect_close("transform", got, want, absolute=largest * N * scale * 2**-20)
if sys.argv[2] == "inverse":
    with open(sys.argv[3], "rb") as file:
        data = file.read()
    expect_close("round trip", got, struct.unpack(f"<{len(data) // 4}f", data), absolute=1e-5)
