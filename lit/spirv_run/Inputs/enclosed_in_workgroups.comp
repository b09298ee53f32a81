#version 450
// Floats go through memory of each workgroup, and decide integers.
layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer A { float a[]; };
layout(set = 0, binding = 1, std430) writeonly buffer B { float b[]; };
layout(set = 0, binding = 2, std430) writeonly buffer C { int c[]; };
shared float s[32];
void main() {
  const uint i = gl_GlobalInvocationID.x;
  s[gl_LocalInvocationIndex] = sin(a[i]) * 3.0;
  barrier();
  const float x = s[31u - gl_LocalInvocationIndex] / 7.0;
  b[i] = x;
  c[i] = int(x * 12345.0);
}
