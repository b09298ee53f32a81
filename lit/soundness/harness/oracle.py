"""Runs spirv-run and reads the elements of its JSON document."""

from __future__ import annotations

import json
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, FrozenSet, List, Sequence, Union

from . import glsl
from .program import Program

Scalar = Union[int, float, str, None]


@dataclass(frozen=True)
class Element:
    value: Scalar  # None if it is undefined
    marked: bool  # implementation-dependent

    def __str__(self) -> str:
        return "undef" if self.value is None else f"{self.value}{'?' if self.marked else ''}"


@dataclass(frozen=True)
class Run:
    """One run. `buffers` has the elements of each buffer, vectors and structures as one list of scalars."""

    status: int
    buffers: Dict[str, List[Element]]
    kinds: FrozenSet[str]  # of the diagnostics
    message: str  # why the result is missing, or ""
    possible: FrozenSet[str] = frozenset()  # clauses of behavior that is undefined in executions other than this one
    promises: bool = True  # whether marks are complete: false if the order of atomics, or all races, were not checked
    examines_precision: bool = True  # whether the marks of what floats decide are complete
    types: Dict[str, str] = field(default_factory=dict)  # of the elements, by buffer


def run(spirv_run: str, arguments: Sequence[str], timeout: float = 120) -> Run:
    """Runs spirv-run with `arguments`; `--format json` is added."""
    try:
        done = subprocess.run([spirv_run, *arguments, "--format", "json"], capture_output=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return Run(5, {}, frozenset(), f"more than {timeout} s")
    try:
        document = json.loads(done.stdout)
    except ValueError:
        return Run(done.returncode, {}, frozenset(), done.stderr.decode(errors="replace").strip())
    buffers = {name: _elements(entry) for name, entry in document.get("buffers", {}).items()}
    diagnostics = document.get("diagnostics", [])
    kinds = frozenset(each["kind"] for each in diagnostics)
    possible = frozenset(each["clause"] for each in diagnostics if each["severity"] == "possible-undefined-behavior")
    policy = document.get("policy", {})
    looked_for_all = (policy.get("check_races", True) and policy.get("order_of_atomics") != "not examined"
                      and "workgroups_checked_for_races" not in document.get("statistics", {}))
    types = {name: entry.get("type", "") for name, entry in document.get("buffers", {}).items()}
    return Run(done.returncode, buffers, kinds, document.get("error", {}).get("message", ""), possible, looked_for_all,
               "precision" not in policy, types)


def run_program(spirv_run: str, program: Program, more: Sequence[str] = (), optimizes: bool = False) -> Run:
    """Runs the program as GLSL, or as the module that glslang and spirv-opt make of it."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "program.comp")
        file.write_text(glsl.source(program), encoding="utf-8")
        if not optimizes:
            return run(spirv_run, [str(file), *glsl.options(program), *more])
        plain, module = Path(folder, "plain.spv"), Path(folder, "optimized.spv")
        for command in (["glslang", "-V", "--target-env", "vulkan1.3", file, "-o", plain],
                        ["spirv-opt", "--target-env=vulkan1.3", "-O", plain, "-o", module]):  # fmt: skip
            subprocess.run(command, check=True, capture_output=True)
        return run(spirv_run, [str(module), "--target-env", "vulkan1.3", *glsl.options(program), *more])


def _elements(entry: dict) -> List[Element]:
    marked = set(entry.get("implementation_dependent", []))
    return [Element(value, index in marked) for index, element in enumerate(entry["data"])
            for value in _scalars(element)]  # fmt: skip


def _scalars(element: object) -> List[Scalar]:
    if isinstance(element, dict):
        return [scalar for each in element.values() for scalar in _scalars(each)]
    if isinstance(element, list):
        return [scalar for each in element for scalar in _scalars(each)]
    return [element]  # type: ignore[list-item]
