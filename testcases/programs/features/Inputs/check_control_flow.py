"""Checks control_flow.comp. usage: check_control_flow.py JSON"""

import sys

from oracle import Result, expect_equal


def fall_through(x):
    case = x % 7
    trace = 0
    if case == 0:
        trace += 1
    if case in (0, 1):
        return trace + 10
    if case == 3:
        trace += 100
    if case in (3, 4, 5):
        trace += 1000
        if x > 30:
            return trace
        trace += 10000
    return trace + 100000


def first_factors(x):
    if x < 2:
        return 0
    for a in range(2, x):
        if x % a == 0 and x // a >= a:
            return 100 * a + x // a
    return -1


def collatz_length(x):
    length = 1
    while x != 1 and length < 100:
        x = 3 * x + 1 if x % 2 else x // 2
        length += 1
    return length


def switch_in_loop(x):
    state, steps = x % 3, 0
    while True:
        steps += 1
        if state == 0:
            state = 2
            continue
        if state == 1:
            if steps > x % 5 + 2:
                return 10 * steps + 1
            state = 0
        else:
            state = 1
        if steps > 8:
            return 10 * steps + 2


def nested(x):
    total, last = 0, -1
    for i in range(10):
        if (i + x) % 4 == 1:
            continue
        j = 0
        while j < 8:
            if (i ^ j) & 1:
                if i * j > x:
                    break
                total += i * j + 1
            j += 1
        last = j
        if total > 3 * x + 20:
            break
    return [total, last]


def live_out(x):
    a = x
    while True:
        b = 2 * a + 1
        if b > 90:
            return [a, b, 1]
        a = b - x // 2
        if a & 7 == 5:
            return [a, b, 2]
        if a > 200 or a <= 0:
            return [a, b, 3]


def short_circuit(x):
    calls = 0
    if x & 1:
        calls += 1
        if x & 2:
            calls += 10
    both = x & 3 == 3
    either = bool(x & 4)
    if not either:
        calls += 100
        either = calls > 100
    return calls + 1000 * both + 10000 * either


want = []
for x in range(64):
    want += nested(x) + [fall_through(x), first_factors(x), collatz_length(x + 1), switch_in_loop(x)]
    want += live_out(x) + [short_circuit(x)]
expect_equal("results", Result(sys.argv[1]).buffer("0.0", "int32"), want)
