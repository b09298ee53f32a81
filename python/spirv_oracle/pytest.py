"""The plugin for pytest: a fixture that runs shaders, fails on undefined behavior, and compares with NumPy.

    @pytest.mark.spirv(subgroup_size=[1, 4, 128], seed=range(3), reconvergence=["maximal", "minimal"])
    def test_double(spirv):
        values = np.arange(64, dtype=np.uint32)
        spirv(module, groups=2, buffers={"values": values}, expect={"values": 2 * values})

The marker runs the test once for each combination of its values. They may be any options of Module.run with one value, such as
``arithmetic`` or ``subgroup_mapping``.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, Optional

import pytest

from . import _comparison
from ._errors import InvalidArgument, UndefinedBehavior
from ._module import Module
from ._run import Run

_PARAMETER = "_spirv_policy"


def _values(value: Any) -> list:
    return [value] if isinstance(value, (str, int, float)) else list(value)


def pytest_configure(config: pytest.Config) -> None:
    """Makes the marker known."""
    config.addinivalue_line("markers", "spirv(subgroup_size=..., seed=..., reconvergence=..., ...): run the fixture `spirv` "
                                       "with each combination of these options")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each combination of the marker's values."""
    if _PARAMETER not in metafunc.fixturenames:
        return
    marked: dict[str, Any] = {}
    for mark in reversed(list(metafunc.definition.iter_markers("spirv"))):  # the nearest one last
        if mark.args:
            raise pytest.UsageError("the marker spirv takes keywords, such as subgroup_size=[4, 32]")
        marked.update(mark.kwargs)
    if not marked:
        return
    policies = [dict(zip(marked, chosen)) for chosen in itertools.product(*map(_values, marked.values()))]
    ids = ["-".join(f"{name}={value}" for name, value in policy.items()) for policy in policies]
    metafunc.parametrize(_PARAMETER, policies, ids=ids, indirect=True)


@pytest.fixture
def _spirv_policy(request: pytest.FixtureRequest) -> dict[str, Any]:
    return getattr(request, "param", {})


class Spirv:
    """The fixture. Call it to run a module."""

    def __init__(self, policy: dict):
        self.policy = policy

    def __call__(self, module: Module, groups: Any = None, *, expect: Optional[Mapping] = None, rtol: float = 0,
                 atol: float = 0, **parameters) -> Run:
        """Runs the module as Module.run does, with the policy of the marker, and returns the Run.

        Fails the test if behavior or a result is undefined, with the text of the findings, or if a result is not as expected:
        ``expect`` has an array for each buffer. An expected float must be in the interval that the specification permits,
        which ``rtol`` and ``atol`` widen; other values must be equal. Masked elements are not compared.
        """
        __tracebackhide__ = True
        options = {**self.policy, **parameters}
        run = module.run(groups, **options)
        try:
            run.raise_if_undefined()
        except UndefinedBehavior as error:
            pytest.fail(str(error), pytrace=False)
        if expect:
            text = self._compare(module, groups, options, run, expect, rtol, atol)
            if text:
                pytest.fail(text, pytrace=False)
        return run

    @staticmethod
    def _compare(module, groups, options, run, expect, rtol, atol) -> str:
        def text_of(one: Run) -> str:
            texts = [_comparison.differences(one, name, expected, rtol, atol) for name, expected in expect.items()]
            return "\n".join(text for text in texts if text)

        try:
            return text_of(run)
        except InvalidArgument:  # the intervals take longer than the run
            if options.get("precision"):
                raise
            return text_of(module.run(groups, **{**options, "precision": True}))


@pytest.fixture
def spirv(_spirv_policy) -> Spirv:
    """Runs shaders with the policy of the marker ``spirv``: see Spirv.__call__."""
    return Spirv(_spirv_policy)
