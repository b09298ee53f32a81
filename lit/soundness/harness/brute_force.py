"""The brute-force harness: random programs of which all executions are enumerated, against spirv-run."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Sequence, TextIO

from . import glsl, judge
from .enumerator import TooLarge, UndefinedBehavior, enumerate_executions
from .generator import generate
from .program import Program, features
from .reducer import reduce_program


@dataclass
class Tally:
    """What the programs of one family came to."""

    programs: int = 0
    too_large: int = 0
    undefined: int = 0
    failing: int = 0
    elements: int = 0
    open: int = 0
    marked: int = 0
    too_many: int = 0
    false_alarms: int = 0
    kinds: Counter = field(default_factory=Counter)
    too_many_by_feature: Counter = field(default_factory=Counter)
    marked_by_feature: Counter = field(default_factory=Counter)

    def add(self, program: Program, verdict: judge.Verdict) -> None:
        self.programs += 1
        self.failing += bool(verdict.problems)
        self.elements += verdict.elements
        self.open += verdict.open
        self.marked += verdict.marked
        self.too_many += verdict.too_many
        self.false_alarms += verdict.false_alarms
        self.kinds += verdict.kinds
        for feature in features(program):
            self.marked_by_feature[feature] += verdict.marked
            self.too_many_by_feature[feature] += verdict.too_many

    def merge(self, other: Tally) -> None:
        for each in dataclasses.fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def imprecision(self) -> float:
        """The share of marked elements that have one value only, in percent."""
        return 100 * self.too_many / self.marked if self.marked else 0.0


def check_program(way: judge.Way, program: Program) -> Optional[judge.Verdict]:
    """None where the program has undefined behavior or too many states."""
    try:
        outcomes = enumerate_executions(program)
    except (TooLarge, UndefinedBehavior):
        return None
    return judge.check(way, program, outcomes)


def reduced(way: judge.Way, program: Program, kind: str) -> Program:
    """A smaller program with a fault of this kind, and no undefined behavior such as a data race."""

    def fails(smaller: Program) -> bool:
        verdict = check_program(way, smaller)
        return verdict is not None and verdict.kinds[kind] > 0 and (kind == "status" or not verdict.kinds["status"])

    return reduce_program(program, fails)


def describe(way: judge.Way, program: Program) -> str:
    """The program, how to run it, and what is wrong."""
    verdict = check_program(way, program)
    options = " ".join(f"'{o}'" if set(o) & set("(;") else o for o in [*glsl.options(program), *way.options])
    problems = [] if verdict is None else verdict.problems + [f"imprecise: {each}" for each in verdict.imprecise]
    return "\n".join([glsl.source(program), f"spirv-run FILE.comp {options}", *problems, ""])


def run_family(way: judge.Way, family: str, seeds: Sequence[int], *, deadline: Optional[float] = None,
               shown: int = 2, reduces: bool = True, imprecise: int = 0, out: TextIO = sys.stdout) -> Tally:
    """Checks the programs of `seeds`. Prints the first `shown` failures of each kind, and `imprecise` programs."""
    tally = Tally()
    for seed in seeds:
        if deadline is not None and time.monotonic() > deadline:
            break
        program = generate(family, seed)
        try:
            outcomes = enumerate_executions(program)
        except TooLarge:
            tally.too_large += 1
            continue
        except UndefinedBehavior:
            tally.undefined += 1
            continue
        verdict = judge.check(way, program, outcomes)
        before = Counter(tally.kinds)
        tally.add(program, verdict)
        for kind in verdict.kinds:
            if before[kind] and tally.failing > shown:
                continue
            out.write(f"=== {family} {seed}: {kind}\n" + "".join(f"  {each}\n" for each in verdict.problems))
            smaller = reduced(way, program, kind) if reduces else program
            out.write(describe(way, smaller) + "\n")
        if verdict.imprecise and imprecise > 0:
            imprecise -= 1
            out.write(f"=== {family} {seed}: imprecise\n{describe(way, program)}\n")
    return tally


def table(tallies: Dict[str, Tally]) -> str:
    """One line for each family."""
    lines = ["family      programs  skipped  failing  elements  uncertain  marked  with one value  false alarms"]
    for family, t in tallies.items():
        kinds = ", ".join(f"{count} {kind}" for kind, count in t.kinds.most_common())
        lines.append(f"{family:10}  {t.programs:8}  {t.too_large + t.undefined:7}  {t.failing:7}  {t.elements:8}"
                     f"  {t.open:9}  {t.marked:6}  {t.too_many:5} ({t.imprecision():4.1f} %)  {t.false_alarms:12}"
                     + (f"  [{kinds}]" if kinds else ""))  # fmt: skip
    return "\n".join(lines) + "\n"


def feature_table(tallies: Sequence[Tally]) -> str:
    """Of the marked elements of programs with each feature, the share with one value only."""
    marked: Counter = sum((t.marked_by_feature for t in tallies), Counter())
    too_many: Counter = sum((t.too_many_by_feature for t in tallies), Counter())
    lines: List[str] = []
    for feature, count in sorted(marked.items(), key=lambda item: -too_many[item[0]] / item[1]):
        lines.append(f"  {feature:24} {count:7} marked, {too_many[feature]:6} with one value"
                     f" ({100 * too_many[feature] / count:.1f} %)\n")  # fmt: skip
    return "".join(lines)
