// An uncertain branch around stores to an image.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --image '0.0=r32ui:4x2:uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{1,777} 4x5

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, r32ui) uniform uimage2D target;
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  const int i = int(gl_LocalInvocationIndex);
  if (sum > 7) imageStore(target, ivec2(i, 0), uvec4(1));
  imageStore(target, ivec2(i, 1), uvec4(5));
}
