"""Checks small_types.comp. usage: check_small_types.py JSON"""

import math
import sys

from oracle import Result, expect_close, expect_equal, f16, f32


def wrap(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


result = Result(sys.argv[1])
data = result.buffer("0.0", "int8")
expect_equal("uint8", result.buffer("0.1", "uint8"), [((b & 255) * 3 + 200 & 255) >> 1 for b in data])
expect_equal("int16", result.buffer("0.2", "int16"), [wrap((wrap(b * 517, 16) >> 2) ^ 0x0F0F, 16) for b in data])

longs, doubles = [], []
for b in data:
    wide = wrap(b * 0x123456789AB - 5, 64)
    longs.append(wrap(wide * wide, 64))
    longs.append(((wide & (2**64 - 1)) >> 7) // 1000003)
    d = float(b) + 0.1
    doubles += [d * d - 1.0, math.sqrt(abs(b)) + float(wide)]
expect_equal("int64", result.buffer("0.3", "int64"), longs)
expect_close("float64", result.buffer("0.5", "float64"), doubles, absolute=1e-9, relative=1e-15)

halves = result.buffer("0.4", "float16")
# b / 8 is exact; the product and the sum round once each.
expect_equal("float16 arithmetic", halves[::2], [f16(f16(b / 8 * (b / 8)) + 0.5) for b in data])
# Vulkan lets a conversion to fewer bits round either way.
expect_close("float16 conversion", halves[1::2], [f32(b * f32(0.1)) for b in data], relative=2**-10)
