"""Type checkers find no errors in the package, know the types of its results, and find mistakes of programs that use it."""

import pathlib
import re
import subprocess
import sys

import pytest

import spirv_oracle

PROGRAM = """
import numpy as np
from spirv_oracle import Module, debug, golden

module = Module.from_spirv(np.zeros(5, np.uint32))
run = module.run(groups=2, buffers={"numbers": np.arange(4)}, subgroup_size=4)
reveal_type(module.entry_points[0].local_size)  # Tuple[int, int, int] | None
reveal_type(module.resources[0].dtype)  # dtype
reveal_type(run.findings[0].location)  # Location | None
reveal_type(run.findings[0].lanes)  # tuple[int, ...]
reveal_type(golden.make(module, "goldens").outputs["0.0"].low)  # ndarray
debugger = debug.start(module)
reveal_type(debugger.lanes("sum"))  # MaskedArray
reveal_type(debugger.why("sum").causes)  # list[Why]
run.finding  # error: attr-defined
module.entry_points.append(1)  # error: attr-defined
golden.Bundle("goldens").run(device="first")  # error: arg-type
Module.from_glsl(7)  # error: arg-type
"""


def check(*arguments, folder):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", f"--cache-dir={folder}/cache", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder,
                          env={"MYPYPATH": str(pathlib.Path(spirv_oracle.__file__).parent.parent), "PATH": "/usr/bin:/bin"})


def plain(kind):
    """A type in today's notation, without the modules that define its parts, and without NumPy's parameters."""
    kind = re.sub(r"Union\[(.*), None\]", r"\1 | None", re.sub(r"(?:\w+\.)+(?=\w)", "", kind))
    kind = re.sub(r"(ndarray|MaskedArray|dtype)\[.*\]", r"\1", kind)
    return kind.replace("Tuple", "tuple").replace("List", "list")


def test_the_package_has_no_type_errors(tmp_path):
    done = check("--package", "spirv_oracle", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_results_have_types(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    done = check("program.py", folder=tmp_path)
    said = {int(number): text for number, text in re.findall(r"^program\.py:(\d+): (.*)$", done.stdout, re.MULTILINE)}
    expected = {number: comment for number, line in enumerate(PROGRAM.splitlines(), 1)
                for comment in re.findall(r"  # (.*)$", line)}
    assert said.keys() == expected.keys(), done.stdout + done.stderr
    for number, comment in expected.items():
        if comment.startswith("error: "):
            assert said[number].startswith("error: ") and f"[{comment.removeprefix('error: ')}]" in said[number]
        else:
            revealed = re.fullmatch(r'note: Revealed type is "(.*)"', said[number])
            assert revealed and plain(revealed[1]) == plain(comment), said[number]
