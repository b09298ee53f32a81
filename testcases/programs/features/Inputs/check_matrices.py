"""Checks matrices.comp with exact fractions. A matrix is a list of columns. usage: check_matrices.py JSON"""

import math
import sys
from fractions import Fraction

from oracle import Result, expect_close

result = Result(sys.argv[1])
s = [Fraction(x) for x in result.buffer("0.0", "float32")]
a, v = [s[0:3], s[3:6], s[6:9]], s[9:12]
b = [[1, 2, 0], [-1, 0, 3], [2, 1, 1]]
c = [[2, 0, 0, 1], [0, 3, 0, 0], [1, 0, 4, 0], [0, 2, 0, 1]]


def dot(x, y):
    return sum(p * q for p, q in zip(x, y))


def transpose(m):
    return [list(row) for row in zip(*m)]


def times_vector(m, x):
    return [dot(row, x) for row in transpose(m)]


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1)**i * m[i][0] * determinant([col[1:] for k, col in enumerate(m) if k != i]) for i in range(len(m)))


def solve(m, x):
    """m^-1 * x by Cramer's rule."""
    return [Fraction(determinant([x if k == i else col for k, col in enumerate(m)])) / determinant(m) for i in range(len(m))]


def flat(m):
    return [x for col in m for x in col]


tall = [a[0], v]
want = flat([times_vector(a, col) for col in b])
want += times_vector(a, v)
want += [dot(v, col) for col in a]
want += flat(transpose(a))
want += [p * q for q in a[1] for p in v]
want += [p * q for p, q in zip(flat(a), flat(b))]
want += [p + 2 * q for p, q in zip(flat(a), flat(b))]
want += [determinant(a)]
want += [1, 0, 0, 0, 1, 0, 0, 0, 1]
want += [dot(col, a[2]) for col in tall]
want += times_vector(tall, [2, -1])
want += [determinant(c)]
want += solve(c, v + [1])
want += [a[0][0] * a[1][1] - a[1][0] * a[0][1]]
want += a[0] + v + [v[1], v[0], a[2][2]]
x, y = a[0], v
want += [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
want += [dot(a[0], v), 7, Fraction(3, 5), Fraction(4, 5)]
want += [v[0], -v[1], v[2]]
want += v if a[0][0] < 0 else [-p for p in v]
want += [math.sqrt(dot([p - q for p, q in zip(a[0], a[1])], [p - q for p, q in zip(a[0], a[1])]))]
want += [p + (q - p) / 4 for p, q in zip(a[0], v)]
want += [-p for p in a[2]]
want += [2, 0, 0, 0, 2, 0, 0, 0, 2]
want += [0] * (128 - len(want))
expect_close("results", result.buffer("0.1", "float32"), [float(x) for x in want], absolute=2e-5, relative=1e-6)
