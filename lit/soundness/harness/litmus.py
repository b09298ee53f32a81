"""Shaders that say which values their outputs may have.

A line `ALLOWED 0.1: {0,1} 5 ~7 ?` of a comment has an entry for each element of buffer 0.1:

    5        5 on every implementation: it must print without a mark
    {0,1}    several values: it must be marked, and be one of them
    ?        likewise, where the values are too many to list
    ~7       7 on every implementation; a mark is tolerated
    *        not looked at
    3x{0,1}  three entries

A type may stand behind the name of the buffer, as in `ALLOWED 0.1:uint32: 5`.
No execution of the shaders has undefined behavior, so none may be called possible.
`ALLOWED-NAME 0.1: ...` counts with `--case NAME` only, and then instead of the lines without a name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, FrozenSet, List, Optional, Sequence

from . import oracle

SEEDS = ("0", "1", "2")


@dataclass(frozen=True)
class Entry:
    text: str
    values: Optional[FrozenSet[str]]  # None: any
    must_mark: bool
    may_mark: bool

    def problem(self, element: oracle.Element) -> Optional[str]:
        if self.text == "*":
            return None
        value = "undef" if element.value is None else str(element.value)
        if self.values is not None and value not in self.values:
            return "not an allowed value"
        if self.must_mark and not element.marked:
            return "not marked"
        if element.marked and not self.may_mark:
            return "marked without need"
        return None


def parse_entry(text: str) -> Entry:
    if text in ("?", "*"):
        return Entry(text, None, text == "?", True)
    if text.startswith("{"):
        values = frozenset(text.strip("{}").split(","))
        if len(values) < 2:
            raise ValueError(f"{text}: a set has two values or more")
        return Entry(text, values, True, True)
    return Entry(text, frozenset([text.lstrip("~")]), False, text.startswith("~"))


def parse(text: str, case: str = "") -> Dict[str, List[Entry]]:
    """The entries of each buffer."""
    key = f"ALLOWED-{case}" if case else "ALLOWED"
    allowed: Dict[str, List[Entry]] = {}
    for name, entries in re.findall(rf"\b{key} ([\w.\[\]]+(?::\w+)?): (.*)", text):
        for entry in entries.split():
            count, _, rest = entry.rpartition("x")
            allowed.setdefault(name, []).extend([parse_entry(rest)] * (int(count) if count else 1))
    if not allowed:
        raise ValueError(f"unknown line {key}")
    return allowed


def check(spirv_run: str, file: str, options: Sequence[str], case: str = "") -> List[str]:
    """What is wrong in any of a few legal orders of execution."""
    allowed = parse(Path(file).read_text(encoding="utf-8"), case)
    problems = []
    for seed in SEEDS:
        dumps = [option for name in allowed for option in ("--dump", name)]
        run = oracle.run(spirv_run, [file, *options, *dumps, "--seed", seed])
        if run.status != 0:
            problems.append(f"seed {seed}: status {run.status}: {run.message or ', '.join(sorted(run.kinds))}")
        problems += [f"seed {seed}: calls undefined behavior possible: {clause}" for clause in sorted(run.possible)]
        for name, entries in allowed.items():
            elements = run.buffers.get(name.partition(":")[0], [])
            if len(elements) != len(entries):
                problems.append(f"seed {seed}: {name} has {len(elements)} elements, and {len(entries)} are listed")
            for index, (entry, element) in enumerate(zip(entries, elements)):
                problem = entry.problem(element)
                if problem:
                    problems.append(f"seed {seed}: {name}[{index}] is {element}, allowed is {entry.text}: {problem}")
    return problems
