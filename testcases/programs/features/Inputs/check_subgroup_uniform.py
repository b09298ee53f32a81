"""Checks subgroup_uniform.comp. usage: check_subgroup_uniform.py JSON SUBGROUP_SIZE"""

import functools
import math
import operator
import sys

from oracle import Result, expect_equal


def wrap(x):
    x &= 0xFFFFFFFF
    return x - 2**32 if x >> 31 else x


size = int(sys.argv[2])
integers, floats = [], []
for start in range(0, 64, size):
    v = [x * 37 % 64 - 20 for x in range(start, start + size)]
    ballot = [y > 10 for y in v]
    with_two = [i for i in range(size) if ballot[i] or i == 2]
    for lane in range(size):
        x, quad = start + lane, lane // 4 * 4
        row = [v[3], v[size - 1 - lane], v[lane ^ 2]]
        row.append(v[lane - 1] if lane >= 1 else -1000)
        row.append(v[lane + 3] if lane + 3 < size else -1000)
        row += [sum(v[quad:quad + 4]), max(v[lane & ~1], v[lane | 1]), v[quad + 2]]
        row.append(v[lane ^ 1] * 10000 + v[lane ^ 2] * 100 + v[lane ^ 3])
        row.append(min(v) * 1000 + max(v))
        row.append(max(v[:lane + 1]) * 1000 + min(v[:lane + 1]))
        row.append(wrap(math.prod(y | 1 for y in v)))
        row.append(functools.reduce(operator.xor, v[:lane], 0) ^ functools.reduce(operator.and_, v))
        row.append(sum(ballot) * 100 + sum(ballot[:lane + 1]))
        row.append(int(ballot[lane]))
        row.append(ballot[1] * 10000 + with_two[0] * 100 + with_two[-1])
        integers += row
        floats += [sum(v) / 4, sum(y * (start + i) for i, y in enumerate(v)) / 4, max(v) / 4 - start / 4, (lane + 1) / 4]

result = Result(sys.argv[1])
expect_equal("integers", result.buffer("0.0", "int32"), integers)
expect_equal("floats", result.buffer("0.1", "float32"), floats)
