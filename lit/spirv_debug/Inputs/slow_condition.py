"""slow_condition.py FILE OPTIONS...: a condition that takes long holds up neither Ctrl-C nor the end of the debugger. Each of its hits takes
many milliseconds, and the program has more records between them than the debugger usually looks at the client after."""

import os
import pty
import select
import signal
import subprocess
import sys
import time

PATIENCE = 20  # seconds; without a look at the client between hits, the run takes minutes
CONDITION = "(lane == 200 ? 1u : (0u" + " + sum(acc)" * 10 + ")) == 1u"


def start():
    primary, secondary = pty.openpty()
    debugger = subprocess.Popen(["spirv-debug", "-e", "log 5 begins in {lane}", "-e", f"break 9 if {CONDITION}", *sys.argv[1:]], stdin=secondary,
                                stdout=secondary, stderr=secondary, start_new_session=True, env={**os.environ, "TERM": "dumb"},
                                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # lit ignores it
    os.close(secondary)
    return debugger, primary


def read_until(primary, text, seconds=PATIENCE):
    """None: it did not come in time. At the end of the output: what came."""
    seen, end = b"", time.monotonic() + seconds
    while text is None or text not in seen:
        if not select.select([primary], [], [], max(0, end - time.monotonic()))[0]:
            return None
        try:
            chunk = os.read(primary, 1 << 16)
        except OSError:
            return seen
        if not chunk:
            return seen
        seen += chunk
    return seen


debugger, primary = start()
try:
    assert read_until(primary, b"Stop point 2") is not None
    os.write(primary, b"run\n")
    assert read_until(primary, b"begins in 0") is not None
    debugger.send_signal(signal.SIGINT)
    assert read_until(primary, b"paused") is not None, "Ctrl-C was not heard"
    os.write(primary, b"continue\n")
    time.sleep(2)
finally:
    debugger.kill()
    debugger.wait()
# The process that runs the program holds the terminal open until it ends.
assert read_until(primary, None) is not None, "the run went on without its client"
print("done")
