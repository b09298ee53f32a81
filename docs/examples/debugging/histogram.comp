#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Samples { uint samples[]; };
layout(std430, set = 0, binding = 1) buffer Histogram { uint counts[4]; uint total; };

void count(uint bin) {
  atomicAdd(counts[bin], 1);
}

void main() {
  count(samples[gl_GlobalInvocationID.x] % 4);
  if (gl_LocalInvocationIndex == 0) total = total + gl_WorkGroupSize.x;
}
