// A store on only one side of an uncertain branch, for runs that take either side.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case ABOVE -D 'OPEN=sum > 7' --buffer '0.0=uint32:fill(4,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// RUN: %python %{testcases}/../scripts/soundness litmus %s --case ABOVE -D 'OPEN=sum <= 7' --buffer '0.0=uint32:fill(4,777)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED-ABOVE 0.0: {100,777} 777 {200,777} 777

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  if (OPEN) {
    if (gl_LocalInvocationIndex == 0) o[0] = 100;
  } else {
    if (gl_LocalInvocationIndex == 2) o[2] = 200;
  }
}
