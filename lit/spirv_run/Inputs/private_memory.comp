// Each invocation has a large array. With its definedness, a workgroup takes 8 MiB.
#version 450
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
shared uint sums[4096];

void main() {
  uint own[4096];
  const uint i = gl_GlobalInvocationID.x;
  for (uint k = 0; k < 4096; ++k) own[k] = i + k;
  sums[gl_LocalInvocationIndex] = own[own[i & 1023] & 4095];
  values[i] = sums[gl_LocalInvocationIndex];
}
