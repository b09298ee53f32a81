"""Tests of what surrounds the enumerator: verdicts, reduction, litmus lines, RUN lines."""

from __future__ import annotations

import unittest
from pathlib import Path

from . import litmus, variations
from .commands import command_of, commands_of_cases
from .enumerator import Outcomes
from .judge import judge
from .oracle import Element, Run
from .program import Assign, Atomic, Const, Id, If, Local, Output, Program, contains
from .reducer import reduce_program


def run_with(*elements: Element) -> Run:
    return Run(0, {"0.2": list(elements), "0.0": [], "0.1": []}, frozenset(), "")


class Verdicts(unittest.TestCase):
    def verdict(self, element: Element, allowed: set):
        program = Program((), invocations=1, slots=1, unsigned=())
        return judge(program, Outcomes([allowed], [], [], 1, 1), run_with(element))

    def test_faults(self) -> None:
        self.assertEqual(self.verdict(Element(1, False), {1, 2}).kinds, {"unmarked": 1})
        self.assertEqual(self.verdict(Element(3, True), {1, 2}).kinds, {"impossible": 1})
        self.assertEqual(self.verdict(Element(None, False), {1}).kinds, {"undefined": 1})

    def test_no_faults(self) -> None:
        self.assertFalse(self.verdict(Element(1, False), {1}).kinds)
        self.assertFalse(self.verdict(Element(1, True), {1, 2}).kinds)
        imprecise = self.verdict(Element(1, True), {1})
        self.assertFalse(imprecise.kinds)
        self.assertEqual((imprecise.marked, imprecise.too_many), (1, 1))

    def test_failed_runs(self) -> None:
        failed = Run(2, {}, frozenset(), "not valid")
        verdict = judge(Program(()), Outcomes([{1}], [], [], 1, 1), failed)
        self.assertEqual(verdict.kinds, {"status": 1})


class Reduction(unittest.TestCase):
    def test_keeps_what_fails_and_drops_the_rest(self) -> None:
        atomic = Atomic(0, "add", "a", Const(0), (Const(1),))
        body = (Assign(1, Id("local")), If(Local(1), (atomic, Output(Const(0), Local(0))), (Assign(2, Const(7)),)))
        smaller = reduce_program(Program(body, invocations=3), lambda p: contains(p.body, Atomic))
        self.assertEqual([type(s) for s in smaller.body], [Atomic])
        self.assertEqual(smaller.invocations, 1)


class LitmusLines(unittest.TestCase):
    TEXT = "// ALLOWED 0.0: 5 2x{0,1} ~7 ? *\n// ALLOWED-OTHER 0.1: 3\n"

    def test_entries(self) -> None:
        entries = litmus.parse(self.TEXT)["0.0"]
        self.assertEqual([e.text for e in entries], ["5", "{0,1}", "{0,1}", "~7", "?", "*"])
        self.assertEqual(list(litmus.parse(self.TEXT, "OTHER")), ["0.1"])
        with self.assertRaises(ValueError):
            litmus.parse(self.TEXT, "MISSING")
        with self.assertRaises(ValueError):
            litmus.parse("// ALLOWED 0.0: {1}")

    def test_problems(self) -> None:
        certain, choice, _, tolerated, any_marked, ignored = litmus.parse(self.TEXT)["0.0"]
        self.assertIsNone(certain.problem(Element(5, False)))
        self.assertEqual(certain.problem(Element(5, True)), "marked without need")
        self.assertEqual(certain.problem(Element(None, False)), "not an allowed value")
        self.assertEqual(choice.problem(Element(1, False)), "not marked")
        self.assertEqual(choice.problem(Element(2, True)), "not an allowed value")
        self.assertIsNone(choice.problem(Element(1, True)))
        self.assertIsNone(tolerated.problem(Element(7, True)))
        self.assertEqual(any_marked.problem(Element(9, False)), "not marked")
        self.assertIsNone(ignored.problem(Element(None, False)))


class RunLines(unittest.TestCase):
    def arguments(self, line: str):
        command = command_of(line, Path("/tests/a.comp"))
        return command and list(command.arguments)

    def test_commands(self) -> None:
        self.assertEqual(
            self.arguments("spirv-run %s --seed 3 --buffer '0.0=uint32:iota(4)' --strict 2>&1 | FileCheck %s"),
            ["/tests/a.comp", "--buffer", "0.0=uint32:iota(4)"])  # fmt: skip
        self.assertEqual(self.arguments("expect-status 3 spirv-run %S/b.comp --dump 0.0 > %t"), ["/tests/b.comp"])

    def test_lines_without_a_usable_command(self) -> None:
        for line in ("FileCheck %s < %t", "spirv-run %s --disassemble", "spirv-run %t.spv", "spirv-run --help"):
            self.assertIsNone(self.arguments(line), line)

    def test_cases(self) -> None:
        folder = Path(__file__).resolve().parents[2] / "run_cases"
        first, *others = commands_of_cases(folder / "Inputs" / "pass.cases", folder)
        self.assertTrue(first.file.endswith("run_cases/Inputs/pass.of-case.spvasm"))
        self.assertIn("OpIAdd %uint %x %x", Path(first.file).read_text())
        self.assertEqual(first.arguments, (first.file, "--buffer", "0.0=uint32:1,0,0,0"))
        self.assertEqual(len(others), 3)


class Variations(unittest.TestCase):
    def test_comparison(self) -> None:
        harness = variations.Harness.__new__(variations.Harness)
        harness.tally = variations.Tally()
        differs = {("0.2", 1): False}
        reference = run_with(Element(1, False), Element(2, True), Element(None, False))
        other = run_with(Element(5, True), Element(3, True), Element(4, False))
        problems = harness.compare(reference, other, ["--seed", "1"], differs)
        self.assertEqual(problems, ["--seed 1: 0.2[0] is 5?, without them it is 1"])
        self.assertEqual(differs, {("0.2", 1): True})

    def test_options_replace_those_of_the_command(self) -> None:
        arguments = ["a.comp", "--subgroup-size", "8", "--groups", "2"]
        self.assertEqual(variations.without(arguments, ["--subgroup-size", "4"]), ["a.comp", "--groups", "2"])
