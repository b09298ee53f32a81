"""Compares the page of report_divergent.comp with what each lane does by its index.

check_report_divergent.py PAGE SUBGROUP_SIZE
"""

import sys

from report_page import data_of, lines_of, rows_of, segments_of

page, size = sys.argv[1], int(sys.argv[2])
INVOCATIONS = 8
(run,) = data_of(page)["runs"]
rows = rows_of(run)
loop_body, small, store = (next(i for i, text in enumerate(rows) if part in text)
                           for part in ("value += 3", "value = 100", "values[4 * i] ="))
subgroups = [range(first, min(first + size, INVOCATIONS)) for first in range(0, INVOCATIONS, size)]


def tangles(row, lanes):
    """The sets of invocations that execute the line together, in order."""
    if row == loop_body:
        found = [[i for i in lanes if k < i] for k in range(INVOCATIONS)]
    elif row == small:
        found = [[i for i in lanes if i < 2]]
    else:
        found = [list(lanes)]
    return [tangle for tangle in found if tangle]


counted = lines_of(run)
segments = segments_of(run)
for row in (loop_body, small, store):
    expected = [(number, tangle, lanes) for number, lanes in enumerate(subgroups)
                for tangle in tangles(row, lanes)]
    line = counted[row]
    assert line["executions"] == len(expected), (rows[row], line, expected)
    assert line["partial"] == sum(len(tangle) < len(lanes) for _, tangle, lanes in expected), line
    # A line has one or more instructions, which the same lanes execute.
    active = sum(len(tangle) for _, tangle, _ in expected)
    possible = sum(len(lanes) for _, _, lanes in expected)
    assert line["lanes"] * possible == line["possible"] * active, (rows[row], line, active, possible)
    assert line["possible"] % possible == 0, (rows[row], line, possible)
    for number, lanes in enumerate(subgroups):
        shown = [part[3] for part in segments[0, number] if part[2] == row]
        assert shown == [{i - lanes[0] for i in tangle} for tangle in tangles(row, lanes)], (rows[row], shown)

(access,) = [access for access in run["accesses"] if access["row"] == store and access["writes"]]
assert access["memory"] == "buffer" and not access["atomic"]
assert access["accesses"] == len(subgroups)
assert access["lanes"] == INVOCATIONS and access["bytes"] == 4 * INVOCATIONS
for bytes_of_segment, name in ((32, "segments32"), (128, "segments128")):
    expected = sum(len({16 * i // bytes_of_segment for i in lanes}) for lanes in subgroups)
    assert access[name] == expected, (name, access[name], expected)
for sample, lanes in zip(access["samples"], subgroups):
    assert sample["lanes"] == [i - lanes[0] for i in lanes]
    assert sample["offsets"] == [16 * i for i in lanes]

(buffer,) = run["buffers"]
assert buffer["written"] and buffer["count"] == 32
for i in range(INVOCATIONS):
    assert buffer["cells"][4 * i] == str(100 if i < 2 else 3 * i)
assert run["findings"] == [] and run["races"] == [] and run["status"] == 0
print("as computed by hand")
