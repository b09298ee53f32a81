// Uncertain branches that leave a loop, or an iteration.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(8,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED 0.0: 4x{4,1} 4x{6,4}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  uint broken = 0, continued = 0;
  for (uint k = 0; k < 4; ++k) {
    ++broken;
    if (sum > 7) break;
  }
  for (uint k = 0; k < 4; ++k) {
    if (k == 2 && sum > 7) continue;
    continued += k;
  }
  o[gl_LocalInvocationIndex] = broken;
  o[gl_LocalInvocationIndex + 4] = continued;
}
