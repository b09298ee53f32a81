#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Totals { float totals[]; };
layout(std430, set = 0, binding = 1) readonly buffer Counts { float counts[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  totals[i] /= counts[i];
}
