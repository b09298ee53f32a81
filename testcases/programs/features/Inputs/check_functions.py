"""Checks functions.comp. usage: check_functions.py JSON"""

import sys

from oracle import Result, expect_equal

want = []
for x in range(32):
    v = [x + 200, x + 100, x]
    values = [1, 2, 3, x]
    values[x & 3], v[1] = v[1], values[x & 3]
    want += [v[0] * 1000000 + v[1] * 1000 + v[2], sum(values)]
    want.append(x * 7 * 10000 + x * 7 // 10 * 100 + x * 7 % 10)
    balance, history, succeeded = 20, [0, 0, 0], 0
    for i in range(4):
        amount = (x + i * 5) % 13
        history = [amount] + history[:2]
        succeeded *= 2
        if amount <= balance:
            balance -= amount
            balance += balance % 2 == 0
            succeeded += 1
    want += [balance * 100 + succeeded, history[0] * 10000 + history[1] * 100 + history[2]]
    turned = [(1, 20, 300, 4000)[(i + x) & 3] for i in range(4)]
    want.append(sum((i + 1) * t for i, t in enumerate(turned)))
    want.append(2 * x + 1)
    y = 3 * x
    want.append(-y if y < 5 else next(i for i in range(100) if i * i >= y))
    want.append(7)
expect_equal("results", Result(sys.argv[1]).buffer("0.0", "int32"), want)
