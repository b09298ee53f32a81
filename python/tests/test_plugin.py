"""The plugin for pytest."""

HEAD = '''
import numpy as np
import pytest
from spirv_oracle import Module
SHADER = """#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer A { %s a[]; };
void main() { uint i = gl_LocalInvocationIndex; a[i] = %s; }
"""
'''


def outcomes(pytester, text):
    pytester.makepyfile(HEAD + text)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", "-rA")


def test_the_marker_makes_tests(pytester):
    result = outcomes(pytester, '''
seen = []
@pytest.mark.spirv(subgroup_size=[1, 128], seed=range(3), reconvergence="minimal")
def test_sum(spirv):
    seen.append(tuple(spirv.policy.items()))
    module = Module.from_glsl(SHADER % ("uint", "a[i] * 2u"))
    spirv(module, buffers={"a": np.arange(4, dtype=np.uint32)}, expect={"a": [0, 2, 4, 6]})
def test_plain(spirv):
    assert spirv.policy == {}
    assert len(set(seen)) == 6
''')
    result.assert_outcomes(passed=7)
    result.stdout.fnmatch_lines(["*test_sum?subgroup_size=128-seed=2-reconvergence=minimal?*"])


def test_wrong_markers(pytester):
    result = outcomes(pytester, '''
@pytest.mark.spirv([4])
def test_wrong_marker(spirv):
    pass
''')
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*the marker spirv takes keywords*"])


def test_failures(pytester):
    result = outcomes(pytester, '''
def test_undefined(spirv):
    spirv(Module.from_glsl(SHADER % ("uint", "a[i] / (i - 2)")), buffers={"a": [8, 8, 8, 8]})
def test_different(spirv):
    spirv(Module.from_glsl(SHADER % ("uint", "a[i] + 1")), buffers={"a": [1, 2, 3, 4]}, expect={"a": [2, 3, 5, 5]})
def test_shape(spirv):
    spirv(Module.from_glsl(SHADER % ("uint", "a[i] + 1")), buffers={"a": [1, 2, 3, 4]}, expect={"a": [2, 3, 4]})
def test_imprecise(spirv):
    x = np.array([1, 2, 3, 4], np.float32)
    spirv(Module.from_glsl(SHADER % ("float", "exp(a[i])")), buffers={"a": x}, expect={"a": np.exp(x) * 1.001})
''')
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines_random(["*OpUDiv.operand-2-zero*", "*a?2? is 4; 5 is expected*", "*shape (4,), but (3,)*",
                                        "*4 of 4 elements are not as expected*", "*and may be from *"])


def test_floats_within_enclosures(pytester):
    result = outcomes(pytester, '''
@pytest.mark.spirv(arithmetic=["low", "high"], subgroup_size=4)
def test_exp(spirv):
    x = np.array([1, 2, 3, 4], np.float32)
    spirv(Module.from_glsl(SHADER % ("float", "exp(a[i])")), buffers={"a": x}, expect={"a": np.exp(x.astype(np.float64))})
def test_masked_expectations(spirv):
    expected = np.ma.array([2, 0, 4, 5], mask=[0, 1, 0, 0])
    spirv(Module.from_glsl(SHADER % ("uint", "a[i] + 1")), buffers={"a": [1, 2, 3, 4]}, expect={"a": expected})
def test_tolerance(spirv):
    x = np.array([1, 2, 3, 4], np.float32)
    spirv(Module.from_glsl(SHADER % ("float", "exp(a[i])")), buffers={"a": x}, expect={"a": np.exp(x) * 1.001}, rtol=0.01)
''')
    result.assert_outcomes(passed=4)
