"""Tests of the enumerator: litmus shapes whose results are known, and a naive search beside it."""

from __future__ import annotations

import itertools
import random
import unittest
from typing import List, Set, Tuple

from .enumerator import TooLarge, UndefinedBehavior, enumerate_executions
from .generator import FAMILIES, generate
from .operations import after_atomic, float_sums, group_result
from .program import (DATA, MAXIMAL, SUBGROUP_UNIFORM, UNSIGNED, Assign, Atomic, Barrier, Binary, Break, Call, Const,
                      Continue, Expr, FloatSum, Group, Id, If, LoadShared, Local, Locked, Loop, Output, Program, Return,
                      Statement, StoreShared, Switch, Update, replace)  # fmt: skip

ME = Id("local")
ZERO, ONE = Const(0), Const(1)


def equal(a: Expr, b: int) -> Expr:
    return Binary("==", a, Const(b))


def below(a: Expr, b: int) -> Expr:
    return Binary("<", a, Const(b))


def load(target: int, index: int) -> Atomic:
    return Atomic(target, "load", UNSIGNED, Const(index), ())


def store(index: int, value: int) -> Atomic:
    return Atomic(None, "store", UNSIGNED, Const(index), (Const(value),))


def add(target, index: int, value: Expr) -> Atomic:
    return Atomic(target, "add", UNSIGNED, Const(index), (value,))


def output(value: Expr, slot: int = 0) -> Output:
    return Output(Const(slot), value)


def outputs(body: Tuple[Statement, ...], **fields) -> List[Set[int]]:
    """The values of slot 0 of each invocation."""
    program = Program(tuple(body), **{"invocations": 4, **fields})
    return enumerate_executions(program).output[:: program.slots]


class Interleavings(unittest.TestCase):
    def test_tickets(self) -> None:
        outcomes = enumerate_executions(Program((add(0, 0, ONE), output(Local(0))), invocations=3))
        self.assertEqual(outcomes.output[::2], [{0, 1, 2}] * 3)
        self.assertEqual(outcomes.unsigned, [{3}, {0}])

    def test_updates_under_a_lock(self) -> None:
        def sums(op: str, target=None) -> Program:
            update = Update(target, op, DATA, ZERO, Binary("+", ME, ONE))
            return Program((Locked((update,)), output(Local(0))), invocations=2, unsigned=(0,), data=(5,))

        self.assertEqual(enumerate_executions(sums("add")).data, [{8}])
        self.assertEqual(enumerate_executions(sums("double")).data, [{2 * 11 + 2, 2 * 12 + 1}])
        self.assertEqual(enumerate_executions(sums("add", 0)).output[::2], [{5, 7}, {5, 6}])

    def test_workgroups_interleave_like_invocations(self) -> None:
        outcomes = enumerate_executions(Program((add(0, 0, ONE), output(Local(0))), invocations=1, workgroups=3))
        self.assertEqual(outcomes.output[::2], [{0, 1, 2}] * 3)

    def test_store_buffering_is_sequentially_consistent(self) -> None:
        """Each counts in a[2] when it sees 0. Not both do."""
        def side(mine: int, other: int) -> tuple:
            return (store(mine, 1), load(0, other), If(equal(Local(0), 0), (add(None, 2, ONE),), ()))

        program = Program((If(equal(ME, 0), side(0, 1), side(1, 0)),), invocations=2, unsigned=(0, 0, 0))
        self.assertEqual(enumerate_executions(program).unsigned, [{1}, {1}, {0, 1}])

    def test_message_passing(self) -> None:
        reader = (load(0, 1), load(1, 0), output(Binary("+", Binary("*", Local(0), Const(10)), Local(1))))
        body = (If(equal(ME, 0), (store(0, 1), store(1, 1)), reader),)
        self.assertEqual(outputs(body, invocations=2)[1], {0, 1, 11})

    def test_coherence_of_reads(self) -> None:
        reader = (load(0, 0), load(1, 0), output(Binary(">", Local(0), Local(1))))
        self.assertEqual(outputs((If(equal(ME, 0), (store(0, 1),), reader),), invocations=2)[1], {0})

    def test_load_buffering(self) -> None:
        """Both see the other's store in no interleaving."""
        def side(mine: int, other: int) -> tuple:
            return (load(0, other), store(mine, 1), If(equal(Local(0), 1), (add(None, 2, ONE),), ()))

        program = Program((If(equal(ME, 0), side(0, 1), side(1, 0)),), invocations=2, unsigned=(0, 0, 0))
        self.assertEqual(enumerate_executions(program).unsigned[2], {0, 1})

    def test_a_barrier_orders(self) -> None:
        self.assertEqual(outputs((add(0, 0, ONE), Barrier(), load(0, 0), output(Local(0)))), [{4}] * 4)
        exchange = (StoreShared(Binary("+", ME, Const(5))), Barrier(), LoadShared(0, 1), output(Local(0)))
        self.assertEqual(outputs(exchange), [{6}, {7}, {8}, {5}])

    def test_a_barrier_that_one_does_not_reach(self) -> None:
        with self.assertRaises(UndefinedBehavior):
            outputs((If(equal(ME, 0), (Return(),), ()), Barrier()))

    def test_agrees_with_all_orders_of_straight_lines(self) -> None:
        """Every interleaving of the atomics of 3 invocations, one after the other."""
        chance = random.Random(1)
        operations = ("add", "or", "umax", "exchange", "xor", "load")
        for _ in range(30):
            lines = [[(chance.choice(operations), chance.randrange(4)) for _ in range(2)] for _ in range(3)]
            branches: tuple = ()
            for i, line in enumerate(lines):
                body = tuple(Atomic(0, op, UNSIGNED, ZERO, () if op == "load" else (Const(v),)) for op, v in line)
                branches += (If(equal(ME, i), (*body, output(Local(0))), ()),)
            self.assertEqual(outputs(branches, invocations=3), _results_of_all_orders(lines))


