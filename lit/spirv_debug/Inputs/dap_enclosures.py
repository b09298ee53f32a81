"""dap_enclosures.py FILE: the intervals of floats in enclosures.comp, in the scopes of an editor."""

import sys

from dap import Client

client = Client()


def configure(client):
    client.request("setBreakpoints", source={"path": sys.argv[1]}, breakpoints=[{"line": 12}])


client.launch(sys.argv[1], "--buffer", "0.0=float32:1,2", "--buffer", "0.1=undef(8)", "--strict", configure=configure)
client.request("continue", threadId=1)
thread = client.event("stopped")["threadId"]
frame = client.request("stackTrace", threadId=thread)["stackFrames"][0]
scopes = {scope["name"]: scope["variablesReference"] for scope in client.request("scopes", frameId=frame["id"])["scopes"]}
rows = client.request("variables", variablesReference=scopes["All lanes"])["variables"]
row = next(variable for variable in rows if variable["name"] == "power")
lanes = client.request("variables", variablesReference=row["variablesReference"])["variables"]
assert [lane["value"] for lane in lanes] == ["4", "7.389056 in [7.389053, 7.389059]"], lanes
matrix = client.request("spirv/lanes", frameId=frame["id"], expressions=["power"])
cells = matrix["rows"][0]["cells"]
assert "enclosure" not in cells[0] and cells[1]["enclosure"] == "[7.389053, 7.389059]", cells

# A displayed value can be edited. Even if the number does not change, the interval disappears.
handle = row["variablesReference"]
scope = scopes["Locals"]
for name, value, wanted in (("power", "7.389056 in [7.389053, 7.389059]", "7.389056"), ("power", "2 in [7.389053, 7.389059]", "2"),
                            ("both", "(7.389056 in [7.389053, 7.389059], 4)", "(7.389056, 4)"), ("both", "(1?, 2.5)", "(1, 2.5)"),
                            ("steps", "7389056? in [7389052, 7389059]", "7389056"), ("power", "nan in [1, 2] or NaN", "nan"),
                            ("power", "-inf", "-inf"), ("steps", "i == 0 ? 5 : 6", "5")):
    assert client.request("setVariable", variablesReference=scope, name=name, value=value)["value"] == wanted, name
    assert client.request("setExpression", expression=name, value=value, frameId=frame["id"])["value"] == wanted, name
client.end()
