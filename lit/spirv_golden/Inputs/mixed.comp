#version 450
// Exact numbers, NaNs and elements without a store.
#extension GL_EXT_spirv_intrinsics : enable
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);  // SignedZeroInfNanPreserve
#ifndef OFFSET
#define OFFSET 0
#endif
layout(local_size_x = 4) in;
struct Pair {
  uint number;
  float nan;
};
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) buffer Out { Pair pairs[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  pairs[i].number = numbers[i] + OFFSET;
  pairs[i].nan = uintBitsToFloat(0x7FC00000 + numbers[i]);
}
