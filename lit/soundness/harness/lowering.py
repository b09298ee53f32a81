"""Turns the statements of a program into a flat list of instructions for the enumerator.

An instruction is a tuple whose first element is its opcode. Places are indices into the list. Expressions become
functions of the invocation's locals and of its `Invocation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Dict, List, Tuple, Union

from .program import (DATA, Assign, Atomic, Barrier, Block, Break, Call, Const, Continue, Expr, FloatSum,
                      Group, Id, If, LoadData, LoadShared, Local, Locked, Lookup, Loop, Output, Program, Return, Select,
                      Statement, StoreData, StoreShared, Switch, UNSIGNED, Update, blocks_of)  # fmt: skip

# Opcodes. The order of those in the second line matters between invocations.
(SET, OUT, ENTER, BRANCH, SWITCH, CASE, JOIN, CALL_END, LOOP, TEST, LEAVE, CONTINUE, NEXT, JUMP, END,
 ATOMIC, STORE, LOAD, GROUP, FLOAT_SUM, BARRIER, SUBGROUP_BARRIER) = range(22)  # fmt: skip
VISIBLE = ATOMIC  # the first opcode of the second line


@dataclass(frozen=True)
class Invocation:
    index: int  # among all of the dispatch
    local: int
    group: int
    subgroup: int  # among all of the dispatch
    lane: int


Value = Callable[[Tuple[int, ...], Invocation], int]


def python_of(e: Expr, program: Program) -> str:
    """An expression as Python, of L (the locals) and I (the invocation)."""
    if isinstance(e, Const):
        return str(e.value)
    if isinstance(e, Local):
        return f"L[{e.index}]"
    if isinstance(e, Id):
        return {"local": "I.local", "group": "I.group", "global": "I.index"}[e.name]
    if isinstance(e, Select):
        c, a, b = (python_of(x, program) for x in (e.condition, e.if_true, e.if_false))
        return f"({a} if {c} else {b})"
    if isinstance(e, Lookup):
        return f"{program.table}[{python_of(e.index, program)} & 3]"
    left, right = python_of(e.left, program), python_of(e.right, program)
    if e.op in ("+", "-", "*"):
        return f"(({left} {e.op} {right}) & {program.mask})"
    if e.op in ("&", "|", "^"):
        return f"({left} {e.op} {right})"
    return f"(1 if {left} {e.op} {right} else 0)"


def is_closed(body: Block) -> bool:
    """Whether every invocation that enters a selection with this body leaves it by its merge block."""
    for s in body:
        if isinstance(s, (Break, Continue, Return)):
            return False
        if isinstance(s, Loop) and not is_closed_loop(s.body):
            return False
        if isinstance(s, If) and not (is_closed(s.then) and is_closed(s.otherwise)):
            return False
        if isinstance(s, Switch) and not all(is_closed(b) for b in (*(b for _, b in s.cases), s.default)):
            return False
    return True


def is_closed_loop(body: Block) -> bool:
    """The same of a loop: its breaks and continues lead to its own blocks."""
    return not _returns(body)


def _returns(body: Block) -> bool:
    """Whether the block has a return that is not inside of a call."""
    return any(isinstance(s, Return) or not isinstance(s, Call) and any(map(_returns, blocks_of(s))) for s in body)


def _index(s: Union[StoreData, LoadData]) -> Expr:
    return Const(s.index) if isinstance(s.index, int) else s.index


class Lowering:
    """`code` is the result; `closed` says of each construct whether all that enter it leave by its merge block."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.code: List[tuple] = []
        self.closed: Dict[int, bool] = {}
        self._loops: List[Tuple[int, List[int], List[int]]] = []  # id, places of breaks and of continues
        self._calls: List[Tuple[int, List[int]]] = []  # id, places of returns
        self._block(program.body)
        self.code.append((END,))

    def _value(self, e: Expr) -> Value:
        return eval(f"lambda L, I: {python_of(e, self.program)}")  # of our own text

    def _emit(self, *instruction) -> int:
        self.code.append(instruction)
        return len(self.code) - 1

    def _patch(self, place: int, position: int, target: int) -> None:
        old = self.code[place]
        self.code[place] = (*old[:position], target, *old[position + 1:])

    def _construct(self, closed: bool) -> int:
        number = len(self.closed)
        self.closed[number] = closed
        return number

    def _block(self, body: Block) -> None:
        for s in body:
            self._statement(s)

    def _statement(self, s: Statement) -> None:
        if isinstance(s, Assign):
            self._emit(SET, s.target, self._value(s.value))
        elif isinstance(s, Atomic):
            self._emit(ATOMIC, s.target, s.op, s.space, self._value(s.index),
                       tuple(self._value(o) for o in s.operands))  # fmt: skip
        elif isinstance(s, Output):
            self._emit(OUT, self._value(s.slot), self._value(s.value))
        elif isinstance(s, StoreShared):
            self._emit(STORE, self._value(s.value))
        elif isinstance(s, LoadShared):
            self._emit(LOAD, s.target, s.distance)
        elif isinstance(s, StoreData):
            self._emit(ATOMIC, None, "store", DATA, self._value(_index(s)), (self._value(s.value),))
        elif isinstance(s, LoadData):
            self._emit(ATOMIC, s.target, "load", DATA, self._value(_index(s)), ())
        elif isinstance(s, Update):
            self._emit(ATOMIC, s.target, s.op, s.space, self._value(s.index), (self._value(s.value),))
        elif isinstance(s, Locked):
            lock = self._value(Const(s.lock))
            self._emit(ATOMIC, None, "take", UNSIGNED, lock, ())
            self._block(s.body)
            self._emit(ATOMIC, None, "store", UNSIGNED, lock, (self._value(Const(0)),))
        elif isinstance(s, If):
            self._if(s)
        elif isinstance(s, Switch):
            self._switch(s)
        elif isinstance(s, Loop):
            self._loop(s)
        elif isinstance(s, Break):
            number, breaks, _ = self._loops[-1]
            breaks.append(self._emit(LEAVE, number, None, len(self.code)))
        elif isinstance(s, Continue):
            number, _, continues = self._loops[-1]
            continues.append(self._emit(CONTINUE, number, None, len(self.code)))
        elif isinstance(s, Return) and self._calls:
            number, returns = self._calls[-1]
            returns.append(self._emit(LEAVE, number, None, len(self.code)))
        elif isinstance(s, Return):
            self._emit(END)
        elif isinstance(s, Call):
            self._call(s)
        elif isinstance(s, Group):
            self._emit(GROUP, s.target, s.op, self._value(s.value))
        elif isinstance(s, FloatSum):
            self._emit(FLOAT_SUM, s.target)
        else:
            self._emit(BARRIER if isinstance(s, Barrier) else SUBGROUP_BARRIER)

    def _if(self, s: If) -> None:
        number = self._construct(is_closed((s,)))
        self._emit(ENTER, number)
        branch = self._emit(BRANCH, number, self._value(s.condition), None)
        self._block(s.then)
        to_end = self._emit(JUMP, None)
        self._patch(branch, 3, len(self.code))
        self._block(s.otherwise)
        self._patch(to_end, 1, len(self.code))
        self._emit(JOIN, number)

    def _switch(self, s: Switch) -> None:
        number = self._construct(is_closed((s,)))
        self._emit(ENTER, number)
        switch = self._emit(SWITCH, number, self._value(s.selector), {}, None)
        ends = []
        places = {}
        for value, body in s.cases:
            places[value] = len(self.code)
            self._emit(CASE, number)
            self._block(body)
            if not s.falls_through:
                ends.append(self._emit(JUMP, None))
        self._patch(switch, 3, places)
        self._patch(switch, 4, len(self.code))
        self._emit(CASE, number)
        self._block(s.default)
        for place in ends:
            self._patch(place, 1, len(self.code))
        self._emit(JOIN, number)

    def _call(self, s: Call) -> None:
        if not _returns(s.body):
            self._block(s.body)
            return
        number = self._construct(True)
        self._emit(ENTER, number)
        self._calls.append((number, []))
        self._block(s.body)
        _, returns = self._calls.pop()
        for place in returns:
            self._patch(place, 2, len(self.code))
        self._emit(CALL_END, number)

    def _loop(self, s: Loop) -> None:
        number = self._construct(is_closed_loop(s.body))
        if s.counter is not None:
            self._emit(SET, s.counter, lambda L, I: 0)
        self._emit(ENTER, number)
        self._emit(LOOP, number)
        bound, counter = self._value(s.bound), s.counter
        goes_on = bound if counter is None else lambda L, I: L[counter] < bound(L, I)
        head = self._emit(TEST, number, goes_on, None)
        self._loops.append((number, [], []))
        self._block(s.body)
        _, breaks, continues = self._loops.pop()
        for place in continues:
            self._patch(place, 2, len(self.code))
        self._emit(NEXT, number, head, s.counter)
        for place in breaks:
            self._patch(place, 2, len(self.code))
        self._patch(head, 3, len(self.code))
        self._emit(JOIN, number)
