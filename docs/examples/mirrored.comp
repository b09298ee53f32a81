#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
shared uint parts[64];

void main() {
  const uint i = gl_LocalInvocationIndex;
  parts[i] = values[i];
  values[i] = parts[63 - i];
}
