"""dap_hostile.py FILE: input that no client should send. The server answers, or closes the connection, and never hangs or crashes."""

import json
import os
import random
import socket
import subprocess
import sys
from pathlib import Path

from dap import PATIENCE, Client

file = Path(sys.argv[1]).resolve()
run = ["--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)"]


def ends(client, status=0):
    client.process.stdin.close()
    while client.receive() is not None:
        pass
    assert client.process.wait(PATIENCE) == status, client.process.returncode


# The input ends: at once, within a header, within a message, while a program is paused.
for data in (b"", b"Content-Le", b"Content-Length: 20\r\n\r\n{}"):
    client = Client()
    client.send_bytes(data)
    ends(client)
client = Client()
client.launch(file, *run)
ends(client)

# Input that is not the protocol ends the connection with status 2.
for data in (b"GET / HTTP/1.1\r\n\r\n", b"x" * 100_000, b"Content-Length: 4000000000\r\n\r\n"):
    client = Client()
    try:
        client.send_bytes(data)
    except BrokenPipeError:
        pass
    ends(client, 2)

# A message that is not a request is reported, and the session continues.
client = Client()
for content in (b"", b"{", b"[]", b"null", b'{"seq":1,"type":"request"}', b"[" * 100_000, b"\xff" * 10, b'{"seq":-1,"type":"event"}'):
    client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)
    assert client.event("output")["output"]
client.launch(file, *run)

# A flood of requests, sent before the client reads an answer.
sent = [client.send("threads") for _ in range(2000)]
for seq in sent:
    client.response(seq)

# Requests with arguments of any kind, in any order.
generator = random.Random(1)
commands = ["launch", "configurationDone", "continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue", "pause", "goto",
            "gotoTargets", "setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "dataBreakpointInfo",
            "setDataBreakpoints", "setExceptionBreakpoints", "exceptionInfo", "breakpointLocations", "threads", "stackTrace",
            "scopes", "variables", "setVariable", "setExpression", "evaluate", "completions", "disassemble", "readMemory",
            "writeMemory", "loadedSources", "source", "cancel", "restart", "spirv/lanes", "spirv/tangles", "spirv/focus",
            "spirv/timeline", "nonsense"]
names = ["threadId", "frameId", "variablesReference", "expression", "name", "value", "breakpoints", "filters", "line", "column",
         "text", "memoryReference", "instructionCount", "instructionOffset", "offset", "count", "start", "targetId", "source",
         "context", "granularity", "lane", "subgroup", "workgroup", "expressions", "data", "requestId", "levels", "startFrame"]
values = [0, 1, 2, 3, -1, 2**31, 2**63, 1e300, 0.5, "", "i", "value", "numbers[i]", "numbers[", "0x10", "repl", "instruction", "why i", "lanes",
          None, True, [], ["i"], {}, {"path": str(file)}, [{"line": 14}], [{"name": "main"}], ["finding"], "AAAA"]
for _ in range(1500):
    arguments = {name: generator.choice(values) for name in generator.sample(names, 8)}
    client.send(generator.choice(commands), **arguments)
last = client.send("threads")
client.response(last)
client.end()

# The client disconnects while the run continues, without reading.
client = Client()
client.launch(file, *run)
client.send("continue", threadId=1)
client.process.stdout.close()
client.process.stdin.close()
client.process.wait(PATIENCE)

# TCP: clients one after the other; one that says nothing does not stay for ever in the way of its own end.
server = subprocess.Popen(["spirv-debug", "--dap-port", "0"], stderr=subprocess.PIPE, text=True)
port = int(server.stderr.readline().split()[-1])
for _ in range(2):
    client = Client(port=port)
    assert client.launch(file, *run)["reason"] == "entry"
    client.end()
silent = socket.create_connection(("127.0.0.1", port))
silent.sendall(b"Content-Length: 10\r\n")
silent.close()
client = Client(port=port)
client.request("initialize")
client.end()
server.terminate()
server.wait(PATIENCE)
print("done")
