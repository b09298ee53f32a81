"""What atomics and group operations compute, on 32-bit unsigned integers."""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import FrozenSet, Sequence, Tuple

from .program import MASK


def signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value


def after_atomic(op: str, old: int, operands: Sequence[int]) -> int:
    """What the location holds after an atomic."""
    if op in ("load", "acquire", "wait", "turn"):
        return old
    if op == "take":  # a lock that is free
        return 1
    x = operands[0]
    if op == "add":
        return (old + x) & MASK
    if op == "double":
        return (2 * old + x) & MASK
    if op == "sub":
        return (old - x) & MASK
    if op == "and":
        return old & x
    if op == "or":
        return old | x
    if op == "xor":
        return old ^ x
    if op == "umin":
        return min(old, x)
    if op == "umax":
        return max(old, x)
    if op == "smin":
        return min(old, x, key=signed)
    if op == "smax":
        return max(old, x, key=signed)
    if op in ("exchange", "store", "release"):
        return x
    if op == "compare_exchange":
        return operands[1] if old == x else old
    raise ValueError(op)


def group_result(op: str, values: Sequence[Tuple[int, int]], lane: int, mask: int = MASK) -> int:
    """The result of `lane`; `values` has the lane and the value of each invocation of the tangle, by lane."""
    numbers = [value for _, value in values]
    if op == "elect":
        return int(lane == values[0][0])
    if op == "broadcast_first":
        return numbers[0]
    if op == "ballot":
        return sum(1 << each for each, value in values if value)
    if op == "any":
        return int(any(numbers))
    if op == "all":
        return int(all(numbers))
    if op == "add":
        return sum(numbers) & mask
    total = numbers[0]
    for number in numbers[1:]:
        total = after_atomic(op, total, (number,))
    return total


def to_float32(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0]


@lru_cache(maxsize=None)
def float_sums(values: Tuple[float, ...]) -> FrozenSet[int]:
    """All sums of the values, in any order and association with each step rounded, converted to integers."""
    return frozenset(int(value) & MASK for value in _sums(tuple(sorted(values))))


@lru_cache(maxsize=None)
def _sums(values: Tuple[float, ...]) -> FrozenSet[float]:
    if len(values) == 1:
        return frozenset(values)
    results = set()
    for chosen in range(1, 1 << (len(values) - 1)):  # the last value is always on the right
        left = tuple(v for i, v in enumerate(values) if chosen >> i & 1)
        right = tuple(v for i, v in enumerate(values) if not chosen >> i & 1)
        results |= {to_float32(a + b) for a in _sums(left) for b in _sums(right)}
    return frozenset(results)
