"""Checks subgroup_divergence.comp. usage: check_subgroup_divergence.py JSON SUBGROUP_SIZE

Each model function maps the lanes of one subgroup, a list of local invocation indices, to results.
"""

import functools
import operator
import sys

from oracle import Result, expect_equal

size = int(sys.argv[2])
want = [[0] * 16 for _ in range(64)]
for start in range(0, 64, size):
    lanes = list(range(start, min(start + size, 64)))

    arm = [x for x in lanes if x % 3 == 0]
    other = [x for x in lanes if x % 3 != 0]
    for x in arm:
        want[x][0:3] = [arm[0], sum(arm), len(arm)]
    for x in other:
        want[x][0:3] = [1000 + other[0], 2 * sum(other), 100 + sum(y % 2 == 0 for y in other)]

    for turn in range(5):
        inside = [x for x in lanes if turn < x % 5]
        for x in inside:
            want[x][3] += len(inside)
            want[x][4] += x == inside[0]
    for x in lanes:
        want[x][5] = sum(want[y][3] for y in lanes)

    arm = [x for x in lanes if x & 6 != 2]
    for n, x in enumerate(arm):
        want[x][6] = sum(y + 1 for y in arm[:n + 1])
        want[x][7] = sum(y + 1 for y in arm[:n])
        want[x][8] = max([0] + [y * 7 % 64 for y in arm[:n]]) * 1000 + min((y * 11 + 5) % 64 for y in arm[:n + 1])

    for case in (0, 1):
        arm = [x for x in lanes if x % 4 == case]
        for x in arm:
            if case == 0:
                want[x][9] = all(y < 32 for y in arm) + 2 * any(y == 4 for y in arm) + 4
            else:
                want[x][9] = 8 + 16 * any(y > 60 for y in arm) + 32 * (len({y // 16 for y in arm}) == 1)

    for a in range(4):
        inside = [x for x in lanes if a <= x % 4]
        for b in range(3):
            counted = [x for x in inside if not (x & 8 and b == 2)]
            for x in counted:
                want[x][10] += len(counted) << (a * 2)

    staying = [x for x in lanes if x % 7 != 3]
    for x in lanes:
        want[x][13:16] = [max(lanes), functools.reduce(operator.xor, (3 * y for y in lanes)),
                          functools.reduce(operator.or_, (1 << y % 32 for y in lanes))]
    for x in staying:
        want[x][11:13] = [len(staying), staying[0] * 100 + staying[-1]]

expect_equal("results", Result(sys.argv[1]).buffer("0.0", "uint32"), [v for row in want for v in row])
