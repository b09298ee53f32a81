"""Debugging a run."""

import os
import signal
import threading

import numpy as np
import pytest
import spirv_oracle
from spirv_oracle import Module, debug

LOOP = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint sum = 0;
  for (uint k = 0; k < 3; ++k) {
    sum += a[i] + k;
  }
  vec2 pair = vec2(float(sum), 0.5);
  a[i] = sum + uint(pair.y);
}
"""
GATED = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint weight;
  if (i < 3) weight = a[i];
  a[i] = weight + 1;
}
"""


@pytest.fixture
def debugger():
    module = Module.from_glsl(LOOP, name="loop.comp")
    with debug.start(module, buffers={"a": np.array([10, 20, 30, 40], np.uint32)}, subgroup_size=4) as started:
        yield started


def test_steps_forward_and_back(debugger):
    assert debugger.position.reason == "entry" and debugger.position.moment == 0
    place = debugger.run_to(line=8)
    assert place.line == 8 and place.active == (0, 1, 2, 3) and place.file.endswith("loop.comp")
    debugger.step()
    after = debugger.lanes("sum")
    assert after.tolist() == [10, 20, 30, 40] and after.dtype == np.uint32
    back = debugger.step_back()
    assert back == place or (back.line, back.moment) == (place.line, place.moment)
    assert debugger.lanes("sum").tolist() == [0, 0, 0, 0]
    assert debugger.go_to(0).moment == 0


def test_values(debugger):
    debugger.run_to(line=11)
    value = debugger.evaluate("sum", lane=2)
    assert (value.value, value.type, value.state) == (93, "uint", "defined")
    pairs = debugger.lanes("pair")
    assert pairs.shape == (4, 2) and pairs[1].tolist() == [63.0, 0.5]
    assert debugger.evaluate("a[1] * 2").value == 40
    with pytest.raises(spirv_oracle.InvalidArgument, match="nothing_like_it"):
        debugger.evaluate("nothing_like_it")


def test_stop_points(debugger):
    debugger.break_at(8, condition="k == 2")
    assert debugger.resume().reason == "breakpoint"
    assert debugger.lanes("sum").tolist() == [21, 41, 61, 81]
    debugger.clear_stops()
    debugger.watch("a[3]")
    stop = debugger.resume()
    assert stop.reason == "watchpoint" and stop.text.startswith("write to a[3]")
    debugger.clear_stops()
    end = debugger.resume()
    assert end.ended and end.reason == "end"
    assert debugger.resume().moment == end.moment + 1  # the end of the program, with its report
    assert "0.0: uint32[4] = 33 63 93 123" in debugger.output
    assert debugger.restart().moment == 0
    with pytest.raises(spirv_oracle.Error):
        debugger.watch("nothing_like_it")


def test_why(debugger):
    debugger.run_to(line=11)
    why = debugger.why("sum", lane=1, depth=12)
    assert why.lane == 1
    lines = str(why).splitlines()
    assert lines[0].startswith("sum") or "sum" in lines[0]
    assert len(lines) > 2 and any(cause.causes for cause in [why])
    assert any("8" in str(node.location) for node in why.causes + [grand for node in why.causes for grand in node.causes])


def test_undefined_lanes_are_masked():
    module = Module.from_glsl(GATED, name="gated.comp")
    with debug.start(module, buffers={"a": [1, 2, 3, 4]}, subgroup_size=4) as debugger:
        debugger.run_to(line=8)
        weights = debugger.lanes("weight")
        assert weights.mask.tolist() == [False, False, False, True]
        assert weights.compressed().tolist() == [1, 2, 3]
        assert debugger.evaluate("weight", lane=3).state == "undefined"
        assert debugger.evaluate("weight", lane=3).value is None


def test_errors():
    module = Module.from_glsl(LOOP)
    with pytest.raises(spirv_oracle.InvalidArgument, match="subgroup_size"):
        debug.start(module, buffers={"a": [1]}, subgroup_size=5)
    with debug.start(module, buffers={"a": [1, 2, 3, 4]}) as debugger:
        pass
    with pytest.raises(spirv_oracle.Error, match="closed"):
        debugger.step()


def test_ctrl_c_pauses():
    module = Module.from_glsl("""#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
void main() { for (uint i = 0; a[0] != 1; i += 2) a[1] = i; }
""")
    with debug.start(module, buffers={"a": [0, 0]}) as debugger:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            debugger.resume()
        assert debugger.position.moment > 0 and not debugger.position.ended
        assert debugger.evaluate("a[0]").value == 0
