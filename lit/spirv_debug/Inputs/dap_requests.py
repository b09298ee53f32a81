"""dap_requests.py FILE: a session that makes every request once, on reduce.comp."""

import base64
import sys
from pathlib import Path

from dap import Client

file = Path(sys.argv[1]).resolve()
lines = file.read_text().splitlines()


def line_of(text):
    return next(number for number, line in enumerate(lines, 1) if text in line)


client = Client()
reads = line_of("uint value = numbers[i]")
calls = line_of("value = twice(value)")


def configure(client):
    body = client.request("setBreakpoints", source={"path": str(file)},
                          breakpoints=[{"line": reads}, {"line": 1}, {"line": 900},
                                       {"line": calls, "condition": "i == 2"},
                                       {"line": reads, "hitCondition": "sometimes"},
                                       {"line": reads, "logMessage": "i is {i}"}])
    verified = [breakpoint["verified"] for breakpoint in body["breakpoints"]]
    assert verified[0] and not verified[2] and verified[3] and not verified[4] and verified[5], body
    assert "hit condition" in body["breakpoints"][4]["message"], body
    body = client.request("setBreakpoints", source={"path": str(file)},
                          breakpoints=[{"line": reads}, {"line": calls, "condition": "i == 2"}])
    assert [breakpoint["line"] for breakpoint in body["breakpoints"]] == [reads, calls], body
    body = client.request("setFunctionBreakpoints", breakpoints=[{"name": "twice"}, {"name": "no_such_function"}])
    assert [breakpoint["verified"] for breakpoint in body["breakpoints"]] == [True, False], body
    client.request("setFunctionBreakpoints", breakpoints=[])
    body = client.request("setExceptionBreakpoints", filters=["finding", "nonsense"],
                          filterOptions=[{"filterId": "data-race", "condition": "i == 0"}])
    assert [breakpoint["verified"] for breakpoint in body["breakpoints"]] == [True, False, True], body


stop = client.launch(file.name, "--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)",
                     cwd=str(file.parent), configure=configure,
                     initialize={"supportsMemoryReferences": True, "supportsInvalidatedEvent": True})
assert stop["reason"] == "entry", stop

# The place of the program.
sources = client.request("loadedSources")["sources"]
assert [source["path"] for source in sources] == [str(file)], sources
assert client.request("source", source=sources[0], sourceReference=0)["content"] == file.read_text()
locations = client.request("breakpointLocations", source={"path": str(file)}, line=1, endLine=len(lines))
assert {"line": reads} in locations["breakpoints"] and {"line": 1} not in locations["breakpoints"], locations

# To the breakpoint.
client.request("continue", threadId=1)
stop = client.event("stopped")
assert stop["reason"] == "breakpoint" and len(stop["hitBreakpointIds"]) == 1, stop
threads = client.request("threads")["threads"]
assert len(threads) == 2 and "subgroup 1" in threads[1]["name"], threads
thread = stop["threadId"]
frames = client.request("stackTrace", threadId=thread)
assert frames["totalFrames"] == 1 and frames["stackFrames"][0]["line"] == reads, frames
frame = frames["stackFrames"][0]
assert frame["source"]["path"] == str(file), frame
scopes = {scope["name"]: scope["variablesReference"] for scope in client.request("scopes", frameId=frame["id"])["scopes"]}
variables = client.request("variables", variablesReference=scopes["Locals"])["variables"]
values = {variable["name"]: variable["value"] for variable in variables}
assert values["i"] == "0" and values["value"] == "undef", values
assert len(client.request("variables", variablesReference=scopes["Locals"], start=1, count=1)["variables"]) == 1
all_lanes = client.request("variables", variablesReference=scopes["All lanes"])["variables"]
row = next(variable for variable in all_lanes if variable["name"] == "i")
of_lanes = client.request("variables", variablesReference=row["variablesReference"])["variables"]
assert [variable["value"] for variable in of_lanes] == ["0", "1", "2", "3"], of_lanes

# Steps, and a function.
client.request("next", threadId=thread)
assert client.event("stopped")["reason"] == "step"
client.request("continue", threadId=thread)
stop = client.event("stopped")
assert stop["reason"] == "breakpoint", stop
client.request("stepIn", threadId=thread)
client.event("stopped")
frames = client.request("stackTrace", threadId=thread)["stackFrames"]
assert [frame["name"] for frame in frames] == ["twice", "main"], frames
assert client.request("stackTrace", threadId=thread, startFrame=1, levels=1)["stackFrames"][0]["name"] == "main"
assert client.request("evaluate", expression="x", frameId=frames[0]["id"], context="hover")["result"] == "3"
assert client.request("evaluate", expression="value + i", frameId=frames[1]["id"], context="watch")["result"] == "5"
assert "x" in client.refused("evaluate", expression="x +", frameId=frames[0]["id"])
client.request("stepOut", threadId=thread)
client.event("stopped")
assert client.request("stackTrace", threadId=thread)["totalFrames"] == 1
client.request("next", threadId=thread, granularity="instruction")
client.event("stopped")
client.request("stepBack", threadId=thread, granularity="instruction")
client.event("stopped")

