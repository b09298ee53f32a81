"""The programs of the project: beside the package in a wheel, or on the PATH."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from collections.abc import Collection

from ._errors import Error, error_of


def find(name: str) -> str:
    """The path of a program: in the folder $SPIRV_ORACLE_BIN, in the package, or on the PATH. Raises Error."""
    folders = [os.environ.get("SPIRV_ORACLE_BIN"), str(pathlib.Path(__file__).parent / "bin"), os.environ.get("PATH", "")]
    found = shutil.which(name, path=os.pathsep.join(folder for folder in folders if folder))
    if found is None:
        raise Error(f"{name} is not on the PATH: install the package spirv-oracle")
    return found


def call(name: str, *arguments: object, statuses: Collection[int] = (0,)) -> subprocess.CompletedProcess[str]:
    """Runs a program. Raises the exception for its exit status, if that is not among ``statuses``."""
    done = subprocess.run([find(name), *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode in statuses:
        return done
    message = (done.stderr or done.stdout).strip().removeprefix(f"{name}: error: ").removeprefix(f"{name}: ")
    raise error_of(done.returncode, message)
