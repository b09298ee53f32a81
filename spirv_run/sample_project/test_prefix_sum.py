"""The same tests with pytest and NumPy; they need the package python3-spirv-oracle."""

import pathlib

import numpy as np
import pytest

spirv_oracle = pytest.importorskip("spirv_oracle")


@pytest.mark.spirv(subgroup_size=[1, 8, 32, 128], seed=[0, 1], reconvergence=["maximal", "minimal"])
def test_prefix_sum(spirv):
    module = spirv_oracle.Module.from_glsl(pathlib.Path(__file__).with_name("prefix_sum.comp"))
    numbers = np.random.default_rng(1).integers(0, 1000, 64, dtype=np.uint32)
    spirv(module, buffers={"numbers": numbers, "sums": np.ma.masked_all(64, np.uint32)}, expect={"sums": np.cumsum(numbers)})
