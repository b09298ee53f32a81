"""Compares a buffer with the values of the command line. usage: check_values.py JSON BINDING [--close TOLERANCE] VALUE..."""

import sys

from oracle import Result, expect_close, expect_equal

arguments = sys.argv[3:]
got = Result(sys.argv[1]).buffer(sys.argv[2])
if arguments[0] == "--close":
    expect_close(sys.argv[2], got, map(float, arguments[2:]), absolute=float(arguments[1]))
else:
    expect_equal(sys.argv[2], got, [float(v) if "." in v else int(v) for v in arguments])