# Back and forth.
client.request("reverseContinue", threadId=thread)
client.event("stopped")
frame = client.request("stackTrace", threadId=thread)["stackFrames"][0]
assert frame["line"] == calls, frame
targets = client.request("gotoTargets", source={"path": str(file)}, line=reads)["targets"]
assert len(targets) == 2, targets
client.request("goto", threadId=thread, targetId=targets[1]["id"])
client.event("stopped")
frame = client.request("stackTrace", threadId=thread)["stackFrames"][0]
assert frame["line"] == reads, frame
assert "target" in client.refused("goto", threadId=thread, targetId=77)

# Values.
scopes = {scope["name"]: scope["variablesReference"] for scope in client.request("scopes", frameId=frame["id"])["scopes"]}
assert client.request("setVariable", variablesReference=scopes["Locals"], name="i", value="7")["value"] == "7"
assert client.request("setExpression", expression="i", value="2", frameId=frame["id"])["value"] == "2"
completions = client.request("completions", text="value + nu", column=11, frameId=frame["id"])["targets"]
assert any(target["label"] == "numbers" and target["start"] == 9 and target["length"] == 2 for target in completions), completions
read = client.request("readMemory", memoryReference="numbers[0]", count=8)
assert base64.b64decode(read["data"])[:8] == bytes([1, 0, 0, 0, 2, 0, 0, 0]), read
written = client.request("writeMemory", memoryReference="numbers[1]", data=base64.b64encode(bytes([9, 0, 0, 0])).decode())
assert written["bytesWritten"] == 4
assert client.request("evaluate", expression="numbers[1]", frameId=frame["id"])["result"] == "9"

# A reference to memory names the same bytes in every lane and frame; values in registers have none.
element = client.request("evaluate", expression="numbers[i]", frameId=frame["id"])
reference = element["memoryReference"]
assert "memoryReference" not in client.request("evaluate", expression="i + 1", frameId=frame["id"])
for lane in (0, 3, 2):
    client.request("spirv/focus", lane=lane)
    read = client.request("readMemory", memoryReference=reference, count=4)
    assert base64.b64decode(read["data"]) == bytes([int(element["result"]), 0, 0, 0]), (lane, read)
assert read["address"] == reference, read
frame = client.request("stackTrace", threadId=thread)["stackFrames"][0]
around = client.request("readMemory", memoryReference=reference, offset=-4, count=8)
assert base64.b64decode(around["data"])[4:] == bytes([int(element["result"]), 0, 0, 0]), around
assert client.request("readMemory", memoryReference=reference, offset=-1000000, count=8)["unreadableBytes"] == 8
whole = client.request("evaluate", expression="numbers", frameId=frame["id"])["memoryReference"]
read = client.request("readMemory", memoryReference=whole, count=100)
assert len(base64.b64decode(read["data"])) == 32 and read["unreadableBytes"] == 68, read
assert "outside" in client.refused("writeMemory", memoryReference="0xfff", data="AAAA")
shown = client.request("disassemble", memoryReference=frame["instructionPointerReference"], instructionOffset=-2,
                       instructionCount=5)["instructions"]
assert len(shown) == 5 and shown[2]["address"] == frame["instructionPointerReference"], shown
fill = client.request("disassemble", memoryReference=frame["instructionPointerReference"], instructionOffset=-5000,
                      instructionCount=3)["instructions"]
assert len(fill) == 3, fill
body = client.request("setInstructionBreakpoints", breakpoints=[{"instructionReference": shown[3]["address"]},
                                                                {"instructionReference": "x"}])
assert [breakpoint["verified"] for breakpoint in body["breakpoints"]] == [True, False], body
client.request("setInstructionBreakpoints", breakpoints=[])

# Our own requests, and commands in the debug console.
matrix = client.request("spirv/lanes", expressions=["i"], frameId=frame["id"])
assert [cell["value"] for cell in matrix["rows"][0]["cells"]] == ["0", "1", "2", "3"], matrix
assert client.request("spirv/tangles")["subgroups"][0]["tangles"], "no tangles"
assert client.request("spirv/focus", lane=2)["lane"] == 2
client.event("invalidated")
assert client.request("evaluate", expression="i", context="repl")["result"] == "2"
assert "0  1  2  3" in client.request("evaluate", expression="lanes i", context="repl")["result"]
assert "i is 2 in lane 2" in client.request("evaluate", expression="why i", context="repl")["result"]
assert client.request("evaluate", expression="tangles", context="repl")["result"].startswith("workgroup")
client.refused("evaluate", expression="why 1 +", context="repl")

# Data breakpoints.
info = client.request("dataBreakpointInfo", name="sums[0]")
assert info["dataId"] and info["description"] == "sums[0]" and "read" in info["accessTypes"], info
assert client.request("dataBreakpointInfo", name="i + 1")["dataId"] is None
assert client.request("dataBreakpointInfo", name="value")["accessTypes"] == ["write"]  # it is in registers
client.request("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
client.request("setBreakpoints", source={"path": str(file)}, breakpoints=[])
client.request("continue", threadId=thread)
stop = client.event("stopped")
assert stop["reason"] == "data breakpoint", stop
client.request("setDataBreakpoints", breakpoints=[])

# To the end, and again from the start.
client.request("continue", threadId=thread)
stop = client.event("stopped")
assert stop["reason"] == "end", stop
client.request("restart")
assert client.event("stopped")["reason"] == "entry"
assert "launch" in client.refused("attach")
client.refused("noSuchRequest")
client.refused("launch", program="x")
client.request("cancel", requestId=1)
client.request("pause", threadId=1)
client.request("terminate")
client.event("terminated")
client.end()
print("done")
