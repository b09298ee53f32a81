"""Checks what a shader of testcases/benchmark computed in two rounds with an independent calculation.

    check_benchmark.py --source SOURCE          writes random words
    check_benchmark.py NAME SOURCE TARGET       checks the target of 16 workgroups
"""

import hashlib
import itertools
import math
import pathlib
import random
import struct
import sys

GROUPS, LOCAL, ROUNDS, WORDS = 16, 256, 2, 16384
INVOCATIONS = GROUPS * LOCAL


def matrix_product(source):
    a = [[source[(row * 128 + k) % WORDS] % 256 for k in range(128)] for row in range(1, 129)]
    b = [[source[(k * 128 + column) % WORDS] % 256 for k in range(64, 192)] for column in range(128)]
    return [sum(map(int.__mul__, row, column)) for row in a for column in b]


def reduction(source):
    def total(group, round):
        return sum(source[(4096 * group + i + round) % WORDS] for i in range(4096))
    return [(3 * total(group, 0) + total(group, 1)) % 2**32 for group in range(GROUPS)]


def histogram(source):
    words = [source[(i + round) % WORDS] for round in range(ROUNDS) for i in range(1024 * GROUPS)]
    values = struct.pack(f"<{len(words)}I", *words)
    return [values.count(value) for value in range(256)]


def radix_sort(source):
    words = [source[(i + LOCAL) % WORDS] for i in range(INVOCATIONS)]
    groups = [words[LOCAL * i:LOCAL * (i + 1)] for i in range(GROUPS)]
    return [word for group in groups for word in sorted(group, key=lambda word: word % 256)]


def convolution(source):
    def texel(x, y):
        return source[4096 + min(max(y, 0), 63) * 64 + min(max(x, 0), 63)] % 256

    def weighted(x, y):
        return sum(math.comb(4, dx) * math.comb(4, dy) * texel(x + dx - 2, y + dy - 2)
                   for dx, dy in itertools.product(range(5), repeat=2))
    return [weighted(x, y) // 256 for y in range(64) for x in range(64)]


def sha256(source):
    digests = []
    for i in range(INVOCATIONS):
        digest = bytes(32)
        for round in range(ROUNDS):
            words = [source[(i + 4096 * part + round) % WORDS] for part in range(6)]
            digest = hashlib.sha256(digest + struct.pack(">6I", *words)).digest()
        digests += struct.unpack(">8I", digest)
    return digests


def nbody(source):
    found = []
    for group in range(GROUPS):
        words = source[LOCAL * group:LOCAL * (group + 1)]
        positions = [[(word >> shift) % 1024 / 512 - 1 for shift in (0, 10, 20)] for word in words]
        masses = [1 + (word >> 30) for word in words]
        velocities = [[0.0] * 3 for _ in words]
        for _ in range(ROUNDS):
            accelerations = []
            for own in positions:
                sums = [0.0] * 3
                for other, mass in zip(positions, masses):
                    offset = [b - a for a, b in zip(own, other)]
                    weight = mass / (math.hypot(*offset) ** 2 + 0.01) ** 1.5
                    sums = [one + weight * part for one, part in zip(sums, offset)]
                accelerations.append(sums)
            for position, velocity, acceleration in zip(positions, velocities, accelerations):
                for i in range(3):
                    velocity[i] += acceleration[i] / 65536
                    position[i] += velocity[i] / 64
        found += itertools.chain(*positions)
    return found


def main():
    if sys.argv[1] == "--source":
        rng = random.Random(1)
        pathlib.Path(sys.argv[2]).write_bytes(rng.randbytes(4 * WORDS))
        return
    name, source, target = sys.argv[1], *(pathlib.Path(file).read_bytes() for file in sys.argv[2:])
    expected = globals()[name](struct.unpack(f"<{WORDS}I", source))
    if name == "nbody":
        found = struct.unpack(f"<{len(expected)}f", target[:4 * len(expected)])
        wrong = [i for i, pair in enumerate(zip(found, expected)) if not math.isclose(*pair, rel_tol=1e-5, abs_tol=1e-5)]
    else:
        found = struct.unpack(f"<{len(expected)}I", target[:4 * len(expected)])
        wrong = [i for i, pair in enumerate(zip(found, expected)) if pair[0] != pair[1]]
    if wrong:
        i = wrong[0]
        sys.exit(f"{name}: {len(wrong)} of {len(expected)} elements are wrong; [{i}] is {found[i]}, expected {expected[i]}")


main()
