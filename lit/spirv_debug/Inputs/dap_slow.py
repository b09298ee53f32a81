"""dap_slow.py FILE: a log point floods a client that reads nothing for a while, and then slowly. The server waits, takes no more than a few
MiB of memory for it, answers, and loses no line."""

import sys
import time
from pathlib import Path

from dap import Client

file = Path(sys.argv[1]).resolve()
line = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "sum +=" in text)
MEBIBYTE = 1 << 20


def resident_bytes(process):
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * 4096


def configure(client):
    client.request("setBreakpoints", source={"path": str(file)},
                   breakpoints=[{"line": line, "logMessage": "round {round} of a run that has a great number of rounds"}])


client = Client()
client.launch(file.name, "--buffer", "0.0=zero(16)", cwd=str(file.parent), configure=configure)
before = resident_bytes(client.process)
client.request("continue", threadId=1)
time.sleep(3)
assert resident_bytes(client.process) - before < 16 * MEBIBYTE, resident_bytes(client.process) - before

# The client reads again. The lines come in the order of the run, many in an event.
text, events = "", 0
while len(text) < 3 * MEBIBYTE:
    text += client.event("output")["output"]
    events += 1
    time.sleep(0.001)
assert events < 1000, events
numbers = [int(part.split()[0]) for part in text.split(": round ")[1:-1]]
assert numbers == list(range(len(numbers))), numbers[:10]

# The client can still pause the run.
client.send("pause", threadId=1)
assert client.event("stopped")["reason"] == "pause"
assert resident_bytes(client.process) - before < 16 * MEBIBYTE
client.end()
print("done")
