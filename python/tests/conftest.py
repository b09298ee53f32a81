"""What the tests share."""

import json
import os
import pathlib
import subprocess

import pytest

pytest_plugins = ["pytester"]  # spirv_oracle.pytest is loaded because it is installed

PROGRAMS = pathlib.Path(os.environ["SPIRV_ORACLE_BIN"])


@pytest.fixture
def spirv_run_json(tmp_path):
    """Runs spirv-run with the source of a GLSL shader, and returns its JSON document."""

    def run(source, *arguments):
        file = tmp_path / "module.glsl"
        file.write_text(source)
        done = subprocess.run([PROGRAMS / "spirv-run", "module.glsl", "--format", "json", *arguments], cwd=tmp_path,
                              capture_output=True, text=True, check=False)
        return json.loads(done.stdout)

    return run
