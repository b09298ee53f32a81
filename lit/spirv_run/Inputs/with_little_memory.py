"""Runs a command with several limits of its address space.

usage: with_little_memory.py STATUS MEGABYTES,MEGABYTES... COMMAND...

With every limit the command must end with STATUS, or with status 5 and a message; with the smallest and the largest
limit in different ways. A limit with which the program cannot even be loaded counts as status 5, and so does one with which the C++
library has no memory for exceptions: then the program cannot even print its version.
"""

import resource
import subprocess
import sys


def run(command, megabytes):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    result = subprocess.run(command, preexec_fn=set_limit, capture_output=True, check=False)
    if result.returncode == 127 and b"shared librar" in result.stderr:
        return 5, "not loaded"
    return result.returncode, (result.stdout + result.stderr).decode(errors="replace")


def cannot_start(program, megabytes):
    return run([program, "--version"], megabytes)[0] < 0


def main():
    expected = int(sys.argv[1])
    limits = sorted(int(size) for size in sys.argv[2].split(","))
    statuses = []
    for megabytes in limits:
        status, text = run(sys.argv[3:], megabytes)
        if status < 0 and cannot_start(sys.argv[3], megabytes):
            status, text = 5, "not started"
        if status not in (expected, 5) or (status == 5 and not text):
            sys.exit(f"{megabytes} MiB: status {status}: {text[-2000:]}")
        statuses.append(status)
    print("statuses:", *statuses)
    if statuses[0] != 5 or statuses[-1] != expected:
        sys.exit("the limits are not small or not large enough to show anything")


main()
