"""dap_progress.py FILE: requests that replay many millions of records report their progress, and the client cancels them. The
session remains usable."""

import sys
import time
from pathlib import Path

from dap import Client

file = Path(sys.argv[1]).resolve()
run = ["--subgroup-size", "1", "--buffer", "0.0=uint32:7"]
loop = next(number for number, text in enumerate(file.read_text().splitlines(), 1) if "x = x *" in text)

client = Client()
stop = client.launch(file, *run, initialize={"supportsProgressReporting": True})
thread = stop["threadId"]


def frame():
    return client.request("stackTrace", threadId=thread)["stackFrames"][0]["id"]


def value(expression):
    return client.request("evaluate", expression=expression, frameId=frame(), context="watch")["result"]


# Forward for some seconds, and then back to a place that does not exist.
client.request("continue", threadId=thread)
time.sleep(3)
client.request("pause", threadId=thread)
assert client.event("stopped")["reason"] == "pause"
end = int(value("moment"))
assert end > 10_000_000, end
client.request("setBreakpoints", source={"path": str(file)}, breakpoints=[{"line": loop, "condition": "i == 4000000000"}])


def cancelled(progress):
    """Waits for an update, cancels, and waits for the end of the progress."""
    updates = [client.event("progressUpdate") for _ in range(2)]
    for update in updates:
        assert update["progressId"] == progress["progressId"], update
        assert "of" in update["message"], update
        assert 0 <= update.get("percentage", 0) <= 100, update
    client.request("cancel", progressId=progress["progressId"])
    assert client.event("progressEnd")["progressId"] == progress["progressId"]


client.request("reverseContinue", threadId=thread)
progress = client.event("progressStart")
assert progress["cancellable"] and progress["title"] == "Going back", progress
begun = time.monotonic()
cancelled(progress)
assert client.event("stopped")["reason"] == "pause"
assert time.monotonic() - begun < 10
assert int(value("moment")) <= end

# The session is still usable: values, steps, breakpoints.
assert int(value("i")) >= 0
client.request("setBreakpoints", source={"path": str(file)}, breakpoints=[])
client.request("next", threadId=thread)
assert client.event("stopped")["reason"] == "step"
client.request("stepBack", threadId=thread)
assert client.event("stopped")["reason"] == "step"

# A request that needs the history is cancelled, and the state is as before.
client.request("continue", threadId=thread)
time.sleep(2)
client.request("pause", threadId=thread)
client.event("stopped")
before = value("moment"), value("x")
question = client.send("evaluate", expression="why x", frameId=frame(), context="repl")
progress = client.event("progressStart")
assert progress["requestId"] == question, progress
cancelled(progress)
answer = client.response(question)
assert not answer["success"] and answer["message"] == "cancelled", answer
assert (value("moment"), value("x")) == before
client.end()
print("done")
