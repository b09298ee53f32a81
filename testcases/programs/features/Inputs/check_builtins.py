"""Checks builtins.comp. usage: check_builtins.py JSON SUBGROUP_SIZE"""

import sys

from oracle import Result, expect_equal

size = int(sys.argv[2])
want = []
for z in range(4):
    for y in range(9):
        for x in range(8):
            local = [x % 4, y % 3, z % 2]
            index = (local[2] * 3 + local[1]) * 4 + local[0]
            lane = index % size
            want.append(local + [index])
            want.append([z // 2 * 10000 + y // 3 * 100 + x // 4, 2, 3, 2])
            want.append([index // size, lane, size, -(-24 // size)])
            want.append([1, size - lane, 1000 * lane + lane + 1, lane])
expect_equal("results", Result(sys.argv[1]).buffer("0.0", "uint32x4"), want)
