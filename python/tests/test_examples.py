"""The notebooks of python/examples run from the first to the last cell, and the examples of the documentation."""

import os
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NOTEBOOKS = sorted((ROOT / "python/examples").glob("*.ipynb"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks(notebook, tmp_path, monkeypatch):
    nbformat = pytest.importorskip("nbformat")
    nbconvert = pytest.importorskip("nbconvert.preprocessors")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    executed = nbformat.read(notebook, as_version=4)
    nbconvert.ExecutePreprocessor(timeout=120, kernel_name="python3").preprocess(executed, {"metadata": {"path": str(tmp_path)}})
    shown = [output for cell in executed.cells if cell.cell_type == "code" for output in cell.outputs]
    texts = "".join(str(output.get("text", output.get("data", ""))) for output in shown)
    assert "OpBranchConditional.condition-undefined" in texts and "text/html" in texts
    assert "1, 5, 5, 5" in re.sub(r"data=|\[|\]", "", texts)  # the defined results


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_documentation(page, tmp_path, monkeypatch):
    """The blocks of a page are one program. A line `>>> expression` shows what it prints or returns."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text()
    for name, contents in re.findall(r"```glsl (\S+)\n(.*?)```", text, re.DOTALL):
        pathlib.Path(name).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(name).write_text(contents)
    for name, contents in re.findall(r"```python (test_\S+)\n(.*?)```", text, re.DOTALL):
        pathlib.Path(name).write_text(contents)
    import doctest
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) > 5
    names: dict = {}
    for number, block in enumerate(blocks):
        if ">>>" not in block:
            exec(compile(block, f"{page}, block {number + 1}", "exec"), names)  # noqa: S102
            continue
        case = doctest.DocTestParser().get_doctest(block, names, f"{page}, block {number + 1}", page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        failures = []
        runner.run(case, out=failures.append, clear_globs=False)
        names.update(case.globs)
        assert not failures, "".join(failures)
    assert os.getcwd() == str(tmp_path)


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_tests_of_the_documentation(page, pytester):
    text = (ROOT / page).read_text()
    for name, contents in re.findall(r"```(?:glsl|python) (\S+)\n(.*?)```", text, re.DOTALL):
        path = pytester.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(contents)
    result = pytester.runpytest_subprocess("-q", "-p", "no:cacheprovider")
    counts = result.parseoutcomes()
    assert counts.get("passed", 0) > 0 and set(counts) <= {"passed"}, counts
