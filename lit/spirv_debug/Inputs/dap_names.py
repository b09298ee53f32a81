"""dap_names.py FILE OPTIONS...: steps through a program. At each stop, all variables of all scopes have finite trees, and what the editor
evaluates for a variable (its evaluateName) is the value that it shows. What has no value has no memory either."""

import sys
from pathlib import Path

from dap import Client

client = Client()
client.launch(Path(sys.argv[1]).resolve(), *sys.argv[2:], initialize={"supportsMemoryReferences": True})
compared = 0


def look_at(reference, scope, depth, frame):
    global compared
    assert depth < 12, scope
    for variable in client.request("variables", variablesReference=reference, count=8)["variables"]:
        name = variable.get("evaluateName")
        has_value = not variable["value"].startswith("unavailable") and ": unavailable" not in variable["value"]
        assert has_value or "memoryReference" not in variable, variable
        # The scope of all lanes shows only a summary.
        if name and scope != "All lanes":
            evaluated = client.request("evaluate", expression=name, frameId=frame, context="watch")
            assert evaluated["result"] == variable["value"], (variable, evaluated)
            compared += 1
        if variable["variablesReference"]:
            look_at(variable["variablesReference"], scope, depth + 1, frame)


for _ in range(12):
    frame = client.request("stackTrace", threadId=1)["stackFrames"][0]["id"]
    for scope in client.request("scopes", frameId=frame)["scopes"]:
        look_at(scope["variablesReference"], scope["name"], 0, frame)
    if not client.response(client.send("stepIn", threadId=1))["success"]:
        break  # the program has ended
    client.event("stopped")
assert compared > 50, compared
client.end()
print("done")
