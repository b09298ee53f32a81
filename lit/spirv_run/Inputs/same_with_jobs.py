"""Checks that a command does the same for any number of threads: status, standard output and standard error.

usage: same_with_jobs.py STATUS COMMAND...

COMMAND is run several times with --jobs 1, 2 and 8. What it says with one thread is printed.
"""

import subprocess
import sys

REPETITIONS = 3


def run(command, jobs):
    result = subprocess.run([*command, "--jobs", str(jobs)], capture_output=True, check=False)
    return result.returncode, result.stdout, result.stderr


def main():
    status = int(sys.argv[1])
    reference = run(sys.argv[2:], 1)
    sys.stdout.buffer.write(reference[1] + reference[2])
    sys.stdout.flush()
    if reference[0] != status:
        sys.exit(f"status {reference[0]} instead of {status}")
    for jobs in (1, 2, 8):
        for _ in range(REPETITIONS):
            other = run(sys.argv[2:], jobs)
            if other != reference:
                sys.exit(f"--jobs {jobs} differs: {other[0]}\n{other[1].decode()}\n{other[2].decode()}")


main()
