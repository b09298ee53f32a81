"""Runs modules that declare more than fits into a memory limit, and says how each ends.

Usage: check_sizes.py COUNT FOLDER KIND...

Prints a line `KIND: COMMANDS: REASON` for each kind of make_module.py. The commands are those that a limit ends: run,
dump-ir, list-resources and debugger. All must take little time and memory, or COMMANDS also says `slow` or `large`.
"""

import os
import subprocess
import sys
import tempfile

import make_module

MAX_MEMORY = 64  # MiB
# Of a process: what the programs take by themselves, and the text of the module in several forms.
MAX_RESIDENT = 4 * MAX_MEMORY
MAX_SECONDS = 10


def run(command):
    """The status, the reason, the processor time in seconds and the memory in MiB."""
    with tempfile.TemporaryFile("w+", errors="replace") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        reasons = [line.strip() for line in output if "limit" in line or "too large" in line]
    return process.returncode, reasons[-1] if reasons else "", usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    folder = sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    for kind in sys.argv[3:]:
        name = os.path.join(folder, kind + ".spvasm")
        with open(name, "w") as file:
            file.write(make_module.KINDS[kind](int(sys.argv[1])))
        module = [name, "--max-memory", f"{MAX_MEMORY}M", "--timeout", "60"]
        buffer = ["--buffer", "0.0=zero(4)"]
        ended, notes, reason = [], [], ""
        for command, arguments in {
            "run": ["spirv-run", *module, *buffer],
            "dump-ir": ["spirv-run", *module, "--dump-ir"],
            "list-resources": ["spirv-run", *module, "--list-resources"],
            "debugger": ["spirv-debug", "--batch", "-e", "run", *module, *buffer],
        }.items():
            status, why, seconds, memory = run(arguments)
            if status == 5:
                ended.append(command)
            if status == 5 and not reason:
                reason = why
            notes += ["slow"] if seconds > MAX_SECONDS else []
            notes += ["large"] if memory > MAX_RESIDENT else []
        os.remove(name)
        print(f"{kind}: {' '.join(ended + notes)}: {reason.replace(name, 'FILE')}", flush=True)


if __name__ == "__main__":
    main()
