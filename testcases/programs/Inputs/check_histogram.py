"""Checks histogram.comp. usage: check_histogram.py JSON"""

import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal  # noqa: E402

result = Result(sys.argv[1])
counts = collections.Counter(result.buffer("0.0"))
expect_equal("histogram", result.buffer("0.1"), [counts[b] for b in range(256)])
