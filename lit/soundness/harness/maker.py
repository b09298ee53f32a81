"""Random parts of programs: expressions, statements, control flow."""

from __future__ import annotations

import random
from typing import Callable, List, Sequence

from .program import (GROUP_OPERATIONS, SIGNED, Atomic, Binary, Block, Break, Call, Const, Continue, Expr, FloatSum,
                      Group, Id, If, Local, Lookup, Loop, Output, Program, Return, Select, Statement, Switch)  # fmt: skip

LOCALS, FIRST_COUNTER = 4, 4  # r0 to r3 hold values, r4 to r6 count iterations
COUNTERS = 3
ZERO = Const(0)

# Weights of float sums. The orders of three or four of the first ones give several sums, from 0 to 3.
OPEN_WEIGHTS = ((1e8, 1.0, -1e8, 2.0), (1e8, 2.0, -1e8, 1.0), (1.0, -1e8, 1e8, 1.0))
WEIGHTS = (*OPEN_WEIGHTS, (1e8, -1e8, 8.0, 8.0), (1.0, 2.0, 3.0, 4.0), (16777216.0, 1.0, 1.0, 0.0))


class Maker:
    """Random parts of programs."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def one_of(self, choices: Sequence):
        return self.random.choice(choices)

    def chance(self, of_ten: int) -> bool:
        return self.random.randrange(10) < of_ten

    def local(self, first: int = 0) -> int:
        return self.random.randrange(first, LOCALS)

    def constant(self) -> Const:
        return Const(self.one_of((0, 1, 1, 2, 3, 4, 7)))

    # --- expressions ---

    def closed(self) -> Expr:
        """A value that every execution has, which may differ between invocations."""
        return self.one_of((self.constant(), self.constant(), Id("local"), Id("global"),
                            Binary("&", Id("local"), Const(1)), Lookup(Id("local"))))  # fmt: skip

    def value(self, depth: int = 2) -> Expr:
        kind = self.random.randrange(8 if depth else 3)
        if kind == 0:
            return self.closed()
        if kind <= 3:
            return Local(self.local())
        if kind == 4:
            return Select(self.condition(depth - 1), self.value(depth - 1), self.value(depth - 1))
        if kind == 5:
            return Lookup(self.value(depth - 1))
        return Binary(self.one_of("+-*&|^"), self.value(depth - 1), self.value(depth - 1))

    def condition(self, depth: int = 1) -> Expr:
        return Binary(self.one_of(("==", "!=", "<", "<=", ">", ">=")), self.value(depth), self.constant())

    # --- statements ---

    def atomic(self, space: str, index: Expr, operations: Sequence[str], operand: Callable[[], Expr],
               first_target: int = 0) -> Atomic:  # fmt: skip
        op = self.one_of(operations)
        count = {"load": 0, "compare_exchange": 2}.get(op, 1)
        target = None if op == "store" or (op != "load" and self.chance(2)) else self.local(first_target)
        return Atomic(target, op, space, index, tuple(operand() for _ in range(count)))

    def discipline(self, space: str) -> List[str]:
        """The operations that one location sees: often of one kind, as in real programs."""
        if space == SIGNED:
            return self.one_of((["smin"], ["smax"], ["smin", "smax", "load"], ["smax", "load"], ["add", "sub"]))
        return self.one_of((["add"], ["add", "load"], ["add", "sub"], ["or"], ["or", "load"], ["and"], ["xor"],
                            ["umax"], ["umax", "load"], ["umin"], ["exchange"], ["store", "load"],
                            ["compare_exchange"], ["compare_exchange", "load"], ["load"],
                            ["add", "or", "xor", "exchange", "load"]))  # fmt: skip

    def block(self, statements: Callable[[], Statement], most: int) -> Block:
        return tuple(statements() for _ in range(self.random.randrange(most + 1)))

    def output(self) -> Output:
        slot = Const(self.random.randrange(2)) if self.chance(8) else self.value(1)
        return Output(slot, self.value(1))

    def group(self) -> Statement:
        if self.chance(1):
            return FloatSum(self.local())
        return Group(self.local(), self.one_of(GROUP_OPERATIONS), self.value(1))

    def control(self, inner: Callable[[int, bool], Block], depth: int, in_loop: bool,
                condition: Callable[[], Expr]) -> Statement:  # fmt: skip
        """An if, a switch or a loop with bodies of what `inner` makes, given the depth left and whether in a loop."""

        def body(most: int, loop: bool = in_loop, leaves: bool = True) -> Block:
            is_call = self.chance(2)
            statements = [s for _ in range(self.random.randrange(1, most + 1))
                          for s in inner(depth - 1, loop and not is_call)]  # fmt: skip
            if is_call:
                statements = [Call(tuple(statements))]
            if loop and leaves and self.chance(2):
                statements.append(Break() if self.chance(5) else Continue())
            elif leaves and self.chance(1):
                statements.append(Return())
            return tuple(statements)

        kind = self.random.randrange(10)
        if kind < 6:
            return If(condition(), body(2), body(2) if self.chance(5) else ())
        if kind < 8:
            cases = tuple((v, body(1, False)) for v in range(self.random.randrange(1, 3)))
            selector = condition() if self.chance(3) else self.value(1)
            return Switch(selector, cases, body(1, False), self.chance(2))
        counter = FIRST_COUNTER + COUNTERS - depth
        bound = self.constant() if self.chance(5) else Binary("&", self.value(1), Const(3))
        if isinstance(bound, Const):
            bound = Const(bound.value % 4)
        return Loop(counter, bound, body(2, True, False))

    def program(self, body: Sequence[Statement], **fields) -> Program:
        fields.setdefault("invocations", self.random.randrange(2, 4))
        fields.setdefault("subgroup_size", self.one_of((1, 2, 4, 4)))
        fields.setdefault("weights", self.one_of(WEIGHTS))
        fields.setdefault("bits", self.one_of((32, 32, 32, 32, 8, 16, 64)))
        fields.setdefault("order", self.one_of((0, 0, 1, 2, 3)))
        fields.setdefault("writes_image", self.chance(2))
        fields.setdefault("table", self.one_of(((0, 1, 2, 2), (5, 5, 5, 5), (3, 0, 3, 1))))
        return Program(tuple(body), locals=LOCALS + COUNTERS, **fields)
