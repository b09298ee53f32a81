"""Checks C = A * B. usage: check_matrix_product.py JSON ROWS INNER COLUMNS"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_close  # noqa: E402

rows, inner, columns = map(int, sys.argv[2:5])
result = Result(sys.argv[1])
a, b, c = (result.buffer(key, "float32") for key in ("0.0", "0.1", "0.2"))
want, bound = [], 0.0
for r in range(rows):
    for k in range(columns):
        terms = [a[r * inner + i] * b[i * columns + k] for i in range(inner)]
        want.append(sum(terms))
        bound = max(bound, sum(map(abs, terms)))
# Exact while all partial sums are integers below 2^24; else each of the additions and products rounds once.
tolerance = 0.0 if bound < 2**24 else bound * 2 * inner * 2**-24
expect_close("C", c, want, absolute=tolerance)
