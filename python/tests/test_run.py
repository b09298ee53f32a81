"""Modules and runs: results against NumPy and against spirv-run."""

import threading

import numpy as np
import pytest
import spirv_oracle
from spirv_oracle import Module

DOUBLE = """#version 450
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < values.length()) values[i] *= 2u;
}
"""

GATED = """#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
  const uint i = gl_LocalInvocationIndex;
  uint weight;
  if (i < 3) weight = values[i];
  if (i > 0) {
    const uint sum = subgroupAdd(weight);
    if (sum > 4) values[i] = sum;
  }
}
"""

SCAN = """#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(set = 0, binding = 0) readonly buffer In { uint numbers[]; };
layout(set = 0, binding = 1) writeonly buffer Out { uint sums[]; };
shared uint totals[256];
void main() {
  uint i = gl_LocalInvocationIndex;
  uint sum = subgroupInclusiveAdd(numbers[i]);
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) totals[gl_SubgroupID] = sum;
  barrier();
  for (uint s = 0; s < gl_SubgroupID; ++s) sum += totals[s];
  sums[i] = sum;
}
"""

DIVIDE = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };
void main() { uint i = gl_LocalInvocationIndex; a[i] = a[i] / b[i]; }
"""


def test_results_are_those_of_numpy():
    values = np.arange(100, dtype=np.uint32)
    run = Module.from_glsl(DOUBLE).run(4, buffers={"values": values})
    assert run["values"].dtype == np.uint32
    np.testing.assert_array_equal(run["values"], 2 * values)
    assert not run["values"].mask.any()
    assert run.findings == () and run.status == 0
    np.testing.assert_array_equal(values, np.arange(100))  # the input is the caller's


@pytest.mark.parametrize("name", ["values", "Values", "0.0", "0.0[0]"][:3])
def test_names(name):
    run = Module.from_glsl(DOUBLE).run(buffers={name: [1, 2, 3]})
    assert run[name].tolist() == run["0.0"].tolist() == [2, 4, 6]


@pytest.mark.parametrize("size", [1, 2, 4, 32, 128])
def test_a_scan_for_each_subgroup_size(size):
    numbers = np.random.default_rng(size).integers(0, 1 << 20, 256, dtype=np.uint32)
    run = Module.from_glsl(SCAN).run(buffers={"numbers": numbers, "sums": np.ma.masked_all(256, np.uint32)}, subgroup_size=size)
    run.raise_if_undefined()
    np.testing.assert_array_equal(run["sums"], np.cumsum(numbers, dtype=np.uint32))


def test_undefined_elements_are_masked():
    run = Module.from_glsl(GATED, name="gated.comp").run(buffers={"values": [1, 2, 3, 4]}, subgroup_size=4)
    assert run["values"].mask.tolist() == [False, True, True, True]
    assert run["values"][0] == 1
    assert run.status == 3
    finding = run.findings[0]
    assert finding.rule == "OpBranchConditional.condition-undefined"
    assert finding.severity == "undefined-behavior"
    assert finding.location.line == 11
    assert finding.lanes == (1, 2, 3)
    assert any("weight" in note.message for note in finding.notes)
    assert "gated.comp:11" in str(finding)
    with pytest.raises(spirv_oracle.UndefinedBehavior, match="OpBranchConditional.condition-undefined") as raised:
        run.raise_if_undefined()
    assert raised.value.findings[0] == finding


def test_a_defined_twin_has_no_findings():
    defined = GATED.replace("uint weight;", "uint weight = 0;")
    run = Module.from_glsl(defined).run(buffers={"values": [1, 2, 3, 4]}, subgroup_size=4)
    assert run.raise_if_undefined() is run
    assert run["values"].tolist() == [1, 5, 5, 5]


def test_inputs_can_be_undefined():
    values = np.ma.array([1, 2, 3, 4], dtype=np.uint32, mask=[0, 0, 1, 0])
    run = Module.from_glsl(DOUBLE).run(buffers={"values": values})
    assert run["values"].mask.tolist() == [False, False, True, False]
    assert run["values"].compressed().tolist() == [2, 4, 8]


def test_values_of_a_finding():
    run = Module.from_glsl(DIVIDE).run(buffers={"a": [8, 8, 8, 8], "b": [1, 2, 0, 4]})
    finding = run.findings[0]
    assert finding.rule == "OpUDiv.operand-2-zero" and finding.lanes == (2,)
    assert [one["value"] for one in finding.values] == ["8", "0"]
    assert [one["expression"] for one in finding.values] == ["a[i]", "b[i]"]


@pytest.mark.parametrize(("source", "arguments", "buffers", "options"), [
    (DOUBLE, ["--buffer=0.0=uint32:iota(40)", "-g2"], {"0.0": np.arange(40, dtype=np.uint32)}, {"groups": 2}),
    (GATED, ["--buffer=0.0=uint32:1,2,3,4", "--subgroup-size=4"], {"values": [1, 2, 3, 4]}, {"subgroup_size": 4}),
    (DIVIDE, ["--buffer=0.0=uint32:8,8,8,8", "--buffer=0.1=uint32:1,2,0,4", "--seed=3"],
     {"a": np.full(4, 8, np.uint32), "b": [1, 2, 0, 4]}, {"seed": 3}),
])
def test_the_document_is_that_of_spirv_run(spirv_run_json, source, arguments, buffers, options):
    run = Module.from_glsl(source).run(buffers=buffers, **options)
    assert run.json() == spirv_run_json(source, *arguments)


def test_runs_are_independent_and_arrays_outlive_them():
    module = Module.from_glsl(DOUBLE)
    arrays = [module.run(buffers={"values": np.full(8, k, np.uint32)})["values"] for k in range(4)]
    del module
    assert [array.tolist() for array in arrays] == [[2 * k] * 8 for k in range(4)]


def test_results_share_the_memory_of_the_run():
    run = Module.from_glsl(DOUBLE).run(buffers={"values": np.arange(8, dtype=np.uint32)})
    assert np.shares_memory(run["values"].data, run["values"].data)
    with pytest.raises(ValueError, match="read-only"):
        run["values"].data[0] = 1


def test_threads():
    module = Module.from_glsl(SCAN)
    results = {}

    def work(k):
        results[k] = module.run(buffers={"numbers": np.full(256, k, np.uint32), "sums": bytes(1024)})["sums"].tolist()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {k: [k * (i + 1) for i in range(256)] for k in range(4)}


def test_other_languages(tmp_path):
    hlsl = Module.from_hlsl("""RWStructuredBuffer<uint> values : register(u0);
