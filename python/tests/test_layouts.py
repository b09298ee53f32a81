"""Buffers of all layouts, as arrays."""

import numpy as np
import pytest
from spirv_oracle import InvalidArgument, Module, Record

HEAD = """#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
"""


@pytest.mark.parametrize(("glsl", "dtype"), [
    ("int8_t", "int8"), ("uint8_t", "uint8"), ("int16_t", "int16"), ("uint16_t", "uint16"), ("int", "int32"),
    ("int64_t", "int64"), ("uint64_t", "uint64"), ("float16_t", "float16"), ("float", "float32"), ("double", "float64"),
])
def test_scalar_types(glsl, dtype):
    module = Module.from_glsl(HEAD + f"""
layout(set = 0, binding = 0) buffer A {{ {glsl} a[]; }};
void main() {{ a[gl_GlobalInvocationID.x] = {glsl}(2) + a[gl_GlobalInvocationID.x]; }}
""")
    values = np.array([0, 1, 5, 100], dtype)
    run = module.run(4, buffers={"a": values}).raise_if_undefined()
    assert run["a"].dtype == np.dtype(dtype)
    np.testing.assert_array_equal(run["a"], values + np.array(2, dtype))


def test_big_endian_and_strided_arrays():
    module = Module.from_glsl(HEAD + "layout(set = 0, binding = 0) buffer A { uint a[]; };\nvoid main() { a[0] += 1; }\n")
    assert module.run(buffers={"a": np.arange(4, dtype=">u4")})["a"].tolist() == [1, 1, 2, 3]
    assert module.run(buffers={"a": np.arange(8, dtype=np.uint32)[::2]})["a"].tolist() == [1, 2, 4, 6]
    matrix = np.arange(6, dtype=np.uint32).reshape(2, 3)
    assert module.run(buffers={"a": matrix})["a"].tolist() == [1, 1, 2, 3, 4, 5]


def test_vectors_with_padding():
    module = Module.from_glsl(HEAD + """
layout(std430, set = 0, binding = 0) buffer A { vec3 a[]; };
void main() { a[gl_GlobalInvocationID.x] *= 2; }
""")
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    run = module.run(4, buffers={"a": values}).raise_if_undefined()
    np.testing.assert_array_equal(run["a"], 2 * values)
    assert run["a"].data.strides == (16, 4)
    assert np.frombuffer(run._core.bytes(0), np.uint8).size == 64


def test_matrices():
    module = Module.from_glsl(HEAD + """
layout(std430, set = 0, binding = 0) buffer A { layout(column_major) mat3x2 a[]; };
layout(std430, set = 0, binding = 1) buffer B { layout(row_major) mat3x2 b[]; };
void main() { a[0][1][0] = 7; b[0] = a[0]; }
""")
    columns = np.arange(6, dtype=np.float32).reshape(1, 3, 2)
    run = module.run(buffers={"a": columns, "b": np.zeros((1, 3, 2), np.float32)}).raise_if_undefined()
    columns[0, 1, 0] = 7
    np.testing.assert_array_equal(run["a"], columns)
    np.testing.assert_array_equal(run["b"], columns)
    assert run["b"].data.strides[1:] == (4, 16) or run["b"].data.strides[1:] == (4, 12)


STRUCTURES = HEAD + """
struct Particle { vec3 position; uint kind; float weights[2]; };
layout(std430, set = 0, binding = 0) buffer Scene { uint count; vec2 gravity; Particle particles[]; } scene;
void main() {
  uint i = gl_GlobalInvocationID.x;
  scene.particles[i].position += vec3(scene.gravity, 1);
  scene.particles[i].weights[1] = float(scene.count);
}
"""


def test_structures():
    module = Module.from_glsl(STRUCTURES)
    dtype = np.dtype({"names": ["position", "kind", "weights"], "formats": [("f4", 3), "u4", ("f4", 2)],
                      "offsets": [0, 12, 16], "itemsize": 32})
    particles = np.zeros(3, dtype)
    particles["position"] = np.arange(9).reshape(3, 3)
    particles["kind"] = 5
    run = module.run(3, buffers={"Scene": {"count": 3, "gravity": [0.5, 0.25], "particles": particles}})
    run.raise_if_undefined()
    scene = run["Scene"]
    assert isinstance(scene, Record) and list(scene) == ["count", "gravity", "particles"]
    assert scene["count"] == 3 and scene["gravity"].tolist() == [0.5, 0.25]
    np.testing.assert_array_equal(scene["particles"]["position"], particles["position"] + [0.5, 0.25, 1])
    assert scene["particles"]["weights"].tolist() == [[0, 3]] * 3
    assert scene["particles"]["kind"].tolist() == [5] * 3
    assert scene["particles"].dtype == dtype


def test_omitted_members_are_undefined():
    module = Module.from_glsl(STRUCTURES)
    run = module.run(1, buffers={"Scene": {"count": 1, "gravity": [0, 0], "particles": [([1, 2, 3], 4, [0, 0])]}})
    assert not run["Scene"]["particles"].mask["position"].any()
    run = module.run(1, buffers={"Scene": {"gravity": [0, 0], "particles": [([1, 2, 3], 4, [0, 0])]}})
    assert run["Scene"]["count"].mask.all()
    assert run["Scene"]["particles"].mask["weights"].tolist() == [[False, True]]


