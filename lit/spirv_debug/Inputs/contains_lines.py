"""contains_lines.py FILE LINES: the one file contains all lines of the other, which has some."""

import sys

text, lines = (open(name, encoding="utf-8").read().splitlines() for name in sys.argv[1:3])
assert len(lines) > 3, lines
missing = [line for line in lines if line not in text]
assert not missing, missing