def _results_of_all_orders(lines: List[list]) -> List[Set[int]]:
    results: List[Set[int]] = [set() for _ in lines]
    for order in set(itertools.permutations([i for i, line in enumerate(lines) for _ in line])):
        value, next_of, last = 0, [0] * len(lines), [0] * len(lines)
        for i in order:
            op, operand = lines[i][next_of[i]]
            next_of[i] += 1
            last[i] = value
            value = after_atomic(op, value, (operand,))
        for i, each in enumerate(last):
            results[i].add(each)
    return results


class Tangles(unittest.TestCase):
    COUNT = (Group(0, "add", ONE), output(Local(0)))

    def test_sides_of_a_branch(self) -> None:
        self.assertEqual(outputs((If(below(ME, 1), self.COUNT, self.COUNT),)), [{1}, {3}, {3}, {3}])

    def test_a_join_of_the_whole_workgroup_is_guaranteed(self) -> None:
        body = (If(below(ME, 2), (Assign(1, ONE),), ()), *self.COUNT)
        self.assertEqual(outputs(body), [{4}] * 4)
        self.assertEqual(outputs(body, subgroup_size=2), [{2}] * 4)

    def test_an_inner_join_is_not(self) -> None:
        inner = (If(equal(ME, 1), (Assign(1, ONE),), ()), *self.COUNT)
        body = (If(below(ME, 3), inner, ()), Group(2, "add", ONE), output(Local(2), 1))
        outcomes = enumerate_executions(Program(body, invocations=4))
        self.assertEqual(outcomes.output[::2], [{2, 3}, {1, 3}, {2, 3}, {777}])
        self.assertEqual(outcomes.output[1::2], [{4}] * 4)
        self.assertEqual(outputs(body, reconvergence=MAXIMAL), [{3}, {3}, {3}, {777}])

    def test_three_groups_join_in_any_partition(self) -> None:
        cases = tuple((value, (Assign(1, ONE),)) for value in (0, 1))
        body = (If(below(ME, 3), (Switch(ME, cases, ()), *self.COUNT), ()),)
        self.assertEqual(outputs(body)[:3], [{1, 2, 3}] * 3)

    def test_invocations_that_never_parted_stay_together(self) -> None:
        body = (If(below(ME, 2), (Return(),), ()), *self.COUNT)
        self.assertEqual(outputs(body)[2:], [{2}] * 2)

    def test_no_join_is_guaranteed_after_a_return(self) -> None:
        body = (If(equal(ME, 3), (Return(),), ()), If(equal(ME, 0), (Assign(1, ONE),), ()), *self.COUNT)
        self.assertEqual(outputs(body)[:3], [{1, 3}, {2, 3}, {2, 3}])

    def test_a_loop_that_invocations_leave_one_by_one(self) -> None:
        note = Assign(1, Binary("+", Local(1), Local(0)))
        body = (Loop(2, ME, (Group(0, "add", ONE), note)), output(Local(1)), Group(0, "add", ONE), output(Local(0), 1))
        outcomes = enumerate_executions(Program(body, invocations=4))
        self.assertEqual(outcomes.output[::2], [{0}, {3}, {5}, {6}])
        self.assertEqual(outcomes.output[1::2], [{4}] * 4)

    def test_a_continue_target_is_not_guaranteed(self) -> None:
        body = (Loop(2, Const(2), (*self.COUNT, If(equal(ME, 0), (Continue(),), ()), Assign(1, ONE))),)
        self.assertEqual(outputs(body, invocations=3), [{1, 3}, {2, 3}, {2, 3}])
        self.assertEqual(outputs(body, invocations=3, reconvergence=MAXIMAL), [{3}] * 3)

    def test_a_break_of_some_and_the_end_of_others(self) -> None:
        body = (Loop(2, Const(2), (If(equal(ME, 0), (Break(),), ()), *self.COUNT)), Group(0, "add", ONE),
                output(Local(0), 1))  # fmt: skip
        outcomes = enumerate_executions(Program(body, invocations=3))
        self.assertEqual(outcomes.output, [{777}, {3}, {2}, {3}, {2}, {3}])

    def test_a_call_with_two_returns(self) -> None:
        body = (Call((If(below(ME, 1), (Return(),), ()), Assign(1, ONE))), *self.COUNT)
        self.assertEqual(outputs(body, invocations=3), [{1, 3}, {2, 3}, {2, 3}])
        self.assertEqual(outputs(body, invocations=3, reconvergence=MAXIMAL), [{3}] * 3)
        self.assertEqual(outputs((Call(self.COUNT), *self.COUNT), invocations=3), [{3}] * 3)

    def test_a_return_out_of_a_loop_in_a_call(self) -> None:
        body = (Call((Loop(2, Const(3), (Assign(1, Local(2)), If(equal(Local(2), 1), (Return(),), ()))),)),
                output(Local(1)))  # fmt: skip
        self.assertEqual(outputs(body), [{1}] * 4)

    def test_values_that_reach_the_default_case_need_not_join(self) -> None:
        body = (Switch(ME, ((0, ()),), self.COUNT),)
        for mode in (MAXIMAL, SUBGROUP_UNIFORM):
            self.assertEqual(outputs(body, invocations=3, reconvergence=mode)[1:], [{1, 2}] * 2)

    def test_a_case_that_falls_through(self) -> None:
        """Those that come from the case before need not join those that come from the switch."""
        body = (Switch(ME, ((0, (Assign(1, Const(5)),)), (1, self.COUNT)), (), True), output(Local(1), 1))
        outcomes = enumerate_executions(Program(body, invocations=3, reconvergence=MAXIMAL))
        self.assertEqual(outcomes.output, [{1, 2}, {5}, {1, 2}, {0}, {777}, {0}])

    def test_uniform_in_the_subgroup_and_not_in_the_workgroup(self) -> None:
        body = (If(below(ME, 2), (If(equal(ME, 0), (Assign(1, ONE),), ()), *self.COUNT), ()),)
        self.assertEqual(outputs(body, subgroup_size=2)[:2], [{1, 2}] * 2)
        self.assertEqual(outputs(body, subgroup_size=2, reconvergence=SUBGROUP_UNIFORM)[:2], [{2}] * 2)

    def test_who_takes_part_by_an_open_decision(self) -> None:
        body = (add(1, 0, ONE), If(below(Local(1), 2), self.COUNT, ()), Group(2, "ballot", below(Local(1), 2)),
                output(Local(2), 1))  # fmt: skip
        outcomes = enumerate_executions(Program(body, invocations=3))
        self.assertEqual(outcomes.output[::2], [{777, 2}] * 3)
        self.assertEqual(outcomes.output[1::2], [{3, 5, 6}] * 3)


