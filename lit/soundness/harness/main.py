"""The command line of scripts/soundness."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple

from . import brute_force, judge, litmus, variations
from .generator import FAMILIES, generate

ROOT = Path(__file__).resolve().parents[3]


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="soundness", description=__doc__)
    parser.add_argument("--spirv-run", default=shutil.which("spirv-run") or "spirv-run", help="the program to test")
    commands = parser.add_subparsers(dest="command", required=True)
    _add_brute_force(commands)
    _add_litmus(commands)
    _add_variations(commands)
    both = commands.add_parser("run", help="both harnesses until the time is over")
    both.add_argument("--minutes", type=float, default=60)
    both.add_argument("--seed", type=int, default=int(time.time()), help="where to begin (default: the time)")
    both.set_defaults(function=_run)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    options, rest = parser.parse_known_args(arguments)
    if rest and options.command != "litmus":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    options.rest = rest
    return options.function(options)


# --- brute-force -------------------------------------------------------------------------------------------------


def _add_brute_force(commands) -> None:
    parser = commands.add_parser("brute-force", help="random small programs against all their executions")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only these programs (repeatable)")
    parser.add_argument("--seed", type=int, default=0, help="the first program of each family")
    parser.add_argument("--count", type=int, default=100, help="how many programs of each family")
    parser.add_argument("--show", action="store_true", help="print the first program with what is wrong, and stop")
    parser.add_argument("--imprecise", type=int, default=0, metavar="N",
                        help="print N programs of each family that have unnecessary marks")  # fmt: skip
    parser.add_argument("--no-reduce", action="store_true", help="print failing programs as they are")
    parser.add_argument("--features", action="store_true", help="print the share of unnecessary marks by feature")
    parser.add_argument("--at-most", action="append", default=[], metavar="FAMILY=PERCENT", type=_bound,
                        help="fail if a larger share of the marks in this family is unnecessary (repeatable)")  # fmt: skip
    parser.add_argument("--optimize", action="store_true",
                        help="optimize the programs with spirv-opt first; glslang and spirv-opt must be on the PATH")
    parser.add_argument("--option", action="append", default=[], help="one more option of spirv-run (repeatable)")
    parser.set_defaults(function=_brute_force)


def _bound(text: str) -> Tuple[str, float]:
    family, _, percent = text.partition("=")
    if family not in FAMILIES:
        raise argparse.ArgumentTypeError(f"unknown family '{family}'")
    return family, float(percent)


def _brute_force(options: argparse.Namespace) -> int:
    families = options.family or list(FAMILIES)
    way = judge.Way(options.spirv_run, tuple(options.option), options.optimize)
    if options.show:
        program = generate(families[0], options.seed)
        sys.stdout.write(brute_force.describe(way, program))
        return 0
    seeds = range(options.seed, options.seed + options.count)
    tallies = {family: brute_force.run_family(way, family, seeds, reduces=not options.no_reduce,
                                              imprecise=options.imprecise) for family in families}  # fmt: skip
    sys.stdout.write(brute_force.table(tallies))
    if options.features:
        sys.stdout.write(brute_force.feature_table(list(tallies.values())))
    idle = [family for family, tally in tallies.items() if not tally.programs]
    sys.stdout.write("".join(f"error: {family}: no program was checked\n" for family in idle))
    return _judge(tallies, dict(options.at_most)) or (1 if idle else 0)


def _judge(tallies: Dict[str, brute_force.Tally], bounds: Dict[str, float]) -> int:
    problems: List[str] = []
    for family, tally in tallies.items():
        if tally.failing:
            problems.append(f"{family}: {tally.failing} programs fail")
        if tally.false_alarms:
            problems.append(f"{family}: undefined behavior is called possible {tally.false_alarms} times, and no "
                            "execution has any")  # fmt: skip
        if family in bounds and tally.imprecision() > bounds[family]:
            problems.append(f"{family}: {tally.imprecision():.1f} % of the marked elements have one value only, "
                            f"more than {bounds[family]:g} %")  # fmt: skip
    sys.stdout.write("".join(f"error: {each}\n" for each in problems))
    return 1 if problems else 0


# --- litmus ------------------------------------------------------------------------------------------------------


def _add_litmus(commands) -> None:
    parser = commands.add_parser("litmus", help="one shader with ALLOWED lines; options of spirv-run follow")
    parser.add_argument("file")
    parser.add_argument("--case", default="", help="use the lines ALLOWED-CASE")
    parser.set_defaults(function=_litmus)


def _litmus(options: argparse.Namespace) -> int:
    problems = litmus.check(options.spirv_run, options.file, options.rest, options.case)
    sys.stdout.write("".join(f"{options.file}: {each}\n" for each in problems))
    return 1 if problems else 0


# --- variations --------------------------------------------------------------------------------------------------


def _add_variations(commands) -> None:
    parser = commands.add_parser("variations", help="the shaders of the test suite in many orders of execution")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, help="how many commands (default: all)")
    parser.add_argument("--variations", type=int, default=4, help="how many runs of each (default 4)")
    parser.add_argument("--only", default="", help="only files whose path contains this")
    parser.set_defaults(function=_variations)


def _variations(options: argparse.Namespace) -> int:
    chosen = [each for each in variations.test_commands(ROOT) if options.only in each.file]
    tally = variations.run(options.spirv_run, chosen, seed=options.seed, count=options.count,
                           variations=options.variations)  # fmt: skip
    sys.stdout.write(str(tally))
    return 1 if tally.failing or not tally.commands else 0


# --- both --------------------------------------------------------------------------------------------------------


def _run(options: argparse.Namespace) -> int:
    begin = time.monotonic()
    end = begin + 60 * options.minutes
    half = begin + 30 * options.minutes
    tallies = {family: brute_force.Tally() for family in FAMILIES}
    way = judge.Way(options.spirv_run)
    seed = options.seed
    while time.monotonic() < half:
        for family, tally in tallies.items():
            tally.merge(brute_force.run_family(way, family, range(seed, seed + 50), deadline=half))
        seed += 50
    sys.stdout.write(brute_force.table(tallies) + brute_force.feature_table(list(tallies.values())))
    varied = variations.run(options.spirv_run, variations.test_commands(ROOT), seed=options.seed, count=None,
                            variations=4, minutes=max(0.0, end - time.monotonic()) / 60)  # fmt: skip
    sys.stdout.write(str(varied))
    return 1 if _judge(tallies, {}) or varied.failing else 0
