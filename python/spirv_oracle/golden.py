"""Bundles of golden results: a module, its inputs, and the values that every conforming device may compute.

    bundle = golden.make(module, "goldens", groups=2, buffers={"values": values})
    output = bundle.outputs["0.0"]
    output.accepts(array_of_the_device)      # an array of bool
    output.low, output.high, output.sets     # for a harness of your own
    bundle.run(icd="/usr/share/vulkan/icd.d/lvp_icd.x86_64.json").accepted
"""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import re
import tempfile
from collections.abc import Iterable, Mapping
from typing import Any, Optional

import numpy as np

from . import _programs
from ._errors import Error, InvalidArgument
from ._files import command_line
from ._layout import SCALARS

_FORMAT_VERSIONS = (1, 2, 3)
_MANTISSAS = {"float16": 10, "float32": 23, "float64": 52, "bfloat16": 7}


@dataclasses.dataclass(frozen=True)
class Run:
    """Adjacent components with the same acceptance, which is "exact", "nan", "set", "range", "any" or "permutation".

    ``start`` and ``count`` are elements of the part. ``values`` are those of a set, or all of a permutation; ``special`` are what
    a range of floats accepts beside its numbers: "nan", "positive_infinity", "negative_zero", ... ``reason`` says why.
    """

    start: int
    count: int
    accept: str
    values: np.ndarray
    special: frozenset[str]
    reason: str


