"""bounds.py RESULT    compares the intervals in the JSON of spirv-run with the sums of bounds.test."""

import json
import sys
from pathlib import Path

TENTH = 0.100000001490116  # the 32-bit float


def main():
    hidden = [TENTH * 1 + 0.5, 2.5, 3.5, 4.5]
    other = [TENTH * 1 + 0.5, 1.5, 1.5, 1.5]
    exact = {0: sum(hidden) + 10, 4: 2 * sum(hidden) + 20, 16: sum(other) + 10, 20: 2 * sum(other) + 20}
    enclosures = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["buffers"]["0.3"]["enclosures"]
    contained = all(one["low"] <= exact[one["offset"]] <= one["high"] for one in enclosures)
    widest = max(one["high"] - one["low"] for one in enclosures)
    print(f"{len(enclosures)} enclosed, {'all' if contained else 'not all'} contain the exact sums, widest {widest:.1e}")


main()