[numthreads(4, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { values[id.x] += 1; }
""")
    assert hlsl.run(buffers={"u0": [1, 2, 3, 4]})["u0"].tolist() == [2, 3, 4, 5]
    text = Module.from_glsl(DOUBLE).disassembly()
    assert Module.from_assembly(text).run(buffers={"0.0": [5]})["0.0"].tolist() == [10]
    binary = Module.from_glsl(DOUBLE).spirv
    assert Module.from_spirv(binary).run(buffers={"values": [5]})["values"].tolist() == [10]
    words = np.frombuffer(binary, np.uint32)
    assert Module.from_spirv(words).run(buffers={"values": [6]})["values"].tolist() == [12]
    file = tmp_path / "double.comp"
    file.write_text(DOUBLE)
    assert Module.from_glsl(file).run(buffers={"values": [7]})["values"].tolist() == [14]
    assert Module.from_glsl(str(file)).run(buffers={"values": [7]})["values"].tolist() == [14]


def test_defines_and_includes(tmp_path):
    (tmp_path / "factor.h").write_text("#define FACTOR 3u\n")
    source = DOUBLE.replace("2u", "FACTOR")
    assert Module.from_glsl(source, defines={"FACTOR": "5u"}).run(buffers={"values": [1]})["values"].tolist() == [5]
    included = "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"factor.h\"\n" + source.split("\n", 1)[1]
    assert Module.from_glsl(included, include=tmp_path).run(buffers={"values": [1]})["values"].tolist() == [3]


def test_what_a_module_needs():
    module = Module.from_glsl(SCAN)
    entry, = module.entry_points
    assert entry.name == "main" and entry.local_size == (256, 1, 1) and entry.execution_model == "GLCompute"
    numbers, sums = module.resources
    assert (numbers.key, numbers.kind, numbers.type, numbers.writable) == ("0.0", "storage_buffer", "uint32", False)
    assert numbers.runtime_stride == 4 and numbers.dtype == np.uint32 and sums.writable


def test_report_and_notebook():
    run = Module.from_glsl(GATED).run(buffers={"values": [1, 2, 3, 4]}, subgroup_size=4)
    page = run.report_html()
    assert page.lstrip().lower().startswith("<!doctype html") and "subgroupAdd(weight)" in page
    shown = run._repr_html_()
    assert "undef" in shown and "condition-undefined" in shown and "<iframe" in shown


def test_enclosures_contain_numpy_results():
    module = Module.from_glsl("""#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer X { float x[]; };
void main() { x[gl_LocalInvocationIndex] = exp(x[gl_LocalInvocationIndex]); }
""")
    x = np.linspace(-10, 10, 64, dtype=np.float32)
    run = module.run(buffers={"x": x}, precision=True)
    bounds = run.enclosure("x")
    exact = np.exp(x.astype(np.float64))
    assert bounds.low.shape == (64,)
    assert np.all((bounds.low <= exact) & (exact <= bounds.high)) and np.all(bounds.low < bounds.high)
    assert bounds.contains(run["x"].data).all()
    assert not bounds.contains(exact * 1.01).any()
    # Vulkan: 3 + 2 |x| ulp; a ulp is at least 2^-24 of the value.
    most = (3 + 2 * np.abs(x)) * 2.0**-22 * exact
    assert np.all(bounds.high - bounds.low <= 2 * most + 1e-30)


def test_large_buffers_are_enclosed_on_request_only():
    module = Module.from_glsl("""#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer X { float x[]; };
void main() { x[0] = exp(x[0]); }
""")
    x = np.zeros(1 << 18, np.float32)
    with pytest.raises(spirv_oracle.InvalidArgument, match="precision=True"):
        module.run(buffers={"x": x}).enclosure("x")
    bounds = module.run(buffers={"x": x}, precision=True).enclosure("x")
    assert bounds.low[0] < 1 < bounds.high[0] and not bounds.low[1:].any() and not bounds.high[1:].any()


def test_implementation_dependent_results():
    module = Module.from_glsl("""#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Counter { uint next; };
layout(set = 0, binding = 1) buffer Tickets { uint tickets[]; };
void main() { tickets[gl_LocalInvocationIndex] = atomicAdd(next, 1u); }
""")
    run = module.run(buffers={"next": [0], "tickets": np.zeros(8, np.uint32)})
    assert run.implementation_dependent("tickets").all() and not run.implementation_dependent("next").any()
    assert not run["tickets"].mask.any()
    assert sorted(run["tickets"].tolist()) == list(range(8))


def test_printed_text():
    module = Module.from_glsl("""#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 2) in;
void main() { debugPrintfEXT("lane %u\\n", gl_LocalInvocationIndex); }
""")
    lines = module.run().printed.splitlines()
    assert [line.endswith(f"subgroup 0 lane {lane}] lane {lane}") for lane, line in enumerate(lines)] == [True, True]
