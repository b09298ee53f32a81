"""dap_script.py FILE: a script whose second RUN has another shader. The breakpoint in it is verified when it runs; after the end, frames,
variables and disassembly do not fail."""

import sys
from pathlib import Path

from dap import Client

file = Path(sys.argv[1]).resolve()
client = Client()
set_points = []


def configure(client):
    points = client.request("setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": 7}, {"line": 17}])
    set_points.extend(points["breakpoints"])


assert client.launch(file, configure=configure)["reason"] == "entry"
assert [point["verified"] for point in set_points] == [True, False], set_points


def go_on():
    client.send("continue", threadId=1)
    return client.event("stopped")


def place():
    frame = client.request("stackTrace", threadId=1)["stackFrames"][0]
    return frame["name"], frame["line"]


assert go_on()["reason"] == "breakpoint" and place() == ("main", 7)
assert go_on()["reason"] == "end"
client.send("continue", threadId=1)
changed = [client.event("breakpoint")["breakpoint"] for _ in range(2)]
assert {(point["id"], point["verified"]) for point in changed} == {(set_points[0]["id"], False), (set_points[1]["id"], True)}, changed
assert client.event("stopped")["hitBreakpointIds"] == [set_points[1]["id"]]
assert place() == ("main", 17)
for _ in range(3):
    go_on()
client.send("continue", threadId=1)
client.event("terminated")
assert place()[0] == "(ended)"
frame = client.request("stackTrace", threadId=1)["stackFrames"][0]["id"]
assert client.request("scopes", frameId=frame)["scopes"] == []
client.send("stepBack", threadId=1)
client.event("stopped")
assert place()[0] in ("main", "(ended)")
client.end()
print("done")
