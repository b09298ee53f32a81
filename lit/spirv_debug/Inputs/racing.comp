#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer A { uint a[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  a[0] = i;
}
