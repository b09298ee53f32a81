"""Wrong and hostile arguments."""

import os
import signal
import threading
import time

import numpy as np
import pytest
import spirv_oracle
from spirv_oracle import InvalidArgument, InvalidModule, LimitReached, Module, Unsupported

SOURCE = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer A { float a[]; };
layout(set = 0, binding = 1) buffer B { uvec2 b[]; };
void main() { a[gl_LocalInvocationIndex] += float(b[0].x); }
"""
ENDLESS = """#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
void main() { for (uint i = 0; a[0] != 1; i += 2) a[1] = i; }
"""
GOOD = {"a": np.ones(4, np.float32), "b": np.ones((1, 2), np.uint32)}


@pytest.mark.parametrize(("buffers", "message"), [
    ({**GOOD, "a": np.ones(4)}, r"contains float32, but the array has the dtype float64: pass array.astype\('float32'\)"),
    ({**GOOD, "a": np.ones(4, np.int32)}, "contains float32"),
    ({**GOOD, "b": np.ones((1, 2), np.int32)}, "contains uint32"),
    ({**GOOD, "b": np.ones((1, 3), np.uint32)}, r"shape \(n, 2\), but the array has \(1, 3\)"),
    ({**GOOD, "b": np.ones(2, np.uint32)}, r"shape \(n, 2\)"),
    ({**GOOD, "b": [[-1, 0]]}, "do not fit into uint32"),
    ({**GOOD, "b": [[1.5, 0]]}, "contains uint32, but the values are float64"),
    ({**GOOD, "a": {"x": 1}}, "is an array, not a structure"),
    ({**GOOD, "a": ["x", "y"]}, "contains float32"),
    ({**GOOD, "a": "float32:x"}, r"buffers 0\.0: .*'x'"),
    ({"a": np.ones(4, np.float32)}, r"uses resources that are not given: add\n.*buffers=\{'0\.1': 'uint32:"),
    ({**GOOD, "c": [1]}, "no resource"),
    ({**GOOD, "0.0": [1]}, "0.0 is given twice"),
    ({**GOOD, "": [1]}, ""),
])
def test_wrong_buffers(buffers, message):
    with pytest.raises(InvalidArgument, match=message):
        Module.from_glsl(SOURCE).run(buffers=buffers)


@pytest.mark.parametrize(("options", "message"), [
    ({"subgroup_size": 3}, "subgroup_size"),
    ({"subgroup_size": 256}, "subgroup_size"),
    ({"groups": -1}, "groups"),
    ({"groups": (1, 2, 3, 4)}, "1 to 3"),
    ({"groups": 1.5}, "groups must be an int"),
    ({"seed": -1}, "seed"),
    ({"reconvergence": "sometimes"}, "reconvergence"),
    ({"entry": "other"}, "entry must be one of 'main'"),
    ({"spec": {1: 2}}, "no specialization constant 1"),
    ({"max_steps": "many"}, "max_steps"),
    ({"images": {"a": np.zeros(4)}}, "not an image"),
])
def test_wrong_options(options, message):
    with pytest.raises(InvalidArgument, match=message):
        Module.from_glsl(SOURCE).run(buffers=GOOD, **options)


def test_unknown_parameters():
    with pytest.raises(TypeError, match="subgroups"):
        Module.from_glsl(SOURCE).run(buffers=GOOD, subgroups=3)
    with pytest.raises(TypeError, match="macros"):
        Module.from_glsl(SOURCE, macros=3)


def test_unknown_results():
    run = Module.from_glsl(SOURCE).run(buffers=GOOD)
    with pytest.raises(KeyError, match="no resource"):
        run["c"]
    with pytest.raises(KeyError):
        run["7.7"]


def test_invalid_modules(tmp_path):
    with pytest.raises(InvalidModule, match="undeclared|syntax"):
        Module.from_glsl("#version 450\nvoid main() { x = 1; }\n")
    with pytest.raises(InvalidModule, match="magic number"):
        Module.from_spirv(b"not a module")
    with pytest.raises(InvalidModule):
        Module.from_spirv(b"\x03\x02\x23\x07" + bytes(16))
    with pytest.raises(InvalidModule, match="OpNonsense"):
        Module.from_assembly("OpNonsense\n\n")
    with pytest.raises(FileNotFoundError):
        Module.from_glsl(tmp_path / "missing.comp")


def test_unsupported_features_are_named():
    module = Module.from_assembly("""OpCapability Shader
OpCapability Linkage
OpCapability RayQueryPositionFetchKHR
OpExtension "SPV_KHR_ray_tracing_position_fetch"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%type = OpTypeFunction %void
%main = OpFunction %void None %type
%label = OpLabel
OpReturn
OpFunctionEnd
""", target_env="spv1.6")
    with pytest.raises(Unsupported, match="RayQueryPositionFetchKHR"):
        module.run()


def test_limits():
    module = Module.from_glsl(ENDLESS)
    with pytest.raises(LimitReached, match="steps") as reached:
        module.run(buffers={"a": [0, 0]}, max_steps=1000)
    assert reached.value.result["a"].shape == (2,)
    with pytest.raises(LimitReached, match="time"):
        module.run(buffers={"a": [0, 0]}, timeout=0.1, explain=False)
    with pytest.raises(LimitReached, match="max_memory"):
        module.run(buffers={"a": np.zeros(1 << 20, np.uint32)}, max_memory="1M")
    with pytest.raises(LimitReached, match="max_memory"):
        module.run(buffers={"a": "undef(1000000000000)"})


def test_huge_dispatches_end_at_a_limit():
    module = Module.from_glsl(SOURCE)
    with pytest.raises(LimitReached):
        module.run((65535, 65535, 65535), buffers=GOOD, timeout=0.2)


def test_ctrl_c_ends_a_run():
    module = Module.from_glsl(ENDLESS)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        module.run(buffers={"a": [0, 0]})
    assert time.monotonic() - begin < 60
    assert module.run(buffers={"a": [1, 0]})["a"].tolist() == [1, 0]


def test_the_gil_is_released():
    module = Module.from_glsl(ENDLESS)
    done = []
    worker = threading.Thread(target=lambda: done.append(pytest.raises(LimitReached, module.run, buffers={"a": [0, 0]},
                                                                       timeout=0.5, explain=False)))
    worker.start()
    count = 0
    while worker.is_alive():
        count += 1
        time.sleep(0.01)
    assert count > 5 and done


def test_notes_about_arguments_without_effect():
    run = Module.from_glsl(SOURCE).run(buffers={**GOOD, "5.0": b"1234"})
    assert "5.0" in run.notes


def test_empty_buffers():
    module = Module.from_glsl(SOURCE)
    run = module.run(buffers={"a": [], "b": np.ones((1, 2), np.uint32)}, robust_buffer_access=True)
    assert run["a"].shape == (0,)
    assert issubclass(spirv_oracle.InvalidArgument, ValueError)
