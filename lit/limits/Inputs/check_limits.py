"""Runs inputs that are deep or wide, and says how each ends.

Usage: check_limits.py (module | source) COUNT FOLDER KIND...

Prints a line `KIND: STATUS: RESULT` for each kind of make_module.py or make_source.py. RESULT is the first line of what
was printed; for another status than 0 what was printed on standard error, whose last line must tell the reason. A KIND
may be KIND=COUNT.
"""

import os
import subprocess
import sys

import make_module
import make_source


def arguments(text):
    """What the module or shader needs to run."""
    if "%constants = OpVariable" in text:
        return ["--memory", "m=zero(4)", "--push", "uint64:address(m)"]
    if "OpEntryPoint Kernel" in text:
        return ["--arg", "0=zero(4)"]
    return ["--entry", "main", "--buffer", "0.0=zero(4)"]


def main():
    makers, suffix = ((make_module.KINDS, ".spvasm") if sys.argv[1] == "module" else (make_source.KINDS, ".comp"))
    os.makedirs(sys.argv[3], exist_ok=True)
    for argument in sys.argv[4:]:
        kind, _, count = argument.partition("=")
        text = makers[kind](int(count or sys.argv[2]))
        name = os.path.join(sys.argv[3], kind + (".hlsl" if kind.startswith("hlsl") else suffix))
        with open(name, "w") as file:
            file.write(text)
        done = subprocess.run(["spirv-run", name] + arguments(text), capture_output=True, text=True, errors="replace")
        os.remove(name)
        printed = done.stdout if done.returncode == 0 else done.stderr
        line = printed.replace(name, "FILE").split("\n")[0]
        print(f"{kind}: {done.returncode}: {line}", flush=True)


if __name__ == "__main__":
    main()
