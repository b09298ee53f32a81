"""Checks the memory that a command takes.

usage: within_memory.py STATUS MEGABYTES COMMAND...

The command must end with STATUS, and have had no more than MEGABYTES MiB resident at any time. Its output goes to a file
that is removed.
"""

import resource
import subprocess
import sys
import tempfile


def main():
    expected, megabytes = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryFile() as output:
        status = subprocess.run(sys.argv[3:], stdout=output, stderr=output, check=False).returncode
        output.seek(0)
        text = output.read(2000).decode(errors="replace")
    taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"status {status}, {taken} MiB")
    if status != expected:
        sys.exit(f"status {status}, not {expected}: {text}")
    if taken > megabytes:
        sys.exit(f"more than {megabytes} MiB")


main()
