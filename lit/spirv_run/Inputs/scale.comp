#version 450
layout(local_size_x = 4) in;
layout(constant_id = 3) const uint factor = 2;
layout(constant_id = 5) const bool negate = false;
layout(set = 0, binding = 0) readonly buffer In { uint values[]; } source;
layout(set = 0, binding = 1) writeonly buffer Out { uint values[]; } target;
void main() {
  uint i = gl_GlobalInvocationID.x;
  uint scaled = factor * source.values[i];
  target.values[i] = negate ? -scaled : scaled;
}
