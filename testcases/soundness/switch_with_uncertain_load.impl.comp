// A case that this run does not take loads from an uncertain place: the result is uncertain, even if one of the places holds the current value.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(3,777)' --buffer 0.2=float32:1e8,2,-1e8 --buffer 0.3=uint32:3,0,3,1
// ALLOWED 0.0: 3x{0,3}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 3) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };
layout(std430, set = 0, binding = 3) readonly buffer B3 { uint table[4]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 0 or 2
  uint x = 0;
  switch (sum) {
    case 0: break;
    default: x = table[sum]; break;
  }
  o[gl_LocalInvocationIndex] = x;
}
