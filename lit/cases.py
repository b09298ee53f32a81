"""Files of cases (suffix .cases): a module with placeholders, and runs of it, each with its expected output below.

    # OpGroupNonUniformShuffle. lit runs the cases by the next line.
    # RUN: run-cases %t %s

    template: Inputs/lanes.spvasm
    CODE =
      %r = OpGroupNonUniformShuffle %uint %subgroup %x %a
      OpStore %result %r
    VALUES = uint32:10,11,12,13,14,15,16,17

    case out-of-range: ARGUMENTS=uint32:0,8,1,4294967295,2,2,3,100
      [OpGroupNonUniformShuffle.id-out-of-range]
      0.1: uint32[8] = 10 undef 11 undef 12 12 13 undef

The template is an assembly file. The setting NAME replaces @NAME@ in it; without a setting, the default replaces
@NAME=default@. A placeholder alone on its line stands for any number of lines. Lines "; OPTIONS:" have options of spirv-run
for all cases. After its name, a case changes settings (NAME=value) and adds options.

Each line below a case must occur in the output (standard output and standard error) of its run, in any order; {{}} encloses
regular expressions, as in FileCheck. The exit status must be 0 unless there is a line "exit status N". The run must not break
rules that the case does not name; reports about undefined or implementation-dependent output need no name.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Set, Tuple

PLACEHOLDER = re.compile(r"@([A-Z_]+)(?:=([^@]*))?@")
SETTING = re.compile(r"([A-Z_]+) =(?: (.*))?")
CASE = re.compile(r"case ([\w-]+):(.*)")
CASE_SETTING = re.compile(r"([A-Z_]+)=(.*)")
OPTIONS = "; OPTIONS:"
RULE = re.compile(r"\[([A-Za-z][\w.]*\.[\w-]+)\]")


class Mistake(Exception):
    """A mistake in a file of cases, with its place."""


@dataclass
class Case:
    name: str
    line: int
    settings: Dict[str, str]
    options: List[str]
    status: int = 0
    expected: List[Tuple[int, str]] = field(default_factory=list)  # with their lines


@dataclass
class Run:
    case: Case
    module: Path
    arguments: List[str]  # without the module

    def command(self, module: str) -> str:
        return "spirv-run " + shlex.join([module, *self.arguments])


def read_cases(path: Path) -> Tuple[Path, List[Case]]:
    """The template and the cases of a file."""
    template = None
    settings: Dict[str, str] = {}
    cases: List[Case] = []
    block = None  # the setting whose lines follow
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = text.strip()
        if not line or line.startswith("#"):
            continue
        if text[0] == " " and cases:
            add_expectation(cases[-1], number, line)
        elif text[0] == " " and block:
            settings[block] += line + "\n"
        elif text.startswith("template: "):
            template = path.parent / line.partition(" ")[2]
        elif match := CASE.fullmatch(line):
            cases.append(case_of(match[1], number, match[2].split(), settings))
        elif (match := SETTING.fullmatch(line)) and not cases:
            block = None if match[2] else match[1]
            settings[match[1]] = match[2] or ""
        else:
            raise Mistake(f"{path}:{number}: expected a template, a setting or a case: {line}")
    check(path, template, cases)
    return template, cases


def case_of(name: str, line: int, words: List[str], settings: Dict[str, str]) -> Case:
    own = [match for match in map(CASE_SETTING.fullmatch, words) if match]
    options = [word for word in words if not CASE_SETTING.fullmatch(word)]
    return Case(name, line, {**settings, **{match[1]: match[2] for match in own}}, options)


def add_expectation(case: Case, number: int, line: str) -> None:
    if status := re.fullmatch(r"exit status (\d+)", line):
        case.status = int(status[1])
    else:
        case.expected.append((number, line))


def check(path: Path, template: object, cases: List[Case]) -> None:
    if template is None or not cases:
        raise Mistake(f"{path}: {'no template' if template is None else 'no cases'}")
    names: Set[str] = set()
    for case in cases:
        if not case.expected:
            raise Mistake(f"{path}:{case.line}: case {case.name} expects no output")
        if case.name in names:
            raise Mistake(f"{path}:{case.line}: another case is called {case.name}")
        names.add(case.name)


def expand(path: Path, folder: Path) -> List[Run]:
    """Writes the modules of the cases to the folder, each with RUN lines of the cases that run it."""
    template, cases = read_cases(path)
    lines = template.read_text(encoding="utf-8").splitlines()
    options = " ".join(line[len(OPTIONS):] for line in lines if line.startswith(OPTIONS))
    body = [line for line in lines if not line.startswith(OPTIONS)]
    runs: Dict[str, List[Run]] = {}  # by the text of their module
    for case in cases:
        used: Set[str] = set()
        try:
            text = "\n".join(each for line in body for each in filled(line, case.settings, used)) + "\n"
            words = [word for each in options.split() for word in filled(each, case.settings, used)]
        except KeyError as missing:
            raise Mistake(f"{path}:{case.line}: case {case.name} has no setting {missing.args[0]}") from missing
        if unused := set(case.settings) - used:
            raise Mistake(f"{path}:{case.line}: {template.name} has no placeholder @{min(unused)}@")
        name = f"{path.stem}.{case.name}.spvasm" if runs else f"{path.stem}.spvasm"
        same = runs.setdefault(text, [])
        module = same[0].module if same else folder / name
        same.append(Run(case, module, words + case.options))
    folder.mkdir(parents=True, exist_ok=True)
    for text, same in runs.items():
        comments = "".join(f"; {run.case.name}\n; RUN: {run.command('%s')}\n" for run in same)
        same[0].module.write_text(comments + text, encoding="utf-8")
    return [run for same in runs.values() for run in same]


def filled(line: str, settings: Dict[str, str], used: Set[str]) -> List[str]:
    """The line with settings in the places of their names; several lines, or none, for a placeholder alone on it."""

    def setting(match: re.Match) -> str:
        used.add(match[1])
        if match[1] not in settings and match[2] is None:
            raise KeyError(match[1])
        return settings.get(match[1], match[2])

    alone = PLACEHOLDER.fullmatch(line.strip())
    if alone:
        indent = line[:len(line) - len(line.lstrip())]
        return [indent + each for each in setting(alone).splitlines()]
    return [PLACEHOLDER.sub(setting, line)]


def mistakes_of(run: Run) -> Iterator[str]:
    """Runs a case, and names what is wrong with its result, each with its line."""
    done = subprocess.run(["spirv-run", str(run.module), *run.arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace")  # fmt: skip
    if done.returncode != run.case.status:
        yield f"{run.case.line}: exit status {done.returncode}, not {run.case.status}"
    lines = done.stdout.splitlines()
    missing = [(number, text) for number, text in run.case.expected if not any(map(pattern(text).search, lines))]
    for number, text in missing:
        yield f"{number}: not in the output: {text}"
    named = {rule for _, text in run.case.expected for rule in RULE.findall(text)}
    others = sorted(rule for rule in set(RULE.findall(done.stdout)) - named if not rule.startswith("output."))
    if others:
        yield f"{run.case.line}: reports of other rules: {', '.join(others)}"
    if missing or others or done.returncode != run.case.status:
        yield f"{run.case.line}: {run.command(str(run.module))}\n{done.stdout}"


def pattern(text: str) -> re.Pattern:
    """What an expected line matches: itself, with {{}} around regular expressions, and any spaces for spaces."""
    parts = re.split(r"\{\{(.*?)\}\}", text)
    literal = [r"\s+".join(map(re.escape, re.split(r"\s+", part))) for part in parts[::2]]
    return re.compile("".join(a + b for a, b in zip(literal, [*(f"(?:{part})" for part in parts[1::2]), ""])))
