#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Results { uint results[]; };

void main() {
  uint i = gl_LocalInvocationIndex;
  uint a = i * 10;
  for (uint k = 0; k < 3; ++k) {
    if (i < k) break;
    a += k;
  }
  if (i < 2) {
    a += 100;
  } else {
    a += 200;
  }
  results[i] = a;
}
