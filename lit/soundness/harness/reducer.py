"""Makes a failing program smaller, one change at a time, while it still fails."""

from __future__ import annotations

from typing import Callable, Iterator

from .program import (Assign, Atomic, Binary, Block, Call, Const, Expr, Group, If, Locked, Loop, Output, Program, Select,
                      Statement, StoreData, StoreShared, Switch, Update, replace)  # fmt: skip


def reduce_program(program: Program, fails: Callable[[Program], bool], most_tries: int = 400) -> Program:
    """The smallest program that was found in `most_tries` runs; `fails` says whether one shows the same fault."""
    tries = 0
    changed = True
    while changed:
        changed = False
        for smaller in _smaller(program):
            tries += 1
            if tries > most_tries:
                return program
            if fails(smaller):
                program, changed = smaller, True
                break
    return program


def _smaller(program: Program) -> Iterator[Program]:
    if program.workgroups > 1:
        yield replace(program, workgroups=program.workgroups - 1)
    if program.order:
        yield replace(program, order=0)
    if program.bits != 32:
        yield replace(program, bits=32)
    if program.writes_image:
        yield replace(program, writes_image=False)
    if program.invocations > 1:
        yield replace(program, invocations=program.invocations - 1)
    for body in _smaller_blocks(program.body):
        yield replace(program, body=body)


def _smaller_blocks(block: Block) -> Iterator[Block]:
    for i in reversed(range(len(block))):
        before, after = block[:i], block[i + 1:]
        yield (*before, *after)
        for statements in _smaller_statements(block[i]):
            yield (*before, *statements, *after)


def _smaller_statements(s: Statement) -> Iterator[Block]:
    if isinstance(s, If):
        yield s.then
        yield s.otherwise
        yield from ((If(s.condition, then, s.otherwise),) for then in _smaller_blocks(s.then))
        yield from ((If(s.condition, s.then, otherwise),) for otherwise in _smaller_blocks(s.otherwise))
        yield from ((If(e, s.then, s.otherwise),) for e in _smaller_expressions(s.condition))
    elif isinstance(s, Switch):
        yield s.default
        for i, (value, body) in enumerate(s.cases):
            yield body
            rest = (*s.cases[:i], *s.cases[i + 1:])
            yield (Switch(s.selector, rest, s.default, s.falls_through),)
            for smaller in _smaller_blocks(body):
                cases = (*s.cases[:i], (value, smaller), *s.cases[i + 1:])
                yield (Switch(s.selector, cases, s.default, s.falls_through),)
        for default in _smaller_blocks(s.default):
            yield (Switch(s.selector, s.cases, default, s.falls_through),)
    elif isinstance(s, Loop):
        yield from ((Loop(s.counter, s.bound, body),) for body in _smaller_blocks(s.body))
        yield from ((Loop(s.counter, bound, s.body),) for bound in _smaller_expressions(s.bound))
    elif isinstance(s, Call):
        yield s.body
        yield from ((Call(body),) for body in _smaller_blocks(s.body))
    elif isinstance(s, Locked):
        yield s.body
        yield from ((Locked(body, s.lock),) for body in _smaller_blocks(s.body))
    elif isinstance(s, Update):
        if s.target is not None:
            yield (Update(None, s.op, s.space, s.index, s.value, s.form),)
        yield from ((Update(s.target, s.op, s.space, s.index, e, s.form),) for e in _smaller_expressions(s.value))
    elif isinstance(s, Assign):
        yield from ((Assign(s.target, e),) for e in _smaller_expressions(s.value))
    elif isinstance(s, Output):
        yield from ((Output(e, s.value),) for e in _smaller_expressions(s.slot))
        yield from ((Output(s.slot, e),) for e in _smaller_expressions(s.value))
    elif isinstance(s, StoreData):
        yield from ((StoreData(s.index, e),) for e in _smaller_expressions(s.value))
    elif isinstance(s, StoreShared):
        yield from ((StoreShared(e),) for e in _smaller_expressions(s.value))
    elif isinstance(s, Group):
        yield from ((Group(s.target, s.op, e),) for e in _smaller_expressions(s.value))
    elif isinstance(s, Atomic):
        for i, operand in enumerate(s.operands):
            for e in _smaller_expressions(operand):
                operands = (*s.operands[:i], e, *s.operands[i + 1:])
                yield (Atomic(s.target, s.op, s.space, s.index, operands),)
        yield from ((Atomic(s.target, s.op, s.space, e, s.operands),) for e in _smaller_expressions(s.index))


def _smaller_expressions(e: Expr) -> Iterator[Expr]:
    if isinstance(e, Const):
        if e.value > 1:
            yield Const(1)
        if e.value:
            yield Const(0)
        return
    yield from (Const(0), Const(1))
    if isinstance(e, Binary):
        yield e.left
        yield e.right
    elif isinstance(e, Select):
        yield e.if_true
        yield e.if_false
