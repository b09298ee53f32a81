"""Checks an exclusive scan: 0.1 that of 0.0, 0.2 its value at the start of each workgroup. usage: check_scan.py JSON SIZE"""

import itertools
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal, u32  # noqa: E402

result = Result(sys.argv[1])
size = int(sys.argv[2])
elements = result.buffer("0.0")
want = [u32(s) for s in itertools.accumulate(elements[:-1], initial=0)]
expect_equal("scan", result.buffer("0.1"), want)
expect_equal("offsets", result.buffer("0.2"), want[::size])
