#version 450
// Floating-point arithmetic in registers: eight independent chains of multiply, add and fma.
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint rounds = 256;
layout(set = 0, binding = 0, std430) readonly buffer Source { uint source[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Target { uint target[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const float x = float(source[i] & 0xFFFFu) * (1.0 / 65536.0);
  float a = x, b = x + 0.125, c = x + 0.25, d = x + 0.375;
  float e = x + 0.5, f = x + 0.625, g = x + 0.75, h = x + 0.875;
  for (uint round = 0; round < rounds; ++round) {
    a = a * 0.75 + 0.125;
    b = fma(b, 0.5, x);
    c = (c + x) * 0.25;
    d = d * 0.875 - x;
    e = fma(e, -0.5, x);
    f = (f - 0.5) * 0.75;
    g = g * 0.25 + a;
    h = fma(h, 0.125, b);
    a = a * 0.625 + c;
    b = b * 0.375 - d;
    c = fma(c, 0.5, e);
    d = (d + f) * 0.5;
  }
  target[i] = floatBitsToUint(((a + b) + (c + d)) + ((e + f) + (g + h)));
}
