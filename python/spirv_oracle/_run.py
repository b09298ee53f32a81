"""The results of a run."""

from __future__ import annotations

import dataclasses
import json
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _core, _layout
from ._errors import InvalidArgument, UndefinedBehavior


@dataclasses.dataclass(frozen=True)
class Location:
    """A place in the source; ``line`` and ``column`` begin at 1, and 0 is unknown."""

    file: str
    line: int
    column: int

    def __str__(self):
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclasses.dataclass(frozen=True)
class Note:
    """A step that explains a finding."""

    message: str
    location: Optional[Location]


@dataclasses.dataclass(frozen=True)
class Finding:
    """What a run found. ``str(finding)`` is the text that spirv-run prints.

    ``rule`` is the id of the rule ("OpUDiv.operand-2-zero"), ``kind`` its class ("division-by-zero"), ``severity`` one of
    "undefined-behavior", "undefined-output", "undefined-value", "implementation-dependent", "possible-undefined-behavior",
    "note". ``lanes`` are those of the first occurrence in ``workgroup`` (x, y, z) and ``subgroup``. ``values`` are the operands:
    dicts of "value" and, where known, "name", "operand", "expression". ``resource`` and ``elements`` are those of an output.
    """

    rule: str
    kind: str
    severity: str
    message: str
    location: Optional[Location]
    instruction: str
    workgroup: tuple[int, ...]
    subgroup: int
    lanes: tuple[int, ...]
    values: tuple[dict[str, Any], ...]
    notes: tuple[Note, ...]
    advice: str
    edits: tuple[dict[str, Any], ...]
    occurrences: int
    resource: str
    elements: tuple[int, ...]
    text: str = dataclasses.field(repr=False)

    def __str__(self):
        return self.text


def _location(found: Any) -> Optional[Location]:
    if not found:
        return None
    return Location(found.get("file", ""), found.get("line", 0), found.get("column", 0))


def finding_of(found: dict) -> Finding:
    """From the JSON of the commands."""
    return Finding(
        rule=found["clause"], kind=found["kind"], severity=found["severity"], message=found["message"],
        location=_location(found.get("source")), instruction=found.get("disassembly", found["instruction"]),
        workgroup=tuple(found["workgroup"]), subgroup=found["subgroup"], lanes=tuple(found["lanes"]),
        values=tuple(found.get("operands", ())),
        notes=tuple(Note(note["message"], _location(note.get("source"))) for note in found.get("notes", ())),
        advice=found.get("help", ""), edits=tuple(found.get("advice", ())), occurrences=found["occurrences"],
        resource=found.get("resource", ""), elements=tuple(found.get("elements", ())), text=found.get("text", found["message"]))


class Enclosure(NamedTuple):
    """The results that the specification permits: from ``low`` to ``high``, and NaN where ``may_be_nan``; of the array's shape.

    Infinite bounds mean that any value is possible; so are they for undefined elements.
    """

    low: np.ndarray
    high: np.ndarray
    may_be_nan: np.ndarray

    def contains(self, actual: Any) -> np.ndarray:
        """Which elements of ``actual`` are permitted; an array of bool."""
        actual = np.asarray(actual)
        return ((self.low <= actual) & (actual <= self.high)) | (self.may_be_nan & np.isnan(actual))


class _Buffer(NamedTuple):
    number: int
    layout: dict
    described: dict
    bytes: Any
    shadow: Any
    size: int

    def read(self, make) -> Any:
        return _layout.read(_layout.unwrapped(self.layout), self.size, 0, make)


_ENCLOSED = np.dtype([("offset", "u8"), ("bytes", "u8"), ("low", "f8"), ("high", "f8"), ("may_be_nan", "u8")])


