#!/usr/bin/env python3
"""Checks what the documentation shows against what happens.

    run_examples.py [--update] ROOT FILE...

With --update, output that differs is written into the FILEs (not where it has a line "..."): read it before you commit it.

In the blocks ```console of each FILE (a path below ROOT), a line "$ COMMAND" (continued where it ends in a backslash) is
run, and what follows it must be its output: standard output, then standard error. A line "..." stands for any lines.
Commands are spirv-run, spirv-golden, spirv-debug, scripts/run (as spirv-run, not built first), shaders/run-tests, cat and cmp, and run in a folder of their own with ROOT's
docs and testcases in it. A command must end with status 0, unless "$ echo $?" comes next, which prints its status.
scripts/test need only exist.

A block whose first line is "```LANGUAGE PATH" must stand in the file PATH; a shader of docs/examples must be there as a whole.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = ("spirv-run", "spirv-golden", "spirv-debug", "scripts/run", "shaders/run-tests", "cat", "cmp")
DRIVERS = Path("/usr/share/vulkan/icd.d")
SHOWN_DRIVER = DRIVERS / "lvp_icd.x86_64.json"  # its name on Debian 12
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text):
    """Yields (line number, language, path or None, content) of each block."""
    for match in BLOCK.finditer(text):
        yield text.count("\n", 0, match.start()) + 2, match[1], match[2], match[3]


def commands(content, first_line):
    """Yields (line number, command, expected lines)."""
    command, expected, line_number = None, [], first_line
    continued = False
    for number, line in enumerate(content.splitlines(), first_line):
        if continued:
            command += "\n" + line
        elif line.startswith("$ "):
            if command is not None:
                yield line_number, command, expected
            command, expected, line_number = line[2:], [], number
        else:
            expected.append(line)
        continued = (continued or line.startswith("$ ")) and line.endswith("\\")
    if command is not None:
        yield line_number, command, expected


def matches(expected, found):
    pattern = "".join("(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in found)) is not None


class Checker:
    def __init__(self, root, update):
        self.root = root
        self.update = update
        self.errors = []
        self.checked = 0

    def error(self, place, message):
        self.errors.append(f"{place}: {message}")

    def run(self, command, folder):
        program = "spirv-run " + command.removeprefix("scripts/run") if command.startswith("scripts/run") else command
        driver = next(iter(sorted(DRIVERS.glob("lvp_icd*.json"))), SHOWN_DRIVER)
        program = program.replace(str(SHOWN_DRIVER), str(driver))
        done = subprocess.run(program, shell=True, cwd=folder, capture_output=True, text=True, timeout=120,
                              stdin=subprocess.DEVNULL)
        return done.returncode, (done.stdout + done.stderr).splitlines()

    def check_console(self, file, first_line, content, folder):
        status, status_seen, last_place = 0, True, ""
        shown = ""  # the block as it should be
        for line, command, expected in commands(content, first_line):
            place = f"{file}:{line}"
            if command == "echo $?":
                status_seen = True
                found = [str(status)]
            else:
                if not status_seen and status != 0:
                    self.error(last_place, f"status {status}: add '$ echo $?'")
                program = command.split()[0]
                if program == "scripts/test":
                    shown += "$ " + command + "\n"
                    if not os.access(self.root / program, os.X_OK):
                        self.error(place, f"{program} is missing")
                    continue
                if program not in PROGRAMS:
                    self.error(place, f"'{program}' is none of {', '.join(PROGRAMS)}")
                    continue
                status, found = self.run(command, folder)
                status_seen, last_place = False, place
            self.checked += 1
            shown += "".join(l + "\n" for l in ["$ " + command, *(expected if "..." in expected else found)])
            if not matches(expected, found):
                self.error(place, "$ " + command + "\nexpected:\n  " + "\n  ".join(expected) + "\nfound:\n  " +
                           "\n  ".join(found))
        if not status_seen and status != 0:
            self.error(last_place, f"status {status}: add '$ echo $?'")
        return shown

    def check_file(self, file):
        new_text = text = (self.root / file).read_text()
        with tempfile.TemporaryDirectory() as folder:
            for name in ("docs", "testcases"):
                os.symlink(self.root / name, Path(folder) / name)
            for line, language, path, content in blocks(text):
                if path is not None:
                    self.checked += 1
                    source = (self.root / path).read_text()
                    if content not in source or path.startswith("docs/examples/") and content != source:
                        self.error(f"{file}:{line}", f"differs from {path}")
                elif language == "console":
                    shown = self.check_console(file, line, content, folder)
                    if self.update:
                        new_text = new_text.replace("```console\n" + content, "```console\n" + shown)
        if new_text != text:
            (self.root / file).write_text(new_text)


def main():
    arguments = sys.argv[1:]
    update = arguments[0] == "--update"
    root, *files = arguments[1 if update else 0:]
    checker = Checker(Path(root).resolve(), update)
    for file in files:
        checker.check_file(file)
    for error in checker.errors:
        print(error)
    print(f"{checker.checked} examples checked, {len(checker.errors)} wrong")
    return 1 if checker.errors or checker.checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
