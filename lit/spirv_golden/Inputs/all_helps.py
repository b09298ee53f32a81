"""all_helps.py PROGRAM: checks the help of each command that PROGRAM --help lists."""

import re
import subprocess
import sys


def help_of(*arguments):
    done = subprocess.run([sys.argv[1], *arguments, "--help"], stdout=subprocess.PIPE, check=True, text=True)
    return done.stdout


commands = re.findall(r"^  ([a-z][a-z-]*) [A-Z-]", help_of(), re.MULTILINE)
for command in commands:
    text = help_of(command)
    assert text.startswith(f"usage: {sys.argv[1].split('/')[-1]} {command} "), command
    assert f"\n  spirv-golden {command} " in text, f"{command}: no example"
    for line in text.splitlines():
        assert len(line) <= 120, line
    # Each option has a description, on its line or on the next one.
    for option, rest in re.findall(r"^  (?:-\w, |    )(--[^\n]*?)(?:  +([^\n]*))?$", text, re.MULTILINE):
        following = text[text.index(option) + len(option):].lstrip("\n")
        assert rest or following.startswith(" " * 28), f"{command}: {option} has no description"
print(len(commands), "commands describe themselves")
