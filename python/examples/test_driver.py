"""A test of a Vulkan driver: bundles of a scan, for the subgroup size of the device, run on lavapipe.

Another driver: set the environment variable ICD to its manifest, and SUBGROUP_SIZE to its subgroup size.
"""

import os
import pathlib

import numpy as np
import pytest
from spirv_oracle import Module, golden

ICD = os.environ.get("ICD", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
SIZE = int(os.environ.get("SUBGROUP_SIZE", "8"))


@pytest.mark.skipif(not os.path.exists(ICD), reason=f"no driver {ICD}")
@pytest.mark.parametrize("count", [1, 7, 8, 100])
def test_scans_on_a_driver(tmp_path, count):
    numbers = np.random.default_rng(count).integers(0, 1 << 20, count, dtype=np.uint32)
    module = Module.from_glsl(pathlib.Path(__file__).with_name("scan.comp"))
    bundle = golden.make(module, tmp_path, buffers={"numbers": numbers, "sums": np.zeros_like(numbers)}, subgroup_size=SIZE,
                         options=["--no-mapping-check"])
    np.testing.assert_array_equal(bundle.outputs["0.1"].expected, np.cumsum(numbers, dtype=np.uint32))
    verdict = bundle.run(icd=ICD)
    if verdict.result == "skipped":
        pytest.skip(verdict.text)
    assert verdict.accepted, verdict.text
