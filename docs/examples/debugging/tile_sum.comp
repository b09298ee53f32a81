#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer Values { float values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Sum { float sum; };
layout(push_constant) uniform Parameters { uint count; };

shared float tile[8];

void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i < count) tile[i] = values[i];
  barrier();
  for (uint stride = 4; stride > 0; stride /= 2) {
    if (i < stride) tile[i] += tile[i + stride];
    barrier();
  }
  if (i == 0) sum = tile[0];
}
