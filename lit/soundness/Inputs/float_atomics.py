"""Compares the values that spirv-run encloses for sums of float atomics with those of every order and rounding.

    float_atomics.py SHADER [SEED]

Each sum has few summands, so every order of them, with every step rounded up or down, is tried.
"""

import itertools
import json
import random
import struct
import subprocess
import sys
from fractions import Fraction


def floats_around(exact):
    """The 32-bit floats next to a number."""
    near = struct.unpack("f", struct.pack("f", float(exact)))[0]
    if Fraction(near) == exact:
        return {near}
    bits = struct.unpack("i", struct.pack("f", near))[0]
    away = (Fraction(near) < exact) == (near > 0)
    other = struct.unpack("f", struct.pack("i", bits + (1 if away else -1)))[0]
    return {near, other}


def sums_in_all_orders(base, summands):
    results = set()
    for order in set(itertools.permutations(summands)):
        partial = {base}
        for summand in order:
            partial = set().union(*(floats_around(Fraction(each) + Fraction(summand)) for each in partial))
        results |= partial
    return results


def enclosed(shader, base, summands):
    text = ",".join(repr(each) for each in summands)
    command = ["spirv-run", shader, "-D", "CASE=0", "--buffer", f"0.0=float32:{text}", "--buffer", f"0.1=float32:{base!r},0,0,0,0,0,0,0",
               "--buffer", "0.2=uint32:0", "--dump", "0.1", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    buffer = json.loads(done.stdout)["buffers"]["0.1"]
    return buffer["data"][0], [each for each in buffer.get("enclosures", []) if each["offset"] == 0]


def check(shader, base, summands):
    results = sums_in_all_orders(base, summands)
    usual, enclosures = enclosed(shader, base, summands)
    if not enclosures:
        assert len(results) == 1, (base, summands, usual, results)
        return "exact"
    [one] = enclosures
    assert not one.get("any"), (base, summands)
    values = one.get("values")
    if values:
        values = {float(f"{each:.9g}") for each in values}
    least, most = (min(values), max(values)) if values else (one["low"], one["high"])
    as_float = lambda number: struct.unpack("f", struct.pack("f", number))[0]
    assert as_float(least) <= min(results) and max(results) <= as_float(most), (base, summands, one, results)
    # The base may also be added later, which permits little more.
    assert as_float(most) - as_float(least) <= 4 * (max(results) - min(results)) + 2 ** -20 * max(map(abs, results)), (one, results)
    return "enclosed"


def main():
    shader, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    chance = random.Random(seed)
    count = {"exact": 0, "enclosed": 0}
    for _ in range(40):
        kind = chance.randrange(3)
        number = [lambda: float(chance.randrange(-8, 9)),
                  lambda: struct.unpack("f", struct.pack("f", chance.uniform(-4, 4)))[0],
                  lambda: float(chance.choice([1e8, -1e8, 1.0, 3.0, 0.5]))][kind]
        base = chance.choice([0.0, number()])
        count[check(shader, base, [number() for _ in range(4)])] += 1
    print(f"{count['exact']} exact, {count['enclosed']} enclosed")


main()
