"""Checks that each segment of 512 pairs is sorted. usage: check_sort.py JSON"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal  # noqa: E402

result = Result(sys.argv[1])
words = result.buffer("0.0")
pairs = list(zip(words[::2], words[1::2]))
want = []
for first in range(0, len(pairs), 512):
    want += sorted(pairs[first:first + 512])
expect_equal("sorted pairs", result.buffer("0.1"), [word for pair in want for word in pair])
