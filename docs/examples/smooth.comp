#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };
shared float row[6];

float blend(float left, float right) { return (left + right) / 2; }

void main() {
  const uint i = gl_LocalInvocationIndex;
  row[i + 1] = values[i];
  barrier();
  values[i] = blend(row[i], row[i + 2]);
}
