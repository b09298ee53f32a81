"""Compares what spirv-run prints with the values that an element may have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import List, Set, Tuple

from . import glsl, oracle
from .enumerator import Outcomes
from .program import Program


@dataclass
class Verdict:
    """`problems` are faults of spirv-run; `marked` and `too_many` count marks and those where there is one value."""

    problems: List[str] = field(default_factory=list)
    kinds: Counter = field(default_factory=Counter)  # of the problems
    elements: int = 0
    open: int = 0  # elements with several values
    marked: int = 0
    too_many: int = 0
    false_alarms: int = 0  # reports of undefined behavior that no execution has
    imprecise: List[str] = field(default_factory=list)  # the elements of too_many

    def add(self, kind: str, text: str) -> None:
        self.problems.append(f"{kind}: {text}")
        self.kinds[kind] += 1


def judge(program: Program, outcomes: Outcomes, run: oracle.Run) -> Verdict:
    verdict = Verdict()
    if run.status != 0:
        verdict.add("status", f"{run.status}, {run.message or ', '.join(sorted(run.kinds))}")
        if run.status != 3:
            return verdict
    verdict.false_alarms = len(run.possible)
    verdict.imprecise += [f"undefined behavior is called possible: {clause}" for clause in sorted(run.possible)]
    names = {glsl.OUTPUT: outcomes.output, "0.0": outcomes.unsigned, "0.1": outcomes.signed,
             glsl.PLAIN_DATA: outcomes.data}  # fmt: skip
    for name, sets in names.items():
        elements = run.buffers.get(f"{name}:uint32", run.buffers.get(name))
        if not sets:
            continue
        if elements is None:
            verdict.add("missing", f"{name} is not printed")
            continue
        for index, allowed in enumerate(sets):
            _judge_element(verdict, f"{name}[{index}]", elements[index], allowed)
    return verdict


def _judge_element(verdict: Verdict, name: str, element: oracle.Element, allowed: Set[int]) -> None:
    verdict.elements += 1
    verdict.open += len(allowed) > 1
    verdict.marked += element.marked
    text = f"{name} is {element}, all values are {describe(allowed)}"
    if element.value is None:
        verdict.add("undefined", text)
    elif element.value not in allowed:
        verdict.add("impossible", text)
    elif len(allowed) > 1 and not element.marked:
        verdict.add("unmarked", text)
    elif element.marked and len(allowed) == 1:
        verdict.too_many += 1
        verdict.imprecise.append(text)


def describe(values: Set[int]) -> str:
    return "{" + ", ".join(map(str, sorted(values))) + "}"


@dataclass(frozen=True)
class Way:
    """How to run programs: with which spirv-run, with more options, and whether spirv-opt optimizes them first."""

    spirv_run: str
    options: Tuple[str, ...] = ()
    optimizes: bool = False


def check(way: Way, program: Program, outcomes: Outcomes) -> Verdict:
    return judge(program, outcomes, oracle.run_program(way.spirv_run, program, way.options, way.optimizes))
