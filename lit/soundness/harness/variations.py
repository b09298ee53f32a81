"""The statistical harness: runs shaders in many ways that must not change an element without a mark."""

from __future__ import annotations

import random
import re
import shlex
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Optional, Sequence, TextIO, Tuple

from . import oracle
from .commands import Command, commands_of_tree

# Features that make the results of a module depend on the subgroup size or mapping.
DEPENDS_ON_SUBGROUPS = re.compile(r"OpGroup|OpSubgroup|Subgroup|NumSubgroups|OpDPd|OpFwidth|ImplicitLod|OpControlBarrier"
                                  r" %(?!(u?int|uint32)_2\b)|DerivativeGroup|Quad|AMD\b|OpImportFunction|\bImport\b")  # fmt: skip
SIZES = (1, 2, 4, 8, 16, 32, 64, 128)
# Floats without a mark may differ in precision.
INTEGERS = re.compile(r"u?int(8|16|32|64)(x[234])?")


@dataclass
class Tally:
    commands: int = 0
    skipped: Counter = field(default_factory=Counter)  # commands, by the reason
    runs: int = 0
    runs_without_result: int = 0  # with another exit status, such as undefined behavior in this order only
    elements: int = 0  # compared, in all runs
    marked: int = 0  # of the reference runs
    marked_never_differ: int = 0
    failing: int = 0  # commands

    def __str__(self) -> str:
        reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(self.skipped.items()))
        return (f"{self.commands} commands ({sum(self.skipped.values())} more skipped: {reasons or 'none'}), "
                f"{self.runs} runs ({self.runs_without_result} without a result), {self.elements} elements compared; "
                f"{self.marked} marked elements, of which {self.marked_never_differ} never differed; "
                f"{self.failing} commands fail\n")  # fmt: skip


class Harness:
    def __init__(self, spirv_run: str, *, out: TextIO = sys.stdout, slowest: float = 2.0) -> None:
        self.spirv_run, self.out, self.slowest = spirv_run, out, slowest
        self.tally = Tally()
        self.arithmetic = arithmetic_choices(spirv_run)
        help_text = subprocess.run([spirv_run, "--help"], capture_output=True, text=True).stdout
        self.schedules = "--workgroups-in-flight" in help_text

    def check(self, command: Command, variations: int, chance: random.Random) -> bool:
        """Compares runs of the command with its ordinary run. True if nothing is wrong."""
        begin = time.monotonic()
        reference = oracle.run(self.spirv_run, [*command.arguments, "--dump", "all"], timeout=60)
        duration = time.monotonic() - begin
        reason = self.reason_to_skip(reference, duration)
        if reason:
            self.tally.skipped[reason] += 1
            return True
        self.tally.commands += 1
        independent = self.is_independent_of_subgroups(command)
        arithmetic = self.arithmetic if reference.examines_precision and "--arithmetic" not in command.arguments else []
        differs: Dict[Tuple[str, int], bool] = {
            (name, i): False for name, elements in reference.buffers.items()
            for i, element in enumerate(elements) if element.marked}  # fmt: skip
        problems: List[str] = []
        for _ in range(variations):
            options = self.variation(chance, independent, arithmetic)
            run = oracle.run(self.spirv_run, [*without(command.arguments, options), "--dump", "all", *options],
                             timeout=60 + 20 * duration)  # fmt: skip
            self.tally.runs += 1
            if run.status != 0:
                self.tally.runs_without_result += 1
                continue
            problems += self.compare(reference, run, options, differs)
        self.tally.marked += len(differs)
        self.tally.marked_never_differ += sum(not each for each in differs.values())
        if problems:
            self.tally.failing += 1
            self.out.write(f"=== {command}\n" + "".join(f"  {each}\n" for each in problems[:4]))
        return not problems

    def reason_to_skip(self, reference: oracle.Run, duration: float) -> Optional[str]:
        if reference.status == 3:
            return "with undefined behavior"
        if reference.status != 0:
            return "without results"
        if not reference.promises:
            return "without races looked for"
        return "too slow" if duration > self.slowest else None

    def is_independent_of_subgroups(self, command: Command) -> bool:
        arguments = [each for each in command.arguments if each != "--require-full-subgroups"]
        done = subprocess.run([self.spirv_run, *arguments, "--disassemble"], capture_output=True, text=True)
        code = re.sub(r'"[^"]*"', "", done.stdout)
        return done.returncode == 0 and not DEPENDS_ON_SUBGROUPS.search(code)

    def variation(self, chance: random.Random, independent: bool, arithmetic: Sequence[str]) -> List[str]:
        options = ["--seed", str(chance.randrange(1, 1000000))]
        if chance.random() < 0.4:
            options += ["--reconvergence", "minimal"]
        if self.schedules and chance.random() < 0.5:
            options += ["--workgroups-in-flight", str(chance.choice((1, 2, 3, 8)))]
        if independent and chance.random() < 0.7:
            options += ["--subgroup-size", str(chance.choice(SIZES))]
            options += ["--subgroup-mapping", chance.choice(("linear", "columns", f"random:{chance.randrange(1000)}"))]
        if arithmetic and chance.random() < 0.5:
            options += ["--arithmetic", chance.choice(arithmetic)]
        return options

    def compare(self, reference: oracle.Run, run: oracle.Run, options: Sequence[str],
                differs: Dict[Tuple[str, int], bool]) -> List[str]:  # fmt: skip
        problems = []
        for name, elements in reference.buffers.items():
            if "--arithmetic" in options and not INTEGERS.fullmatch(reference.types[name]):
                continue
            others = run.buffers.get(name, [])
            if len(others) != len(elements):
                problems.append(f"{shlex.join(options)}: {name} has {len(others)} elements, not {len(elements)}")
            for index, (element, other) in enumerate(zip(elements, others)):
                self.tally.elements += 1
                if element.value == other.value:
                    continue
                if element.marked:
                    differs[name, index] = True
                elif element.value is not None:
                    problems.append(f"{shlex.join(options)}: {name}[{index}] is {other}, without them it is {element}")
        return problems


def arithmetic_choices(spirv_run: str) -> List[str]:
    """The values of --arithmetic, which the message about a wrong one lists."""
    done = subprocess.run([spirv_run, "--arithmetic", "?", "x.comp"], capture_output=True, text=True)
    listed = re.search(r"expected one of (.*), not", done.stderr)
    return listed.group(1).split(", ") if listed else []


def without(arguments: Sequence[str], options: Sequence[str]) -> List[str]:
    """The arguments less those options, each with one value, that `options` give anew."""
    left = list(arguments)
    for name in options[::2]:
        while name in left:
            at = left.index(name)
            del left[at: at + 2]
    return left


def run(spirv_run: str, commands: Sequence[Command], *, seed: int, count: Optional[int], variations: int,
        minutes: Optional[float] = None, out: TextIO = sys.stdout) -> Tally:  # fmt: skip
    """Checks `count` of the commands (all if None) chosen by `seed`; with `minutes`, goes on until they are over."""
    chance = random.Random(seed)
    harness = Harness(spirv_run, out=out)
    end = None if minutes is None else time.monotonic() + 60 * minutes
    while True:
        chosen = list(commands)
        chance.shuffle(chosen)
        for command in chosen[:count]:
            harness.check(command, variations, chance)
            if end is not None and time.monotonic() > end:
                return harness.tally
        if end is None:
            return harness.tally


def test_commands(root: Path) -> List[Command]:
    return commands_of_tree(root / "testcases") + commands_of_tree(root / "lit")
