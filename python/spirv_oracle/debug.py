"""Debugs a run, forward and backward.

    with debug.start(module, buffers={"values": [1, 2, 3, 4]}, subgroup_size=4) as debugger:
        debugger.run_to(line=12)
        debugger.lanes("sum")            # a masked array, one element per lane
        print(debugger.why("sum", lane=1))
        debugger.step_back()
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
import re
import tempfile
from typing import Any, Optional

import numpy as np

from . import _core
from ._errors import Error, InvalidArgument
from ._files import command_line
from ._run import Finding, Location, finding_of

_SCALARS = {
    "bool": np.bool_, "int8_t": np.int8, "uint8_t": np.uint8, "int16_t": np.int16, "uint16_t": np.uint16, "int": np.int32,
    "uint": np.uint32, "int64_t": np.int64, "uint64_t": np.uint64, "float16_t": np.float16, "float": np.float32,
    "double": np.float64, "char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "long": np.int64,
    "ulong": np.uint64, "half": np.float16,
}

_KNOWN = ("defined", "implementation-dependent")  # states of values that mean something


@dataclasses.dataclass(frozen=True)
class Position:
    """Where a paused run is. ``moment`` is the number of steps since its start, which identifies a state.

    ``reason`` tells why it stopped: "entry", "step", "breakpoint", "watchpoint", "finding", "start", "end", ... ``active`` are the
    lanes that execute the instruction; ``workgroup`` (x, y, z), ``subgroup`` and ``lane`` are the focus. After the end
    (``ended``), the state is that before the last step.
    """

    moment: int
    reason: str
    text: str
    file: str
    line: int
    function: str
    instruction: str
    workgroup: tuple[int, ...]
    subgroup: int
    lane: int
    active: tuple[int, ...]
    ended: bool


@dataclasses.dataclass(frozen=True)
class Value:
    """``value`` is a number, a bool, a tuple of components, or text; None if ``state`` is "undefined" or "unavailable"."""

    value: Any
    type: str
    state: str
    text: str


@dataclasses.dataclass
class Why:
    """A value and where it comes from: ``causes`` are the instructions that computed its operands, recursively."""

    text: str
    value: str
    lane: int
    moment: int
    location: Optional[Location]
    causes: list[Why]

    def __str__(self):
        return "\n".join(self._lines(0))

    def _lines(self, depth: int):
        place = f" at {self.location}" if self.location is not None else ""
        yield f"{'  ' * depth}{self.text}{place}"
        for cause in self.causes:
            yield from cause._lines(depth + 1)


def start(module: Any, groups: Any = None, **parameters) -> "Debugger":
    """Starts a run, with the parameters of Module.run, in a process of its own, and pauses it before its first step."""
    return Debugger(module, groups, parameters)


class Debugger:
    """A paused run. Each motion returns the new Position. Use it as a context manager, or call ``close``."""

    def __init__(self, module: Any, groups: Any, parameters: dict):
        self._folder = tempfile.TemporaryDirectory()
        try:
            self._file = pathlib.Path(module._file).name
            arguments = command_line(module, pathlib.Path(self._folder.name), groups, parameters)
            self._core = _core.Debugged([*arguments, "--debug-info"] if "--debug-info" not in arguments else arguments)
        except BaseException:
            self._folder.cleanup()
            raise
        self._stops: list = []
        self._position = _position(json.loads(self._core.entry()))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the run."""
        self._core = None
        self._folder.cleanup()

    def request(self, command: str, **arguments) -> Any:
        """A request of docs/debugger_protocol.md, for what has no method here. Raises InvalidArgument."""
        if self._core is None:
            raise Error("the debugger is closed")
        return json.loads(self._core.request(command, json.dumps(arguments)))

    # Positions

    @property
    def position(self) -> Position:
        """Where the run is."""
        return self._position

    @property
    def output(self) -> str:
        """What the program has printed since the last call. After the end of the run, ``resume`` goes to the end of the program,
        which prints its report."""
        self.request("status")  # receives what was printed before its answer
        return self._core.output()

    def _resume(self, motion: str, backward: bool = False, **arguments) -> Position:
        try:
            self._position = _position(self.request("resume", motion=motion, backward=backward, **arguments))
        except KeyboardInterrupt:
            self._position = _position(self.request("status"))
            raise
        return self._position

    def step(self) -> Position:
        """To the next source line of the focused lane, also in a called function."""
        return self._resume("line")

    def step_back(self) -> Position:
        """To the previous source line of the focused lane."""
        return self._resume("line", backward=True)

    def step_over(self) -> Position:
        """To the next source line of the focused lane, but not in called functions."""
        return self._resume("over")

    def step_out(self) -> Position:
        """To where the focused lane has left the function."""
        return self._resume("out")

    def step_instruction(self, backward: bool = False) -> Position:
        """To the next instruction of the focused lane, or the previous one."""
        return self._resume("instruction", backward)

    def resume(self, backward: bool = False) -> Position:
        """To the next stop point, or the end; backward: to the previous one, or the start."""
        return self._resume("continue", backward)

    def run_to(self, line: int, file: str = "", backward: bool = False) -> Position:
        """To where the focused lane reaches this line."""
        return self._resume("cursor", backward, file=file or self._position.file or self._file, line=line)

    def go_to(self, moment: int) -> Position:
        """To a moment of the run, in either direction."""
        self._position = _position(self.request("go_to", moment=moment))
        return self._position

    def restart(self) -> Position:
        """To the start."""
        self._position = _position(self.request("restart"))
        return self._position

    def focus(self, lane: Optional[int] = None, subgroup: Optional[int] = None, workgroup: Optional[int] = None) -> Position:
        """Chooses the lane that motions and expressions are about. ``workgroup``: its linear index."""
        chosen = {"lane": lane, "subgroup": subgroup, "workgroup": workgroup}
        self.request("focus", **{name: value for name, value in chosen.items() if value is not None})
        self._position = _position(self.request("status"))
        return self._position

    # Stop points

    def _add_stop(self, stop: dict) -> int:
        stop["id"] = len(self._stops) + 1
        self._stops.append({name: value for name, value in stop.items() if value != ""})
        answer = self.request("set_stops", stops=self._stops)
        mine = next(one for one in answer if one["id"] == stop["id"])
        if not mine.get("verified", True):
            self._stops.pop()
            self.request("set_stops", stops=self._stops)
            raise InvalidArgument(mine.get("message", "the stop point is not possible"))
        return stop["id"]

    def break_at(self, line: int, file: str = "", condition: str = "") -> int:
        """Stops at a line, where the condition holds in an active lane. Returns the id of the stop point."""
        return self._add_stop({"kind": "line", "file": file or self._position.file or self._file, "line": line, "condition": condition})

    def watch(self, expression: str, access: str = "write") -> int:
        """Stops at accesses to a variable or an element: "write", "read" or "access"."""
        return self._add_stop({"kind": "watch", "expression": expression, "access": access})

    def break_on_findings(self, *kinds: str) -> int:
        """Stops at findings of these kinds, or at all of them."""
        return self._add_stop({"kind": "finding", "finding_kinds": list(kinds), "clauses": []})

    def clear_stops(self):
        """Removes all stop points."""
        self._stops = []
        self.request("set_stops", stops=[])

    # Values

    def evaluate(self, expression: str, lane: Optional[int] = None) -> Value:
        """The value of an expression in the focused lane, or in another one."""
        found = self.request("evaluate", expression=expression, **({} if lane is None else {"lane": lane}))
        state = found.get("state", "defined")
        value = _number(found["value"], found.get("type", "")) if state in _KNOWN else None
        return Value(value, found.get("type", ""), state, found["value"])

    def lanes(self, expression: str) -> np.ma.MaskedArray:
        """The values of a scalar or vector in all lanes of the focused subgroup: shape (lanes,) or (lanes, components).

        Masked: undefined, or in a lane without the variable.
        """
        found = self.request("matrix", expressions=[expression])
        row, = found["rows"]
        texts, known = [], []
        for cell in row["cells"]:
            known.append(cell.get("state", "defined") in _KNOWN)
            texts.append(_number(cell["value"], row["type"]) if known[-1] else None)
        shape = next((np.shape(value) for value in texts if value is not None), ())
        dtype = _dtype(row["type"])
        values = [np.zeros(shape, dtype) if value is None else value for value in texts]
        mask = np.broadcast_to(~np.array(known).reshape(-1, *[1] * len(shape)), (len(values), *shape))
        return np.ma.MaskedArray(np.array(values, dtype), mask=mask)

    def why(self, expression: str, lane: Optional[int] = None, depth: int = 8) -> Why:
        """Where a value comes from, ``depth`` instructions back. Runs the program again to find out."""
        found = self.request("why", expression=expression, depth=depth, **({} if lane is None else {"lane": lane}))
        root = None
        path: list = []
        for step in found["steps"]:
            location = Location(step.get("file", ""), step["line"], 0) if step.get("line") else None
            node = Why(step["text"], str(step.get("value", "")), step["lane"], step["moment"], location, [])
            level = step.get("depth", 0)
            del path[level:]
            if path:
                path[-1].causes.append(node)
            root = root or node
            path.append(node)
        if root is None:
            raise InvalidArgument(found.get("text") or f"nothing is known about {expression}")
        return root

    def last_write(self, expression: str) -> dict[str, Any]:
        """Who wrote an element last: "moment", "lane", "line", "value", "previous", ..."""
        return self.request("last_write", expression=expression)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings so far; the fields are those that the debugger knows."""
        known = {"clause": "", "kind": "", "severity": "", "message": "", "instruction": "", "workgroup": (0, 0, 0), "subgroup": 0,
                 "lanes": (), "occurrences": 1}
        return tuple(finding_of({**known, **found}) for found in self.request("findings"))


def _position(stop: dict) -> Position:
    return Position(stop["moment"], stop["reason"], stop.get("text", ""), stop.get("file", ""), stop.get("line", 0),
                    stop.get("function", ""), stop.get("instruction", ""), tuple(stop.get("workgroup", ())),
                    stop.get("subgroup", 0), stop.get("lane", 0), tuple(stop.get("active", ())), stop.get("ended", False))


def _dtype(kind: str) -> Any:
    if kind in _SCALARS:
        return _SCALARS[kind]
    prefixes = {"vec": np.float32, "uvec": np.uint32, "ivec": np.int32, "bvec": np.bool_, "dvec": np.float64}
    scalar = kind.rstrip("0123456789")
    return prefixes.get(scalar, _SCALARS.get(scalar, object))


def _number(text: str, kind: str) -> Any:
    """A value as the debugger prints it."""
    if text.startswith("("):
        return tuple(_number(part.strip(), kind) for part in text[1:-1].split(","))
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d+", text):
        return int(text)
    try:
        return float(text)
    except ValueError:
        try:
            return float.fromhex(text)
        except ValueError:
            return text


__all__ = ["Debugger", "Finding", "Position", "Value", "Why", "start"]
