#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Totals { uint totals[]; };
layout(std430, set = 0, binding = 1) readonly buffer Counts { uint counts[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  totals[i] /= counts[i];
}
