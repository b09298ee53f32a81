"""Checks atomics.comp. usage: check_atomics.py JSON"""

import functools
import operator
import sys

from oracle import Result, expect_equal, expect_true, u32

N = 192
ids = range(N)
result = Result(sys.argv[1])
unsigned = result.buffer("0.0", "uint32")
handed_on = result.buffer("0.3", "uint32")
last = unsigned[6]
want = [
    N,
    min([1000] + [(i * 37 + 11) % 200 + 3 for i in ids]),
    max([5] + [i * 37 % 200 for i in ids]),
    u32(~0x1FFF),
    0x1FFFF,
    functools.reduce(operator.xor, (u32(i * 0x01010101) for i in ids)),
    last,
    max(i * 29 % 193 for i in ids),
]
expect_equal("unsigned", unsigned, want)
expect_equal("signed", result.buffer("0.1", "int32"),
             [sum(i - 100 for i in ids), -96, -5, 3 * sum(i - 10 for i in range(64))])
expect_equal("tickets", sorted(result.buffer("0.2", "uint32")), ids)
expect_equal("handed on", sorted(handed_on + [last]), range(N + 1))
expect_true(last != 0, "the last value exchanged in")
