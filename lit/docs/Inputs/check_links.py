#!/usr/bin/env python3
"""check_links.py ROOT: the relative links of *.md, docs/**/*.md and vscode/README.md lead to files and headings that exist. So do
paths in `code` that start with a folder of the project, and the tests that docs/decisions.md names."""

import re
import sys
from pathlib import Path

FOLDERS = "amber|driver|graphics|opencl|raster|rays|vulkan|builtins|cli|cmake|data|debugger|docs|frontend|golden|interpreter|lit|memory|packaging|scripts|spirv_run|support|testcases"


def anchors(text):
    """The anchors of a page's headings, made as GitHub does."""
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def missing_tests(root):
    known = set()
    for folder in root.glob("[a-z]*/"):
        if folder.name == "build":  # it may contain whole systems
            continue
        for source in folder.rglob("*_test.cpp"):
            known |= set(re.findall(r"^TEST(?:_[FP])?\((\w+, \w+)\)", source.read_text(), re.MULTILINE))
    named = re.findall(r"`([A-Z]\w+)\.([A-Z]\w+)`", (root / "docs/decisions.md").read_text())
    return [f"decisions.md: {suite}.{name}: no such test" for suite, name in named if f"{suite}, {name}" not in known]


def main():
    root = Path(sys.argv[1]).resolve()
    errors = []
    for page in [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")), root / "vscode/README.md"]:
        text = page.read_text()
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if "://" in target:
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                errors.append(f"{page.name}: {target}: no such file")
            elif anchor and anchor not in anchors(file.read_text()):
                errors.append(f"{page.name}: {target}: no such heading")
        for path in re.findall(rf"`((?:{FOLDERS})/[\w./-]+)`", text):
            if not (root / path).exists():
                errors.append(f"{page.name}: {path}: no such file")
    errors += missing_tests(root)
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
