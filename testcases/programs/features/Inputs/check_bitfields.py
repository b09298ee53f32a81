"""Checks bitfields.comp. usage: check_bitfields.py JSON"""

import sys

from oracle import Result, expect_equal, u32


def signed(x, width=32):
    return x - (1 << width) if x >> (width - 1) else x


def insert(base, value, offset, count):
    mask = (1 << count) - 1
    return u32(base & ~(mask << offset) | (value & mask) << offset)


result = Result(sys.argv[1])
source = result.buffer("0.0", "uint32")
want = []
for i in range(8):
    x, y = source[i], source[7 - i]
    field = x >> 3 * i & 511
    want += [field, u32(signed(field, 9)), 0, x]
    want += [insert(x, y, 2 * i, 11), x ^ y, int(f"{x:032b}"[::-1], 2), x.bit_count()]
    want.append(u32((x & -x).bit_length() - 1))
    want.append(u32(x.bit_length() - 1))
    # Of a negative number, the highest bit that is zero.
    want.append(u32((~x & 0xFFFFFFFF if x >> 31 else x).bit_length() - 1))
    want.append(u32(x << i) ^ y >> 4 * i)
    want.append(u32(signed(x) >> 4 * i))
expect_equal("results", result.buffer("0.1", "uint32"), want)
