// Indexes that look like parts of invocations, but are not: the rows of two dimensions overlap, the index wraps around, it is narrower than the
// id, a function changes it, another variable has the same buffer, or another dimension has the same index.
// RUN: expect-status 3 spirv-run %s -D ROWS=9 --subgroup-size 1 --groups 2,2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D ROWS=0 --subgroup-size 2 --groups 2,2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D WRAPS --subgroup-size 128 --groups 2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D NARROW --subgroup-size 128 --groups 20 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D CALL --subgroup-size 2 --groups 2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s -D ALIAS --subgroup-size 32 --groups 2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s
// CHECK: race: {{.*}}
//
// RUN: spirv-run %s -D ROWS=10 --subgroup-size 1 --groups 2,2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: spirv-run %s -D ROWS=10 --subgroup-size 128 --groups 2,2 --buffer '0.0=zero(4096)' 2>&1 | FileCheck %s --check-prefix=OWN
// OWN-NOT: race
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 5, local_size_y = 3) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
layout(std430, set = 0, binding = 0) buffer Alias { uvec2 pairs[]; };

void halve(inout uint i) { i /= 2; }

void main() {
  const uint x = gl_GlobalInvocationID.x, y = gl_GlobalInvocationID.y;
#ifdef ROWS
  uint i = x + ROWS * y;
#else
  uint i = x + 10 * y;
#endif
#ifdef WRAPS
  i *= 0x40000000;
#endif
#ifdef NARROW
  i = uint(uint8_t(x + 100 * y));
#endif
#ifdef CALL
  halve(i);
#endif
  values[i] = x + 100 * y + 1;
#ifdef ALIAS
  pairs[i] = uvec2(x, y);
#endif
}