def test_std140_arrays_and_uniforms():
    module = Module.from_glsl(HEAD + """
layout(std140, set = 0, binding = 0) uniform Params { float scale[3]; mat2 turn; } params;
layout(set = 0, binding = 1) buffer Out { float result[]; };
void main() { for (int i = 0; i < 3; ++i) result[i] = params.scale[i]; result[3] = params.turn[1][0]; }
""")
    run = module.run(buffers={"Params": {"scale": [1, 2, 3], "turn": [[1, 2], [3, 4]]}, "result": np.zeros(4, np.float32)})
    assert run.raise_if_undefined()["result"].tolist() == [1, 2, 3, 3]
    with pytest.raises(InvalidArgument, match=r"shape \(3\), but the array has \(2,\)"):
        module.run(buffers={"Params": {"scale": [1, 2]}, "result": np.zeros(4, np.float32)})


def test_push_and_specialization_constants():
    module = Module.from_glsl(HEAD + """
layout(constant_id = 3) const int ADDED = 1;
layout(constant_id = 4) const float FACTOR = 1;
layout(constant_id = 5) const bool NEGATE = false;
layout(push_constant) uniform Push { uint first; vec2 pair; } push;
layout(set = 0, binding = 0) buffer Out { float result[]; };
void main() {
  result[0] = float(push.first) + float(ADDED);
  result[1] = push.pair.y * FACTOR;
  if (NEGATE) result[1] = -result[1];
}
""")
    assert [(one.id, one.type, one.default) for one in module.spec_constants] == \
        [(3, "int32", 1), (4, "float32", 1.0), (5, "bool", False)]
    push = {"first": 5, "pair": [1, 1.5]}
    run = module.run(buffers={"result": np.zeros(2, np.float32)}, push=push, spec={3: -2, "FACTOR": 0.5, 5: True})
    assert run["result"].tolist() == [3, -0.75]
    run = module.run(buffers={"result": np.zeros(2, np.float32)}, push=push)
    assert run["result"].tolist() == [6, 1.5]


def test_arrays_of_descriptors():
    module = Module.from_glsl(HEAD + """
layout(set = 0, binding = 0) buffer A { uint a[]; } many[2];
void main() { many[0].a[0] += 1; many[1].a[0] += 2; }
""")
    run = module.run(buffers={"0.0[0]": [10], "0.0[1]": [20]})
    assert run["0.0[0]"].tolist() == [11] and run["0.0[1]"].tolist() == [22]


def test_images():
    module = Module.from_glsl(HEAD + """
layout(set = 0, binding = 0, rgba8ui) uniform uimage2D image;
layout(set = 0, binding = 1) uniform sampler2D picture;
layout(set = 0, binding = 2) buffer Out { vec4 result; };
void main() {
  ivec2 at = ivec2(gl_GlobalInvocationID.xy);
  imageStore(image, at, imageLoad(image, at) + uvec4(1, 2, 3, 4));
  result = texelFetch(picture, ivec2(1, 0), 0);
}
""")
    texels = np.arange(3 * 2 * 4, dtype=np.uint8).reshape(2, 3, 4)
    picture = np.array([[[0, 0, 0, 0], [1, 2, 3, 4]]], np.float32)
    run = module.run((3, 2), images={"image": texels, "picture": ("Rgba32f", picture)},
                     samplers={"picture": "nearest,clamp_to_edge"}, buffers={"result": [0, 0, 0, 0]})
    np.testing.assert_array_equal(run["image"], texels + np.array([1, 2, 3, 4], np.uint8))
    assert run["result"].tolist() == [1, 2, 3, 4]


def test_kernels():
    module = Module.from_opencl("""kernel void saxpy(global float* y, global const float* x, float a, local float* t) {
  size_t i = get_global_id(0);
  t[get_local_id(0)] = a * x[i];
  y[i] += t[get_local_id(0)];
}
""")
    x, y = np.arange(8, dtype=np.float32), np.ones(8, np.float32)
    run = module.run(global_size=8, local_size=4, args=[y, x, 2.5, "local(16)"]).raise_if_undefined()
    np.testing.assert_array_equal(run["y"], y + np.float32(2.5) * x)
    np.testing.assert_array_equal(run["arg.0"], run["y"])
    run = module.run(global_size=8, local_size=4, args={"y": y, "x": x, "a": 1, 3: "local(16)"})
    np.testing.assert_array_equal(run["y"], y + x)


def test_memory_with_an_address():
    module = Module.from_glsl(HEAD + """
#extension GL_EXT_buffer_reference : require
layout(buffer_reference, std430) buffer Target { uint value; };
layout(set = 0, binding = 0) buffer A { uint64_t address; };
void main() { Target(address).value = 42; }
""")
    run = module.run(buffers={"0.0": "uint64:address(m)"}, memories={"m": np.zeros(2, np.uint32)})
    assert run["m"].tolist() == [42, 0]
