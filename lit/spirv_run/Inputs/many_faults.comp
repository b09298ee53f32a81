// Divides by its input and prints it, in many workgroups.
#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 32) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
layout(std430, set = 0, binding = 1) buffer Counters { uint sum, most; };
layout(constant_id = 0) const uint rounds = 1;

void main() {
  const uint i = gl_GlobalInvocationID.x;
  uint quotient = 0;
  for (uint round = 0; round < rounds; ++round) quotient += 1000 / values[i];
  if (quotient == 2000) quotient = 3 % values[i + 1];
  values[i] = quotient;
  atomicAdd(sum, i);
  atomicMax(most, i);
  if (gl_LocalInvocationIndex == 0) debugPrintfEXT("workgroup %u", gl_WorkGroupID.x);
}
