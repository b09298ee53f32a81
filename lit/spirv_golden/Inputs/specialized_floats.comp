#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const double D = 0.1;
layout(constant_id = 1) const float F = 0.1;
const float narrow = float(D);
const vec2 pair = vec2(narrow, 1.0);
layout(std430, binding = 0) buffer Out { float o[4]; uint u[2]; };
void main() {
  o[0] = narrow;
  o[1] = pair.x;
  o[2] = pair.y;
  o[3] = F;
  u[0] = floatBitsToUint(narrow);
  u[1] = uint(narrow * 1e9);
}
