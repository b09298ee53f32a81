"""Checks the race of report_race.comp on its page: lane 1 writes what lane 7 reads after one barrier.

check_report_race.py PAGE SUBGROUP_SIZE
"""

import sys

from report_page import data_of, rows_of, segments_of

page, size = sys.argv[1], int(sys.argv[2])
(run,) = data_of(page)["runs"]
rows = rows_of(run)
write, read, barrier = (next(i for i, text in enumerate(rows) if part in text)
                        for part in ("tile[0] = 7", "tile[7 - i]", "barrier()"))
assert any("</script> <!--" in text for text in rows)
segments = segments_of(run)
workgroup_barrier = 1
for parts in segments.values():
    assert [row for _, _, row, _, kind in parts if kind == workgroup_barrier] == [barrier], parts

race = next(race for race in run["races"]
            if {side["row"] for side in race["sides"]} == {write, read})
assert race["offset"] == 0, race
finding = run["findings"][race["finding"]]
assert finding["clause"].startswith("memory."), finding
for side in race["sides"]:
    invocation = side["subgroup"] * size + side["lane"]
    assert invocation == (1 if side["writes"] else 7), side
    assert side["row"] == (write if side["writes"] else read)
    # The access follows the one barrier.
    assert side["phase"] == 1 and [kind for _, _, kind, _ in side["barriers"]] == [workgroup_barrier], side
    at = next(part for part in segments[0, side["subgroup"]]
              if part[0] <= side["step"] < part[0] + part[1])
    assert at[2] == side["row"] and side["lane"] in at[3], (side, at)
print("lane 1 writes, lane 7 reads")
