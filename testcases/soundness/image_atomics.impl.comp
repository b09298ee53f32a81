// Atomics on a texel of an image.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --buffer '0.0=uint32:fill(4,777)' --image '0.1=r32ui:2x1:uint32:0,0'
// ALLOWED 0.0: 4x{0,1,2,3}
// ALLOWED 0.1: 4 0

#version 460
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(set = 0, binding = 1, r32ui) uniform uimage2D counter;

void main() {
  o[gl_LocalInvocationIndex] = imageAtomicAdd(counter, ivec2(0, 0), 1);
}
