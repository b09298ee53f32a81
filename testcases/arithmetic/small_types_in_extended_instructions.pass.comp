// A built-in function may be the only operation on 8- and 16-bit types: the module declares what it needs.
// RUN: spirv-run %s --strict --buffer x=float16:1,-2,3,-4 --buffer y=int16:-5,6,-7,8 --buffer z=int8:1,-2,3,-4 --buffer v=float16:1,0,0,0,0,-2,0,0 | FileCheck %s
// CHECK: 0.0: float16[4] = 1 2 3 4
// CHECK: 0.1: int16[4] = 5 6 7 8
// CHECK: 0.2: int8[4] = 1 2 3 4
// CHECK: v: float16x4[2] = (1 0 0 0) (0 2 0 0)
#version 450
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer X { float16_t x[]; };
layout(set = 0, binding = 1) buffer Y { int16_t y[]; };
layout(set = 0, binding = 2) buffer Z { int8_t z[]; };
layout(set = 0, binding = 3) buffer V { f16vec4 v[]; };
void main() {
  const uint i = gl_LocalInvocationIndex;
  x[i] = abs(x[i]);
  y[i] = abs(y[i]);
  z[i] = abs(z[i]);
  if (i < 2) v[i] = abs(v[i]);
}
