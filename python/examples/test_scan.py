"""A property test: an inclusive scan of a workgroup equals that of NumPy for all sizes, with all subgroup sizes and schedules.

Run it with pytest. Hypothesis chooses the numbers, and shrinks those for which the shader is wrong.
"""

import pathlib

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from spirv_oracle import Module

SCAN = Module.from_glsl(pathlib.Path(__file__).with_name("scan.comp"))


@settings(deadline=None, max_examples=40)
@given(numbers=arrays.arrays(np.uint32, st.integers(1, 128)), size=st.sampled_from([1, 2, 4, 8, 16, 32, 64, 128]),
       seed=st.integers(0, 1000), reconvergence=st.sampled_from(["maximal", "minimal"]))
def test_scan_is_that_of_numpy(numbers, size, seed, reconvergence):
    run = SCAN.run(buffers={"numbers": numbers, "sums": np.ma.masked_all_like(numbers)}, subgroup_size=size, seed=seed,
                   reconvergence=reconvergence)
    run.raise_if_undefined()
    np.testing.assert_array_equal(run["sums"], np.cumsum(numbers, dtype=np.uint32))
