"""dap_robust.py FILE ARRAY: orders of requests that clients should not use, and very large values and expressions, over TCP."""

import atexit
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from dap import PATIENCE, Client

file, array = (Path(name).resolve() for name in sys.argv[1:3])
run = ["--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)"]
line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "numbers[i]" in text)

server = subprocess.Popen(["spirv-debug", "--dap-port", "0"], stderr=subprocess.PIPE, text=True)
atexit.register(server.kill)
port = int(server.stderr.readline().split()[-1])

# Breakpoints before initialize are rejected; those before launch take effect.
client = Client(port=port)
assert "initialize" in client.refused("setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": line}])
client.request("initialize")
assert "before" in client.refused("initialize")
breakpoints = client.request("setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": line}])["breakpoints"]
assert [one["verified"] for one in breakpoints] == [False], breakpoints
assert "launched" in client.refused("continue", threadId=1)
assert "launched" in client.refused("stackTrace", threadId=1)
launch = client.send("launch", program=str(file), args=run)
client.event("initialized")
client.request("configurationDone")
client.response(launch)
stop = client.event("stopped")
assert stop["reason"] == "breakpoint", stop
assert "before" in client.refused("launch", program=str(file), args=run)

# To the end and beyond; the state remains, and the run can go back.
client.request("setBreakpoints", source={"path": str(file)}, breakpoints=[])
client.request("continue", threadId=stop["threadId"])
assert client.event("stopped")["reason"] == "end"
client.request("continue", threadId=stop["threadId"])
client.event("terminated")
for _ in range(3):
    client.request("continue", threadId=stop["threadId"])
client.request("threads")
client.request("stepBack", threadId=stop["threadId"])
client.event("stopped")
client.end()

# Values of 100 MB, page by page.
count = 25 << 20
client = Client(port=port)
stop = client.launch(array, "--buffer", f"0.0=uint32:iota({count})")
frame = client.request("stackTrace", threadId=stop["threadId"])["stackFrames"][0]["id"]
values = client.request("evaluate", expression="values", frameId=frame)
assert values["indexedVariables"] == count, values
assert len(values["result"]) < 1000
for start, wanted in ((0, 100), (count - 100, 100), (count - 1, 100), (count, 0)):
    page = client.request("variables", variablesReference=values["variablesReference"], filter="indexed", start=start, count=100)["variables"]
    assert len(page) == min(wanted, count - start), (start, len(page))
    assert all(one["name"] == f"[{start + i}]" and one["value"] == str(start + i) for i, one in enumerate(page)), page[:2]
assert len(client.request("variables", variablesReference=values["variablesReference"])["variables"]) <= 10_000

# Expressions of a megabyte: an answer or an error, within a short time.
begun = time.monotonic()
for expression in ("1" + "+1" * (1 << 19), "(" * (1 << 20), "-" * (1 << 20) + "1", "values" + "[0" * (1 << 19), "x" * (1 << 20),
                   "i" + ".x" * (1 << 19)):
    seq = client.send("evaluate", expression=expression, frameId=frame, context="watch")
    client.response(seq)
    client.request("setBreakpoints", source={"path": str(array)}, breakpoints=[{"line": 6, "condition": expression}])
client.request("setBreakpoints", source={"path": str(array)}, breakpoints=[])
assert time.monotonic() - begun < 30, time.monotonic() - begun

# A client that disconnects within a message, one that floods without reading, one that sends noise. The next one is served.
client.send_bytes(b'Content-Length: 100\r\n\r\n{"seq"')
client.socket.close()
client = Client(port=port)
client.launch(file, *run)
client.socket.settimeout(20)
message = b'{"seq":99,"type":"request","command":"threads"}'
flood = b"Content-Length: %d\r\n\r\n%b" % (len(message), message) * 20_000
try:
    client.socket.sendall(flood)
except TimeoutError:
    pass
client.socket.close()
with socket.create_connection(("127.0.0.1", port)) as noise:
    try:
        noise.sendall(os.urandom(1 << 20))
    except OSError:
        pass
client = Client(port=port)
assert client.launch(file, *run)["reason"] == "entry"
client.end()
assert server.poll() is None
server.terminate()
server.wait(PATIENCE)
print("done")
