"""Succeeds if each line of the first file is also in the second one, as many times."""

import collections
import sys


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return collections.Counter(line for line in file.read().splitlines() if line.strip())


missing = lines_of(sys.argv[1]) - lines_of(sys.argv[2])
for line in missing:
    print(f"missing in {sys.argv[2]}: {line}")
sys.exit(1 if missing else 0)
