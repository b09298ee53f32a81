// A quad is four invocations with consecutive indices; the first two are a row. Vectors of 3, in a workgroup
// of 2x2x3. Where all rows and columns give the same result, it is certain.
//
// RUN: spirv-run %s --buffer '0.0=undef(192)' --dump 0.0:float32x4 --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 8 --subgroup-mapping random:9 --buffer '0.0=undef(192)' --dump 0.0:float32x4 --strict | FileCheck %s
// CHECK: 0.0: float32x4[12] =
// CHECK: (1 2 3 5)
// CHECK-COUNT-11: (1 2 3 5)

#version 460
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 2, local_size_y = 2, local_size_z = 3) in;
layout(derivative_group_linearNV) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { vec4 results[12]; };

void main() {
  const float i = float(gl_LocalInvocationIndex);
  const vec3 width = fwidth(vec3(i, 5.0, -i));
  const vec3 dx = dFdx(vec3(i, -i, 2.0 * i)), dy = dFdyCoarse(vec3(i));
  results[gl_LocalInvocationIndex] =
      vec4(dx.x, dy.y, width.z, dx.x + dx.y + dx.z + dy.x + dFdxFine(i) + width.y);
}
