"""Checks shared_memory.comp. usage: check_life.py JSON"""

import sys

from oracle import Result, expect_equal

N = 16
result = Result(sys.argv[1])
first = result.buffer("0.0", "uint32")
alive = {(i % N, i // N) for i, v in enumerate(first) if v & 1}
for _ in range(20):
    counts = {}
    for x, y in alive:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    at = ((x + dx) % N, (y + dy) % N)
                    counts[at] = counts.get(at, 0) + 1
    alive = {at for at, c in counts.items() if c == 3 or (c == 2 and at in alive)}
expect_equal("last", result.buffer("0.1"), [int((i % N, i // N) in alive) for i in range(N * N)])
expect_equal("transposed", result.buffer("0.2"), [1000 * ((i // N, i % N) in alive) + i for i in range(N * N)])
