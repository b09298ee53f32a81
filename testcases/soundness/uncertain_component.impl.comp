// An uncertain index selects a component of a vector and a column of a matrix.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(12,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,2} 4x{1,2} 4x{3,4}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uvec2 v = uvec2(1, 1);
  v[sum & 1] = 2;
  const mat2 m = mat2(3, 3, 4, 4);
  const uint i = gl_LocalInvocationIndex;
  o[i] = v.x;
  o[i + 4] = v.y;
  o[i + 8] = uint(m[sum & 1].x);
}
