"""Checks that a buffer holds the sum of its former elements in element 0 and zero everywhere else.

usage: check_sum.py JSON BINDING N [--vec4] [--only-first]

The former elements were 1, 2, ... N. --vec4: the buffer was dumped as uint32x4. --only-first: the other
elements are not looked at.
"""

import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "programs"))
from oracle_json import Result, expect_equal, u32  # noqa: E402

parser = argparse.ArgumentParser()
parser.add_argument("json")
parser.add_argument("binding")
parser.add_argument("count", type=int)
parser.add_argument("--vec4", action="store_true")
parser.add_argument("--only-first", action="store_true")
args = parser.parse_args()

data = Result(args.json).buffer(args.binding)
total = u32(sum(range(1, args.count + 1)))
if args.only_first:
    expect_equal("sum", data[:1], [total])
elif args.vec4:
    expect_equal("sum", data, [[total, 0, 0, 0]] + [[0, 0, 0, 0]] * (args.count // 4 - 1))
else:
    expect_equal("sum", data, [total] + [0] * (args.count - 1))
