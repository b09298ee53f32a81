"""Checks arrays.comp. usage: check_arrays.py JSON"""

import sys

from oracle import Result, expect_equal

TABLE = [[1, 2, 3, 4], [10, 20, 30, 40], [100, 200, 300, 400]]


def source(i, j, k):
    return (i * 4 + j) * 6 + k


want = []
for x in range(32):
    a, b = x & 3, x >> 3
    want.append(source(a, b, x % 6))
    want.append(sum(source(b, i, (x + i) % 6) * TABLE[i % 3][a] for i in range(4)))
    counters = [[0] * 3 for _ in range(2)]
    for i in range(x):
        counters[i & 1][i % 3] += i
    want.append(counters[x & 1][x % 3] * 1000 + counters[(x + 1) & 1][(x + 1) % 3])
    other = (x * 13 + 5) & 31
    pair = [[other * 2, other * 3], [other * 7, other * 5]]
    want.append(pair[x & 1][x >> 1 & 1] + (b * 8 + 7 - (x & 7)) * 1000)
    weights = (1, 2, 4, 8)
    want.append(2 * x * weights[a] + weights[(a + 1) & 3])
expect_equal("results", Result(sys.argv[1]).buffer("0.1", "int32"), want)
