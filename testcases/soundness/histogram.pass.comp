// A histogram in workgroup memory, added to one in a buffer.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 2 --buffer '0.0=uint32:fill(8,777)' --buffer '0.1=zero(16)'
// ALLOWED 0.0: 1 3 0 0 1 3 0 0
// ALLOWED 0.1: 2 6 0 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint total[4]; };
shared uint bins[4];

void main() {
  const uint i = gl_LocalInvocationIndex;
  bins[i] = 0;
  barrier();
  atomicAdd(bins[min(i, 1)], 1);
  barrier();
  o[gl_GlobalInvocationID.x] = bins[i];
  atomicAdd(total[i], bins[i]);
}
