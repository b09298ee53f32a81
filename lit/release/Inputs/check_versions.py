"""check_versions.py SOURCE: the pages about packages, the extension and the sample project name the version of CMakeLists.txt."""

import json
import re
import sys
from pathlib import Path

source = Path(sys.argv[1])
version = re.search(r"^  VERSION ([0-9.]+)$", (source / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
assert re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", version), version
assert json.loads((source / "vscode/package.json").read_text())["version"] == version
assert json.loads((source / "vscode/package-lock.json").read_text())["version"] == version
for page in ("docs/install.md", "vscode/README.md", "spirv_run/sample_project/.github/workflows/shaders.yml"):
    named = set(re.findall(r"(?:spirv[-_]oracle[-_]|VERSION: )(\d+\.\d+\.\d+)", (source / page).read_text()))
    assert named == {version}, (page, named)
print(version, "everywhere")
