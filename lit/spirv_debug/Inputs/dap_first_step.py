"""dap_first_step.py FILE FIRST SECOND: from the first line of the entry point to the second one, and back."""

import sys

from dap import Client

file, first, second = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
client = Client()
stop = client.launch(file, "--subgroup-size", "4", "--buffer", "0.0=uint32:iota(8,1)", "--buffer", "0.1=zero(8)")


def step(command):
    client.request(command, threadId=stop["threadId"])
    client.event("stopped")
    return here()


def here():
    return client.request("stackTrace", threadId=stop["threadId"])["stackFrames"][0]["line"]


assert here() == first, here()
assert step("next") == second
assert step("stepBack") == first
assert step("stepBack") == first
assert step("stepIn") == second
client.end()
