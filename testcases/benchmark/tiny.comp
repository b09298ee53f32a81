#version 450
// The usual size of a test case: 64 invocations with a few instructions each.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  target[i] = source[i] * 3u + 1u;
}
