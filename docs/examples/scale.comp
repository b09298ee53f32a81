#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Target { float target[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  target[i] = 2.0 * source[i];
}
