"""dap_texels.py FILE OPTIONS...: an editor opens the scope of the buffers down to the components of texels, and changes one with setVariable
and one with setExpression."""

import sys
from pathlib import Path

from dap import Client

client = Client()
client.launch(Path(sys.argv[1]).resolve(), *sys.argv[2:])
frame = client.request("stackTrace", threadId=1)["stackFrames"][0]["id"]
scopes = client.request("scopes", frameId=frame)["scopes"]


def children(reference):
    return {child["name"]: child for child in client.request("variables", variablesReference=reference)["variables"]}


def evaluate(expression):
    return client.request("evaluate", expression=expression, frameId=frame, context="watch")["result"]


buffers = children(next(scope for scope in scopes if scope["name"] == "Buffers")["variablesReference"])
elements = children(buffers["words"]["variablesReference"])
assert list(elements) == ["[0]", "[1]"], elements
row = children(children(elements["[1]"]["variablesReference"])["[0]"]["variablesReference"])
assert list(row) == ["[0]", "[1]"], row
texel = children(children(buffers["bytes"]["variablesReference"])["[0]"]["variablesReference"])["[1]"]
parts = children(texel["variablesReference"])
assert [part["value"] for part in parts.values()] == ["0"] * 4, parts
answer = client.request("setVariable", variablesReference=texel["variablesReference"], name=list(parts)[2], value="250")
assert answer["value"] == "250" and evaluate("bytes[0][1]") == "(0, 0, 250, 0)"
answer = client.request("setExpression", expression="words[1][0][1]", value="-7", frameId=frame)
assert answer["value"] == "-7" and evaluate("words[1][0][1]") == "-7" and evaluate("words[0][0][1]") == "0"
refused = client.response(client.send("setExpression", expression="bytes[0][0].x", value="256", frameId=frame))
assert not refused["success"] and "cannot represent 256" in refused["message"], refused
client.end()
print("done")
