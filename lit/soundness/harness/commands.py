"""The commands with which the test suite runs spirv-run, taken from its RUN lines."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Iterator, List, Optional, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cases import expand  # noqa: E402

SUFFIXES = (".comp", ".glsl", ".hlsl", ".spvasm", ".cl", ".test")

# Options that only affect how results are shown, or which execution is chosen, by the number of their
# arguments. The harness sets these itself.
DROPPED = {"--format": 1, "--strict": 0, "--dump": 1, "--output": 1, "--output-mask": 0, "--sarif": 1, "--trace": 1, "--report": 1,
           "--ignore": 1, "--seed": 1, "--reconvergence": 1, "--stop-on-ub": 0, "--no-explain": 0, "--jobs": 1,
           "--workgroups-in-flight": 1, "--check-races": 0, "--junit": 1}  # fmt: skip
INSTEAD_OF_RUNNING = {"--list", "--list-resources", "--check-portability", "--check-arithmetic", "--disassemble",
                      "--dump-ir", "--version", "--help", "-h"}  # fmt: skip
OPERATOR = re.compile(r"^(\|+|;|&&|\d?[<>].*)$")


@dataclass(frozen=True)
class Command:
    """Arguments of spirv-run; the first file among them is `file`."""

    file: str
    arguments: Tuple[str, ...]

    def __str__(self) -> str:
        return "spirv-run " + " ".join(shlex.quote(each) for each in self.arguments)


def commands_of_tree(root: Path) -> List[Command]:
    """The commands of all tests below a folder, each once, in the order of their paths."""
    found = {}
    for path in sorted(p for p in root.rglob("*") if p.suffix in (*SUFFIXES, ".cases") and "Inputs" not in p.parts):
        for command in commands_of_cases(path, root) if path.suffix == ".cases" else commands_of_file(path):
            found.setdefault(command, None)
    return list(found)


@lru_cache(maxsize=None)
def modules_of_cases() -> TemporaryDirectory:
    """A folder that exists until this process ends."""
    return TemporaryDirectory(prefix="spirv-oracle-cases-")


def commands_of_cases(path: Path, root: Path) -> Iterator[Command]:
    runs = expand(path, Path(modules_of_cases().name) / path.parent.relative_to(root.parent))
    for module in sorted({run.module for run in runs}):
        yield from commands_of_file(module)


def commands_of_file(path: Path) -> Iterator[Command]:
    text = path.read_text(encoding="utf-8", errors="replace")
    lines = re.findall(r"RUN:\s*(.*)", text)
    joined: List[str] = []
    continues = False
    for line in lines:
        line = line.rstrip()
        if continues:
            joined[-1] += " " + line.rstrip("\\")
        else:
            joined.append(line.rstrip("\\"))
        continues = line.endswith("\\")
    for line in joined:
        command = command_of(line, path)
        if command is not None:
            yield command


def command_of(line: str, path: Path) -> Optional[Command]:
    """The first run of spirv-run in a RUN line; None if there is none that the harness can use."""
    try:
        words = shlex.split(line)
    except ValueError:
        return None
    if "spirv-run" not in words:
        return None
    words = words[words.index("spirv-run") + 1:]
    end = next((i for i, word in enumerate(words) if OPERATOR.match(word)), len(words))
    arguments: List[str] = []
    words = words[:end]
    while words:
        word = words.pop(0)
        if word in INSTEAD_OF_RUNNING:
            return None
        if word in DROPPED:
            del words[: DROPPED[word]]
        elif word.partition("=")[0] not in DROPPED:
            arguments.append(word)
    arguments = [each.replace("%s", str(path)).replace("%S", str(path.parent)) for each in arguments]
    files = [each for each in arguments if Path(each).suffix in (".comp", ".glsl", ".hlsl", ".spvasm", ".spv", ".cl")
             and not each.startswith("-")]  # fmt: skip
    if len(files) != 1 or any("%" in each for each in arguments):
        return None
    return Command(files[0], tuple(arguments))