class Operations(unittest.TestCase):
    def test_float_sums(self) -> None:
        self.assertEqual(float_sums((1.0, 2.0, 3.0, 4.0)), {10})
        self.assertEqual(float_sums((1e8, 1.0, -1e8)), {0, 1})
        self.assertEqual(float_sums((1e8, 1.0, -1e8, 6.0)), {6, 7, 8, 9})
        body = (FloatSum(0), output(Local(0)))
        self.assertEqual(outputs(body, weights=(1e8, 1.0, -1e8, 6.0)), [{6, 7, 8, 9}] * 4)

    def test_group_results(self) -> None:
        values = [(1, 6), (2, 0), (5, 3)]
        expected = {"ballot": 0b100010, "any": 1, "all": 0, "add": 9, "and": 0, "or": 7, "xor": 5, "umin": 0, "umax": 6,
                    "broadcast_first": 6}  # fmt: skip
        for op, result in expected.items():
            self.assertEqual({group_result(op, values, lane) for lane, _ in values}, {result}, op)
        self.assertEqual([group_result("elect", values, lane) for lane, _ in values], [1, 0, 0])

    def test_signed_atomics(self) -> None:
        minus_one = 0xFFFFFFFF
        self.assertEqual(after_atomic("smin", 1, (minus_one,)), minus_one)
        self.assertEqual(after_atomic("smax", 1, (minus_one,)), 1)
        self.assertEqual(after_atomic("umax", 1, (minus_one,)), minus_one)
        self.assertEqual(after_atomic("sub", 0, (1,)), minus_one)
        self.assertEqual([after_atomic("compare_exchange", old, (3, 8)) for old in (3, 4)], [8, 4])


class Generator(unittest.TestCase):
    def test_programs_depend_on_family_and_seed_only(self) -> None:
        for family in FAMILIES:
            self.assertEqual(generate(family, 5), generate(family, 5))
            self.assertGreater(len({generate(family, seed) for seed in range(20)}), 5, family)

    def test_a_stronger_promise_leaves_fewer_values(self) -> None:
        """Every execution under maximal reconvergence is one under the core rules."""
        for seed in range(40):
            program = generate("joins", seed)
            try:
                core, maximal = (enumerate_executions(replace(program, reconvergence=m)) for m in ("core", MAXIMAL))
            except TooLarge:
                continue
            for more, fewer in zip(core.output, maximal.output):
                self.assertLessEqual(fewer, more, seed)
