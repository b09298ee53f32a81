"""Checks stream_compaction.comp. usage: check_compaction.py JSON"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal  # noqa: E402

result = Result(sys.argv[1])
elements = result.buffer("0.0")
kept = result.buffer("0.1")
parts = result.buffer("0.3")


def is_kept(value):
    return value % 3 == 0 or value.bit_count() % 2 == 0


total = sum(map(is_kept, elements))
expect_equal("count", result.buffer("0.2"), [total])
places = []
for group in range(len(parts) // 2):
    want = list(filter(is_kept, elements[256 * group:256 * group + 256]))
    first, count = parts[2 * group:2 * group + 2]
    expect_equal(f"count of workgroup {group}", [count], [len(want)])
    expect_equal(f"part of workgroup {group}", kept[first:first + count], want)
    places += range(first, first + count)
expect_equal("places", sorted(places), range(total))
expect_equal("rest", kept[total:], [0xFFFFFFFF] * (len(elements) - total))
