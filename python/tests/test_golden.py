"""Bundles: acceptance as arrays, against the program spirv-golden, which has a reader of its own."""

import json
import os
import subprocess

import numpy as np
import pytest
import spirv_oracle
from spirv_oracle import Module, golden

LAVAPIPE = "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"

MEAN = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer A { float a[]; };
layout(set = 0, binding = 1) readonly buffer B { float b[]; };
layout(set = 0, binding = 2) buffer C { uint first; float rest[3]; } c;
void main() {
  uint i = gl_LocalInvocationIndex;
  a[i] = a[i] / b[i];
  if (i == 0) c.first += 1;
  else c.rest[i - 1] = sqrt(float(i));
}
"""
TICKETS = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer Counter { uint next; };
layout(set = 0, binding = 1) buffer Tickets { uint tickets[]; };
void main() { tickets[gl_LocalInvocationIndex] = atomicAdd(next, 1u); }
"""


@pytest.fixture
def bundle(tmp_path):
    return golden.make(Module.from_glsl(MEAN, name="mean.comp"), tmp_path,
                       buffers={"a": np.arange(1, 5, dtype=np.float32), "b": np.full(4, 3, np.float32),
                                "C": {"first": 41, "rest": np.ma.masked_all(3, np.float32)}}, subgroup_size=4)


def test_acceptance_as_arrays(bundle):
    output = bundle.outputs["0.0"]
    third = np.arange(1, 5, dtype=np.float64) / 3
    assert output.expected.dtype == np.float32 and output.compared.all()
    assert np.all(output.low <= third) and np.all(third <= output.high) and np.all(output.low < output.high)
    assert np.all(output.high - output.low <= 5 * np.spacing(output.expected) + 1e-12)  # 2.5 ulp on both sides
    assert output.accepts(output.expected).all() and output.accepts(output.low).all()
    beyond = np.nextafter(output.high, np.float32(np.inf))
    assert not output.accepts(beyond).any()
    assert output.accepts(output.expected.tobytes()).all()


def test_outputs_of_several_types(bundle):
    output = bundle.outputs["0.2"]
    assert [part.type for part in output.parts] == ["uint32", "float32"]
    assert output.parts[0].expected.tolist() == [42] and output.parts[1].offset == 4
    with pytest.raises(AttributeError, match="several types"):
        output.low
    assert output.accepts(output.bytes).tolist() == [True] * 4
    changed = bytearray(output.bytes)
    changed[0] ^= 1
    assert output.accepts(bytes(changed)).tolist() == [False, True, True, True]
    with pytest.raises(spirv_oracle.InvalidArgument, match="16 bytes"):
        output.accepts(b"123")


def test_check_agrees_with_the_program(bundle):
    good = {name: output.bytes for name, output in bundle.outputs.items()}
    assert bundle.check(good).accepted
    output = bundle.outputs["0.0"]
    for change in (output.low, output.high, np.nextafter(output.high, np.float32(9)), -output.expected,
                   np.full(4, np.nan, np.float32)):
        verdict = bundle.check({**good, "0.0": change})
        assert verdict.accepted == output.accepts(change).all(), change
    assert "differ" in verdict.text


def test_permutations(tmp_path):
    bundle = golden.make(Module.from_glsl(TICKETS), tmp_path, buffers={"next": [0], "tickets": np.zeros(4, np.uint32)})
    output = bundle.outputs["0.1"]
    assert output.accepts(np.array([3, 1, 0, 2], np.uint32)).all()
    assert output.accepts(np.array([0, 0, 1, 2], np.uint32)).tolist() == [True, False, True, True]
    assert output.low.tolist() == [0] * 4 and output.high.tolist() == [3] * 4


def test_inputs_and_module(bundle):
    assert np.frombuffer(bundle.inputs["0.0"], np.float32).tolist() == [1, 2, 3, 4]
    run = Module.from_spirv(bundle.module).run(buffers={"0.0": [1, 2, 3, 4], "0.1": [3, 3, 3, 3], "0.2": bytes(16)})
    assert bundle.outputs["0.0"].accepts(run["0.0"].data).all()
    assert "float32" in bundle.show()


@pytest.mark.skipif(not os.path.exists(LAVAPIPE), reason="no lavapipe")
def test_run_on_a_driver(tmp_path):
    bundle = golden.make(Module.from_glsl(MEAN), tmp_path, subgroup_size=8,
                         buffers={"a": [1, 2, 3, 4], "b": [3, 3, 3, 3], "C": bytes(16)})
    verdict = bundle.run(icd=LAVAPIPE)
    assert verdict.result == "accepted", verdict.text
    with pytest.raises(spirv_oracle.InvalidArgument, match="manifest"):
        bundle.run(icd="/nowhere")


def test_reduce_with_a_wrong_driver(tmp_path):
    module = Module.from_glsl("""#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint value = a[i];
  if (value == 1000) a[i] = 7;
  if (i % 2 == 0) a[i] = subgroupInclusiveAdd(value);
}
""")
    bundle = golden.make(module, tmp_path, buffers={"a": np.arange(8, dtype=np.uint32)}, subgroup_size=8)
    small = bundle.reduce(tmp_path / "small", None, "--wrong-driver", "execution-mask-ignored")
    assert len(small.module) < len(bundle.module)


def test_hostile_folders(tmp_path):
    with pytest.raises(FileNotFoundError):
        golden.Bundle(tmp_path)
    (tmp_path / "acceptance.json").write_text("{}")
    for manifest in ("", "[]", "{}", json.dumps({"format": "spirv-golden bundle", "format_version": 99})):
        (tmp_path / "manifest.json").write_text(manifest)
        with pytest.raises(spirv_oracle.InvalidArgument):
            golden.Bundle(tmp_path)


def test_undefined_behavior_is_an_error(tmp_path):
    module = Module.from_glsl(MEAN.replace("c.first += 1", "c.first /= 0u"))
    with pytest.raises(spirv_oracle.Error, match="OpUDiv.operand-2-zero"):
        golden.make(module, tmp_path, buffers={"a": [1, 2, 3, 4], "b": [3, 3, 3, 3], "C": bytes(16)})


def test_the_bundle_is_that_of_the_command(tmp_path, bundle):
    (tmp_path / "mean.comp").write_text(MEAN)
    subprocess.run([os.environ["SPIRV_ORACLE_BIN"] + "/spirv-golden", "generate", tmp_path / "mean.comp", "--subgroup-size=4",
                    "--buffer=0.0=float32:1,2,3,4", "--buffer=0.1=float32:fill(4,3)", "--buffer=0.2=uint32:41;undef(12)",
                    f"--out={tmp_path}/other"], check=True)
    other = golden.Bundle(tmp_path / "other" / bundle.folder.name)
    for name, output in bundle.outputs.items():
        assert output.bytes == other.outputs[name].bytes
        for mine, its in zip(output.parts, other.outputs[name].parts):
            np.testing.assert_array_equal(mine.low, its.low)
            np.testing.assert_array_equal(mine.high, its.high)
