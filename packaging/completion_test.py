#!/usr/bin/env python3
"""completion_test.py COMPLETION PROGRAMS: the bash completion in the file COMPLETION offers every option that --help of
spirv-run, spirv-golden and spirv-debug in the folder PROGRAMS lists, and no others; the words it offers behind an option are valid."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

errors = []


def expect(condition, message):
    if not condition:
        errors.append(message)


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


class Completion:
    def __init__(self, file, programs):
        self.file = file
        self.programs = programs

    def offered(self, *words):
        """What Tab offers behind the last word, which may be empty. bash splits words at =, too."""
        line = [str(self.programs / words[0]), *words[1:]]
        script = f"""
            set -u
            source {shlex.quote(str(self.file))}
            COMP_WORDS=({" ".join(shlex.quote(word) for word in line)}) COMP_CWORD={len(line) - 1}
            _spirv_oracle "${{COMP_WORDS[0]}}" "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        return set(output("bash", "--norc", "-c", script).split())

    def check_registration(self):
        registered = output("bash", "--norc", "-c",
                            f"source {shlex.quote(str(self.file))}; complete -p spirv-run spirv-golden spirv-debug")
        for program in ("spirv-run", "spirv-golden", "spirv-debug"):
            expect(re.search(rf"-F _spirv_oracle {program}$", registered, re.MULTILINE), f"{program} has no completion")


def options_in(help_text):
    """The options that begin lines of a help text made from tables of options."""
    return {name for line in help_text.splitlines() if re.match(r" {2,6}-", line)
            for name in re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", re.split(r"(?<=\S)  +|(?<=[A-Z\]]) ", line.strip())[0])}


def check_run(completion, help_text):
    wanted = options_in(help_text)
    expect(len(wanted) > 40, "the options in spirv-run --help are not found")
    found = completion.offered("spirv-run", "-")
    expect(found == wanted, f"spirv-run: offered and listed options differ: {found ^ wanted}")
    expect(completion.offered("spirv-run", "x.comp", "--subgroup-s") == {"--subgroup-size"}, "--subgroup-s")
    expect(completion.offered("spirv-run", "--format", "=", "j") == {"json"}, "--format=j")
    expect(completion.offered("spirv-run", "--format", "=") == {"json", "text"}, "--format=")
    expect(completion.offered("spirv-run", "--arithmetic", "low,rel") == {"low,relax"}, "--arithmetic low,rel")
    expect(completion.offered("spirv-run", "") == set(), "files are left to bash")


def check_golden(completion, programs, run_help):
    program = str(programs / "spirv-golden")
    text = output(program, "--help")
    usages = [line[2:] for line in text.splitlines() if re.match(r"  [a-z]", line)]
    commands = {usage.split()[0] for usage in usages}
    expect(len(commands) >= 8, "the commands in spirv-golden --help are not found")
    found = completion.offered("spirv-golden", "")
    expect(found == commands, f"spirv-golden: offered and listed commands differ: {found ^ commands}")
    expect(completion.offered("spirv-golden", "-") == {"--help", "--version"}, "spirv-golden -")

    offered = {"--help", "--version"}
    for command in commands:
        wanted = options_in(output(program, command, "--help"))
        found = completion.offered("spirv-golden", command, "-")
        expect(found == wanted, f"spirv-golden {command}: offered and listed options differ: {found ^ wanted}")
        offered |= found
    # Explanations may name options of spirv-run.
    missing = set(re.findall(r"--[a-z][a-z-]*", text)) - offered - options_in(run_help)
    expect(not missing, f"spirv-golden: no command has {missing}")
    formats = completion.offered("spirv-golden", "export", "--as", "")
    named = set(re.findall(r"\b([a-z]+):\s", output(program, "export", "--help"))) - {"usage"}
    expect(formats == named, f"spirv-golden export --as: offered {formats}, listed {named}")


def check_debug(completion, programs, run_help):
    own = options_in(output(str(programs / "spirv-debug"), "--help"))
    expect(len(own) >= 10, "the options in spirv-debug --help are not found")
    found = completion.offered("spirv-debug", "-")
    expect(found == own | options_in(run_help), f"spirv-debug: offered and listed options differ: {found ^ (own | options_in(run_help))}")
    expect(completion.offered("spirv-debug", "") == set(), "files are left to bash")


def check_values(completion, programs):
    """spirv-run reads the options before it prints --help, and refuses words that it does not know."""
    def accepted(option, value):
        done = subprocess.run([programs / "spirv-run", option, value, "--help"], capture_output=True)
        return done.returncode == 0

    for option in ("--arithmetic", "--device-limits", "--features", "--format", "--reconvergence", "--stage", "--subgroup-mapping",
                   "--subgroup-size", "--target-env"):
        values = completion.offered("spirv-run", option, "")
        expect(len(values) > 1, f"{option}: nothing is offered")
        expect(not accepted(option, "nonsense"), f"{option}: the test cannot tell what is valid")
        for value in values:
            expect(accepted(option, value), f"{option} {value}: refused")


def main():
    file, programs = (Path(argument).resolve() for argument in sys.argv[1:])
    completion = Completion(file, programs)
    completion.check_registration()
    run_help = output(str(programs / "spirv-run"), "--help")
    check_run(completion, run_help)
    check_golden(completion, programs, run_help)
    check_debug(completion, programs, run_help)
    check_values(completion, programs)
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
