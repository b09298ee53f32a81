// Private memory of the invocation, and shared memory after a barrier.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(24,9)' --buffer 0.1=float32:1e8,-1e8,3,0 --buffer '0.2=zero(8)' 2>/dev/null | FileCheck %s
// CHECK: 0.0: uint32[24] = 5? 5? 5? 5? 2 2 2 2 3? 3? 3? 3? 0 1 2 3 8? 8? 8? 8? 1 1 1 1
// CHECK: 0.2: uint32[2] = 8? 0
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };
layout(std430, binding = 2) buffer Counter { uint counter, other; } c;
shared uint exchanged[4];
shared uint kept[4];

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));
  uint own[8], others[8];
  for (uint k = 0; k < 8; ++k) own[k] = others[k] = 2;
  const uint last = uint(weight[2]);  // 3
  if (s > 2) own[i ^ last] = 5;
  o[i] = own[i ^ last];
  if (s > 2) others[i] = 5; else others[i] = 4;
  o[4 + i] = others[i ^ last | 4];
  kept[i] = i;
  exchanged[i] = 0;
  if (s > 2) exchanged[i] = 3;
  barrier();
  o[8 + i] = exchanged[3 - i];
  o[12 + i] = kept[i];
  // An atomic that only some implementations execute.
  if (s > 2) atomicAdd(c.counter, 2);
  atomicAdd(c.other, 0);
  memoryBarrierBuffer();
  barrier();
  o[16 + i] = c.counter;
  o[20 + i] = 1;
}
