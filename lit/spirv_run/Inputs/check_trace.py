"""Checks a file against the Trace Event Format, as an importer would.

check_trace.py FILE WORKGROUPS SUBGROUPS @EXECUTIONS: how many processes and threads it must have, and a file with the number of
complete events.
"""

import json
import sys

path, workgroups, subgroups = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with open(sys.argv[4].removeprefix("@"), encoding="utf-8") as file:
    executions = int(file.read())
with open(path, encoding="utf-8") as file:
    trace = json.load(file)
assert trace["displayTimeUnit"] in ("ms", "ns"), trace["displayTimeUnit"]
assert isinstance(trace["otherData"], dict)
assert isinstance(trace["traceEvents"], list)

INTEGERS = {"pid", "tid", "ts", "dur"}
MEMBERS = {
    "X": {"name", "cat", "ph", "ts", "dur", "pid", "tid"},
    "M": {"name", "ph", "pid", "tid", "args"},
    "B": {"name", "cat", "ph", "ts", "pid", "tid"},
    "E": {"ph", "ts", "pid", "tid"},
}
names = {"process_name": {}, "thread_name": {}}
process_of = {}  # by thread: importers may require unique thread numbers
ends = {}  # by thread: where its last event ends
open_slices = {}  # by thread: names of B without E
complete = 0
for event in trace["traceEvents"]:
    missing = MEMBERS[event["ph"]] - event.keys()
    assert not missing, (missing, event)
    for name in INTEGERS & event.keys():
        assert type(event[name]) is int and event[name] >= 0, event
    assert event["pid"] > 0 and event["tid"] > 0, ("0 is the idle process", event)
    thread = event["tid"]
    assert process_of.setdefault(thread, event["pid"]) == event["pid"], event
    if event["ph"] == "M":
        known = names[event["name"]]
        number = event["pid"] if event["name"] == "process_name" else thread
        assert known.setdefault(number, event["args"]["name"]) == event["args"]["name"], event
        continue
    assert isinstance(event.get("name", ""), str) and event.get("name", "?"), event
    assert isinstance(event.get("args", {}), dict), event
    # Slices of a thread must nest. Here they follow each other.
    assert event["ts"] >= ends.get(thread, 0), event
    ends[thread] = event["ts"] + event.get("dur", 0)
    stack = open_slices.setdefault(thread, [])
    if event["ph"] == "B":
        stack.append(event["name"])
    elif event["ph"] == "E":
        assert stack, ("E without B", event)
        stack.pop()
    else:
        assert event["dur"] > 0, event
        complete += 1
assert not any(open_slices.values()), open_slices
assert set(names["process_name"]) == set(process_of.values()), names
assert set(names["thread_name"]) == set(process_of), names
assert len(set(names["process_name"].values())) == workgroups, names["process_name"]
assert len(process_of) == subgroups, process_of
assert complete == executions, complete
print("the trace is well formed:", ", ".join(sorted(names["process_name"].values())))
