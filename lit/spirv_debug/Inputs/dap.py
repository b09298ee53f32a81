"""A client of the Debug Adapter Protocol for tests. It checks every message of the server against the protocol's schema."""

import json
import os
import select
import socket
import subprocess
import sys
import time
from pathlib import Path

import jsonschema

SCHEMA = json.loads((Path(__file__).parent / "debugAdapterProtocol.json").read_text())
PATIENCE = 60  # seconds


def validator(definition):
    schema = {"$schema": SCHEMA["$schema"], "definitions": SCHEMA["definitions"], "$ref": f"#/definitions/{definition}"}
    return jsonschema.Draft4Validator(schema)


def definition_of(message):
    if message["type"] == "event":
        name = message["event"]
        return name[0].upper() + name[1:] + "Event"
    if not message["success"]:
        return "ErrorResponse"
    name = message["command"]
    name = name[0].upper() + name[1:] + "Response"
    return name if name in SCHEMA["definitions"] else "Response"  # of our own requests


def check(message):
    definition = definition_of(message)
    errors = list(validator(definition).iter_errors(message))
    if errors:
        sys.exit(f"not a {definition}: {errors[0].message}\n{json.dumps(message, indent=2)}")
    unknown = unknown_fields(message.get("body"), definition)
    if unknown:
        sys.exit(f"the schema of {definition} has no {unknown}\n{json.dumps(message, indent=2)}")


def unknown_fields(body, definition):
    """Fields of the body that the protocol does not have: misspelled ones would be accepted otherwise."""
    if definition in ("Response", "ErrorResponse") or not isinstance(body, dict):
        return set()
    known = set()
    open_definitions = [SCHEMA["definitions"][definition]]
    while open_definitions:
        one = open_definitions.pop()
        for part in one.get("allOf", []):
            open_definitions.append(SCHEMA["definitions"][part["$ref"].split("/")[-1]] if "$ref" in part else part)
        found = one.get("properties", {}).get("body")
        if found and "$ref" in found:
            found = SCHEMA["definitions"][found["$ref"].split("/")[-1]]
        if found:
            known |= set(found.get("properties", {}))
    return set(body) - known


class Client:
    """Of a server on standard streams, or with `port` on TCP."""

    def __init__(self, port=None, program="spirv-debug"):
        self.process = None
        if port is None:
            self.process = subprocess.Popen([program, "--dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.reader, self.writer = self.process.stdout.fileno(), self.process.stdin.fileno()
        else:
            self.socket = socket.create_connection(("127.0.0.1", port))
            self.reader = self.writer = self.socket.fileno()
        self.bytes = b""
        self.seq = 0
        self.events = []
        self.responses = {}

    def send_bytes(self, data):
        while data:
            data = data[os.write(self.writer, data):]

    def send(self, command, **arguments):
        self.seq += 1
        message = {"seq": self.seq, "type": "request", "command": command, "arguments": arguments}
        content = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        return self.seq

    def receive(self, patience=PATIENCE):
        """The next message; None if the server has closed the connection."""
        end = time.monotonic() + patience
        while True:
            head, separator, rest = self.bytes.partition(b"\r\n\r\n")
            if separator:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.bytes = rest[length:]
                    message = json.loads(rest[:length])
                    check(message)
                    return message
            ready, _, _ = select.select([self.reader], [], [], max(end - time.monotonic(), 0))
            if not ready:
                sys.exit(f"no message within {patience} seconds")
            data = os.read(self.reader, 1 << 16)
            if not data:
                return None
            self.bytes += data

    def take_message(self):
        message = self.receive()
        if message is None:
            sys.exit("the server has closed the connection")
        if message["type"] == "event":
            self.events.append(message)
        else:
            self.responses[message["request_seq"]] = message

    def response(self, seq):
        while seq not in self.responses:
            self.take_message()
        return self.responses.pop(seq)

    def request(self, command, **arguments):
        """The body of a response that must be a success."""
        response = self.response(self.send(command, **arguments))
        assert response["success"], response
        return response.get("body")

    def refused(self, command, **arguments):
        """The message of a response that must be an error."""
        response = self.response(self.send(command, **arguments))
        assert not response["success"], response
        return response["message"]

    def event(self, name):
        """The body of the next event of this name; those before it are dropped."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == name:
                    return event.get("body")
            self.take_message()

    def output(self):
        """What the program has printed so far, as far as it is here."""
        return "".join(event["body"]["output"] for event in self.events if event["event"] == "output")

    def launch(self, program, *args, stop_on_entry=True, initialize=None, configure=None, **more):
        """Starts a program; `configure` may set breakpoints."""
        self.request("initialize", adapterID="spirv", **(initialize or {}))
        launch = self.send("launch", program=str(program), args=list(args), stopOnEntry=stop_on_entry, **more)
        self.event("initialized")
        if configure:
            configure(self)
        self.request("configurationDone")
        assert self.response(launch)["success"]
        return self.event("stopped")

    def end(self):
        """Disconnects; the server ends with status 0."""
        self.request("disconnect")
        if self.process:
            self.process.stdin.close()
            assert self.process.wait(PATIENCE) == 0, self.process.returncode
