#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint exponent = 2;
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };
layout(push_constant) uniform Settings { float factor; uint first; };

void main() {
  const uint i = first + gl_LocalInvocationID.x;
  float power = factor;
  for (uint k = 0; k < exponent; ++k) power *= values[i];
  values[i] = power;
}
