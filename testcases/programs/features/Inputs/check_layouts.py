"""Checks layouts.comp. The offsets, in words, are worked out by hand from the rules of the three layouts.
usage: check_layouts.py JSON"""

import struct
import sys

from oracle import Result, expect_equal

# first, inner.a.x, inner.a.z, inner.b, inner.c.y, floats[3], columns[3][2], rows[3][2], last.x, last.z
STD140 = [0, 4, 6, 7, 9,          # inner at 4 (aligned to 16 bytes), six words rounded up to eight
          12, 16, 20,             # stride 16 bytes
          24, 25, 28, 29, 32, 33,  # columns, 16 bytes apart
          36, 40, 37, 41, 38, 42,  # two rows of three, 16 bytes apart
          44, 46]
STD430 = [0, 4, 6, 7, 9,
          12, 13, 14,             # stride 4 bytes
          16, 17, 18, 19, 20, 21,  # a column is a vec2: aligned to 8 bytes
          24, 28, 25, 29, 26, 30,  # a row is a vec3: aligned to 16 bytes
          32, 34]
SCALAR = [0, 1, 3, 4, 6,
          7, 8, 9,
          10, 11, 12, 13, 14, 15,
          16, 19, 17, 20, 18, 21,
          22, 24]

result = Result(sys.argv[1])
want = []
for offsets in (STD140, STD430, SCALAR):
    want += offsets + [0] * (24 - len(offsets))
expect_equal("offsets", result.buffer("0.3", "uint32"), want)


def bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


written = [7] * 20
for row, value in enumerate((1.0, 2.0, 3.0)):
    written[4 * row + 1] = bits(value)
written[12 + 4] = bits(4.0)
expect_equal("written", result.buffer("0.4", "uint32"), written)