class Part:
    """Adjacent components of an output with one type.

    ``offset``: bytes from the beginning of the output. ``expected``: the oracle's values, shape (n,). ``low``, ``high``: the least
    and the greatest accepted value of each component; NaN where only NaN is accepted, and infinite, or the limits of an integer
    type, where everything is. ``compared``: False where everything is accepted. ``sets``: by index, the accepted values if they are
    a set. ``runs``: all of this as the bundle has it. Bits matter: accepts() compares zeros and NaNs as the bundle says.
    """

    def __init__(self, kind: str, offset: int, expected: np.ndarray, runs: list):
        self.type, self.offset, self.expected, self.runs = kind, offset, expected, tuple(run for run, _, _ in runs)
        self.low, self.high = expected.copy(), expected.copy()
        self.compared = np.ones(expected.shape, bool)
        self.sets: dict[int, np.ndarray] = {}
        least, most = ((-np.inf, np.inf) if expected.dtype.kind == "f"
                       else (np.iinfo(expected.dtype).min, np.iinfo(expected.dtype).max))
        self._bounds = []
        for run, low, high in runs:
            where = slice(run.start, run.start + run.count)
            self._bounds.append((low, high))
            if run.accept in ("set", "permutation"):
                low, high = run.values.min(), run.values.max()
            if run.accept == "set":
                self.sets.update({i: run.values for i in range(run.start, run.start + run.count)})
            elif run.accept == "any":
                low, high = least, most
                self.compared[where] = False
            if run.accept == "nan":
                low = high = np.nan
            if run.accept != "exact":
                self.low[where], self.high[where] = low, high

    def accepts(self, actual: Any) -> np.ndarray:
        """Which components a device may have computed: an array of bool, shape (n,). Raises InvalidArgument for another shape."""
        actual = np.ascontiguousarray(actual)
        if actual.dtype != self.expected.dtype or actual.size != self.expected.size:
            raise InvalidArgument(f"the output has {self.expected.size} components of {self.type}, but the array has "
                                  f"{actual.size} of {actual.dtype.name}")
        actual = actual.reshape(-1)
        accepted = np.ones(actual.shape, bool)
        for run, bounds in zip(self.runs, self._bounds):
            where = slice(run.start, run.start + run.count)
            accepted[where] = self._accepted(run, bounds, actual[where], self.expected[where])
        return accepted

    def _accepted(self, run: Run, bounds: tuple, actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
        if run.accept == "any":
            return np.ones(actual.shape, bool)
        if run.accept == "nan":
            return np.isnan(actual)
        if run.accept == "exact":
            return _bits(actual) == _bits(expected)
        if run.accept == "set":
            return np.isin(_bits(actual), _bits(run.values))
        if run.accept == "permutation":
            return _permuted(_bits(actual), _bits(run.values))
        inside = (bounds[0] <= actual) & (actual <= bounds[1])
        if actual.dtype.kind != "f":
            return inside
        sign = np.signbit(actual)
        special = [(np.isnan(actual), "nan"), (np.isinf(actual) & ~sign, "positive_infinity"),
                   (np.isinf(actual) & sign, "negative_infinity"), ((actual == 0) & ~sign, "positive_zero"),
                   ((actual == 0) & sign, "negative_zero")]
        for which, name in special:
            inside = np.where(which, name in run.special, inside)
        return inside


def _bits(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values).view(f"u{values.dtype.itemsize}")


def _permuted(actual: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Which values are there no more often than they may be."""
    left: dict = {}
    for value in values.tolist():
        left[value] = left.get(value, 0) + 1
    accepted = []
    for value in actual.tolist():
        accepted.append(left.get(value, 0) > 0)
        left[value] = left.get(value, 0) - 1
    return np.array(accepted, bool)


class Output:
    """An output of a bundle. ``name``: "0.1"; ``variable``: its name in the module; ``bytes``: the oracle's contents.

    An output of one type has the members of its only Part: ``expected``, ``low``, ``high``, ``sets``, ``compared``. Others have
    several ``parts``.
    """

    type: str
    expected: np.ndarray
    low: np.ndarray
    high: np.ndarray
    compared: np.ndarray
    sets: dict[int, np.ndarray]
    runs: tuple[Run, ...]

    def __init__(self, resource: dict, contents: bytes, runs: list, reasons: list):
        self.name, self.variable, self.bytes = resource["name"], resource.get("variable", ""), contents
        self.parts = tuple(_parts(contents, runs, reasons))

    def __getattr__(self, name: str) -> Any:
        if name in ("expected", "low", "high", "compared", "sets", "runs", "type"):
            if len(self.parts) == 1:
                return getattr(self.parts[0], name)
            raise AttributeError(f"the output {self.name} has components of several types: see its parts")
        raise AttributeError(name)

    def accepts(self, actual: Any) -> np.ndarray:
        """Which components a device may have computed: an array of bool. ``actual``: an array, or bytes."""
        contents = np.frombuffer(actual, np.uint8) if isinstance(actual, (bytes, bytearray)) \
            else np.ascontiguousarray(actual).reshape(-1).view(np.uint8)
        if contents.size != len(self.bytes):
            raise InvalidArgument(f"the output {self.name} has {len(self.bytes)} bytes, not {contents.size}")
        accepted = []
        for part in self.parts:
            mine = contents[part.offset:part.offset + part.expected.nbytes]
            accepted.append(part.accepts(np.frombuffer(mine.tobytes(), part.expected.dtype)))
        return np.concatenate(accepted) if accepted else np.ones(0, bool)


def _number(text: str, dtype: np.dtype) -> Any:
    return np.array([int(text, 16)], f"u{dtype.itemsize}").view(dtype)[0]


def _parts(contents: bytes, runs: list, reasons: list) -> Iterable:
    begin = 0
    while begin < len(runs):
        kind = runs[begin]["type"]
        end = begin
        while end < len(runs) and runs[end]["type"] == kind:
            end += 1
        offset = runs[begin]["offset"]
        dtype = SCALARS[kind]
        count = sum(run["count"] for run in runs[begin:end])
        expected = np.frombuffer(contents, dtype, count, offset)
        parsed = []
        for run in runs[begin:end]:
            values = np.array([_number(text, dtype) for text in run.get("values", ())], dtype)
            reason = reasons[run["reason"]]["text"] if "reason" in run else ""
            parsed.append((Run((run["offset"] - offset) // dtype.itemsize, run["count"], run["accept"], values,
                               frozenset(run.get("special", ())), reason),
                           *(_number(run[bound], dtype) if bound in run else None for bound in ("low", "high"))))
        yield Part(kind, offset, expected, parsed)
        begin = end


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What a device did. ``result``: "accepted", "differs", "crashed", "failed" or "skipped"; ``document``: the JSON of the command."""

    result: str
    text: str
    document: dict[str, Any]

    @property
    def accepted(self) -> bool:
        """Whether everything is accepted."""
        return self.result == "accepted"


class Bundle:
    """A bundle: a folder. Reading it checks its format; ``show`` and ``check`` check the digests of its files."""

    def __init__(self, folder: Any):
        self.folder = pathlib.Path(folder)
        try:
            self.manifest = json.loads((self.folder / "manifest.json").read_text())
            acceptance = json.loads((self.folder / "acceptance.json").read_text())
            if self.manifest.get("format") != "spirv-golden bundle" or \
                    self.manifest.get("format_version") not in _FORMAT_VERSIONS:
                raise InvalidArgument(f"{self.folder}: not a bundle, or one of another version of the format")
            resources = self.manifest["resources"]
            self.outputs = {one["name"]: Output(one, (self.folder / one["output"]["file"]).read_bytes(),
                                                acceptance["outputs"][one["name"]], acceptance["reasons"])
                            for one in resources if "output" in one}
            self.inputs = {one["name"]: (self.folder / one["input"]["file"]).read_bytes() for one in resources if "input" in one}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, Error):
                raise
            raise InvalidArgument(f"{self.folder}: not a bundle: {error!r}") from None
        self.name = self.manifest["name"]

    @property
    def module(self) -> bytes:
        """The SPIR-V binary."""
        return (self.folder / self.manifest["module"]["file"]).read_bytes()

    def __repr__(self):
        return f"<spirv_oracle.golden.Bundle {self.folder}: {', '.join(self.outputs)}>"

    def show(self) -> str:
        """What it accepts, as text."""
        return _programs.call("spirv-golden", "show", self.folder, "--all").stdout

    def check(self, outputs: Mapping) -> Verdict:
        """Compares outputs of a device, by name: arrays, or bytes. The text explains the differences."""
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for number, (name, contents) in enumerate(outputs.items()):
                file = pathlib.Path(folder) / f"{number}.bin"
                file.write_bytes(contents if isinstance(contents, (bytes, bytearray)) else np.asarray(contents).tobytes())
                files.append(f"{name}={file}")
            done = _programs.call("spirv-golden", "check", self.folder, *files, statuses=(0, 1))
            document = _programs.call("spirv-golden", "check", self.folder, *files, "--format", "json", statuses=(0, 1))
        return Verdict("differs" if done.returncode else "accepted", done.stdout, json.loads(document.stdout))

    def run(self, icd: Optional[str] = None, device: int = 0) -> Verdict:
        """Runs it on a Vulkan device: ``icd`` is the manifest of a driver (default: the system's), ``device`` a number."""
        options = [f"--device={device}", *([f"--icd={icd}"] if icd else [])]
        done = _programs.call("spirv-golden", "run", self.folder, *options, "--format", "json", statuses=(0, 1, 4))
        document = json.loads(done.stdout)
        if not document.get("bundles"):
            raise Error(document.get("error", {}).get("message", done.stderr))
        bundle = document["bundles"][0]
        return Verdict(bundle["result"], bundle.get("reason", done.stdout), document)

    def reduce(self, folder: Any, icd: Optional[str] = None, *options: str) -> "Bundle":
        """Shrinks the module while the device still differs, and writes another bundle to a folder in ``folder``."""
        done = _programs.call("spirv-golden", "reduce", self.folder, f"--out={os.fspath(folder)}",
                              *([f"--icd={icd}"] if icd else []), *options)
        return _written(done.stdout, folder)


def _written(text: str, folder: Any) -> Bundle:
    """The bundle that a command says it has written."""
    found = re.findall(rf"{re.escape(os.fspath(folder))}/[^:\s]+", text)
    if not found:
        raise Error(f"no bundle was written: {text}")
    return Bundle(found[-1])


def make(module: Any, folder: Any, groups: Any = None, *, options: Iterable = (), **parameters) -> Bundle:
    """Makes the bundle of a run: the folder NAME.sSIZE in ``folder``. Parameters: those of Module.run.

    options: further ones of ``spirv-golden generate``, such as "--no-assume=subgroup-size" or "--allow-ub".
    Raises InvalidArgument, Unsupported, LimitReached, and Error if behavior is undefined.
    """
    with tempfile.TemporaryDirectory() as data:
        arguments = command_line(module, pathlib.Path(data), groups, parameters)
        done = _programs.call("spirv-golden", "generate", *arguments, f"--out={os.fspath(folder)}", *options)
    return _written(done.stdout, folder)


__all__ = ["Bundle", "Output", "Part", "Run", "Verdict", "make"]