class Run:
    """The results of a run: ``run["name"]``, by name or "set.binding", and ``run.findings``.

    An array shares the memory of the run, is read-only, and is a numpy.ma.MaskedArray whose mask tells which elements are undefined:
    their values mean nothing. A block with several members is a mapping of arrays by member.
    """

    def __init__(self, module: Any, entry: Any, finished: Any):
        self._module, self._entry_point, self._core = module, entry, finished
        self._described = json.loads(finished.buffers())
        self._findings: Optional[tuple[Finding, ...]] = None

    # Arrays

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all buffers, images and memories: "0.1", "arg.0", or the name of a memory."""
        return tuple(one["name"] for one in self._described)

    @property
    def written(self) -> tuple[str, ...]:
        """Those of them to which the run has stored something."""
        return tuple(one["name"] for one in self._described if one["written"])

    def __getitem__(self, name: str) -> Any:
        """The contents: a MaskedArray, or a mapping of them for a structure. Raises KeyError."""
        buffer = self._buffer(name)

        def array(where, offset):
            values = _layout.view(buffer.bytes, where, offset)
            values.flags.writeable = False
            mask = _layout.states(buffer.shadow, where, offset, _layout.UNDEFINED)
            return np.ma.MaskedArray(values, mask=mask)

        return buffer.read(array)

    def implementation_dependent(self, name: str) -> Any:
        """Which elements are defined, but may differ between implementations: arrays of bool in the form of ``run[name]``."""
        buffer = self._buffer(name)
        least = _layout.IMPLEMENTATION_DEPENDENT
        return buffer.read(lambda where, offset: _layout.states(buffer.shadow, where, offset, least, least))

    def enclosure(self, name: str) -> Any:
        """The results that the specification permits, an Enclosure; of a structure, a mapping of them.

        Raises InvalidArgument if the run did not examine them because that takes too long, or because the buffers have more than
        512 KiB: run with precision=True.
        """
        if not self._core.encloses_values():
            raise InvalidArgument("the run did not enclose values, because that takes longer than the run: run with "
                                  "precision=True (and explain=True)")
        buffer = self._buffer(name)
        enclosed = np.frombuffer(self._core.enclosed(buffer.number), _ENCLOSED)
        enclosed = enclosed[np.argsort(enclosed["offset"], kind="stable")]
        return buffer.read(lambda where, offset: self._enclosure(buffer, enclosed, where, offset))

    @staticmethod
    def _enclosure(buffer: _Buffer, enclosed: np.ndarray, where: Any, offset: int) -> Enclosure:
        if where.dtype.names is not None:
            raise InvalidArgument("arrays of structures have no enclosure: ask for a member that is an array of numbers")
        values = _layout.view(buffer.bytes, where, offset)
        wide = np.result_type(where.dtype, np.float64) if where.dtype.kind == "f" else where.dtype
        low, high = values.astype(wide), values.astype(wide)
        nan = np.isnan(low) if where.dtype.kind == "f" else np.zeros(values.shape, bool)
        places = _layout.offsets(where, offset)
        found = np.minimum(np.searchsorted(enclosed["offset"].astype(np.int64), places), max(len(enclosed) - 1, 0))
        is_enclosed = enclosed["offset"][found] == places if len(enclosed) else np.zeros(where.shape, bool)
        bounds = enclosed[found] if len(enclosed) else np.zeros(where.shape, _ENCLOSED)
        unknown = _layout.states(buffer.shadow, where, offset, _layout.IMPLEMENTATION_DEPENDENT) & ~is_enclosed
        limits = (-np.inf, np.inf) if where.dtype.kind == "f" else (np.iinfo(wide).min, np.iinfo(wide).max)
        for bound, part, limit, infinite in ((low, bounds["low"], limits[0], -np.inf), (high, bounds["high"], limits[1], np.inf)):
            open_ended = is_enclosed & (part == infinite)
            exact = is_enclosed & ~open_ended
            bound[exact] = part[exact].astype(wide)
            bound[unknown | open_ended] = limit
        nan = np.where(is_enclosed, bounds["may_be_nan"] != 0, nan | (unknown & (where.dtype.kind == "f")))
        return Enclosure(low, high, nan)

    def _buffer(self, name: str) -> _Buffer:
        index = next((i for i, one in enumerate(self._described) if one["name"] == name), None)
        resource = None
        if index is None or self._described[index]["set"] is not None:
            try:
                key, resource = self._module._find(self._entry_point, name)
            except InvalidArgument as error:
                raise KeyError(f"{name}: {error}") from None
            index = next((i for i, one in enumerate(self._described) if one["name"] in (key, f"{key}[0]")), None)
            if index is None:
                raise KeyError(f"{name}: the run has no such buffer; it has {', '.join(self.names)}")
        described = self._described[index]
        memory = np.frombuffer(self._core.bytes(index), np.uint8) if self._size(index) else np.empty(0, np.uint8)
        shadow = np.frombuffer(self._core.shadow(index), np.uint8) if memory.size else np.empty(0, np.uint8)
        layout = described["layout"] or self._flat_layout(described, resource)
        return _Buffer(index, layout, described, memory, shadow, memory.size)

    def _size(self, index: int) -> int:
        return memoryview(self._core.bytes(index)).nbytes

    @staticmethod
    def _flat_layout(described: dict, resource: Any) -> dict:
        """Of texels or of a memory."""
        layout = _layout.flat_layout(described["scalar"], described["components"])
        image = described["image"]
        if image is None or image["extent"][0] == 0 or image["levels"] != 1 or image["samples"] != 1:
            return layout
        from ._module import image_axes
        extents = [*image["extent"]]
        kind = resource.image["dimensionality"] if resource is not None and resource.image else "3D"
        has_layers = resource is not None and resource.image and image_axes(resource.image) > {"1D": 1, "2D": 2, "Cube": 2}.get(kind, 3)
        axes = extents[:{"1D": 1, "2D": 2, "Cube": 2}.get(kind, 3)] + ([image["layers"]] if has_layers else [])
        element = layout["element"]
        for extent in axes:
            size = element["size"] * extent
            element = {"kind": "array", "element": element, "count": extent, "stride": element["size"], "size": size}
        return element

    # Findings

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the run found, in the order of spirv-run."""
        if self._findings is None:
            self._findings = tuple(finding_of(found) for found in json.loads(self._core.findings()))
        return self._findings

    @property
    def status(self) -> int:
        """The exit status of spirv-run: 0 finished, 3 undefined behavior (with strict, also undefined or varying results)."""
        return self._core.status()

    @property
    def printed(self) -> str:
        """What the module has printed (debugPrintfEXT, printf)."""
        return self._core.printed()

    @property
    def notes(self) -> str:
        """What was not examined, and arguments without effect: lines of text."""
        return self._core.notes()

    def raise_if_undefined(self) -> "Run":
        """Raises UndefinedBehavior, with the text of the findings, if behavior or a result is undefined. Returns the run."""
        wrong = tuple(one for one in self.findings if one.severity in ("undefined-behavior", "undefined-output"))
        if wrong:
            error = UndefinedBehavior("\n".join(str(one).rstrip() for one in wrong))
            error.findings = wrong
            raise error
        return self

    # Reports

    def json(self) -> dict[str, Any]:
        """The document that spirv-run prints with --format json."""
        return json.loads(self._core.json())

    def report_html(self) -> str:
        """The page of ``spirv-run --report``: lanes by line, memory accesses, buffers, findings. Runs the module once more.

        Raises InvalidArgument if the inputs were too large to be kept; run with witness=True keeps them.
        """
        return self._core.report_page()

    def _repr_html_(self) -> str:
        from ._html import html_of
        return html_of(self)

    def __repr__(self):
        kinds = ", ".join(one.kind for one in self.findings) or "no findings"
        return f"<spirv_oracle.Run: {', '.join(self.names)}; {kinds}>"
