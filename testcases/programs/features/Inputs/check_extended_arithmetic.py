"""Checks extended_arithmetic.comp. usage: check_extended_arithmetic.py JSON"""

import sys

from oracle import Result, expect_equal, u32


def signed(x):
    return x - 2**32 if x >> 31 else x


result = Result(sys.argv[1])
source = result.buffer("0.0", "uint32")
want = []
for y in source:
    for x in source:
        want += [u32(x + y), x + y >> 32, u32(x - y), int(x < y), x * y >> 32, u32(x * y)]
        product = signed(x) * signed(y)
        want += [u32(product >> 32), u32(product)]
        if y != 0 and (x, y) != (2**31, 2**32 - 1):
            quotient = abs(signed(x)) // abs(signed(y))
            want += [x // y, u32(quotient if (signed(x) < 0) == (signed(y) < 0) else -quotient)]
        else:
            want += [0, 0]
        square = (y << 32 | x)**2
        want += [u32(square >> 32 * k) for k in range(4)]
expect_equal("results", result.buffer("0.1", "uint32"), want)
