// Functions of OpenCL C: those without an error, those with one, powers, and integers.
kernel void exact(global const float* in, global float* out) {
  const int i = get_local_id(0), n = get_local_size(0);
  const float x = in[i], y = in[n - 1 - i];
  float values[18] = {fabs(x), floor(x), ceil(x), trunc(x), round(x), rint(x), fmin(x, y), fmax(x, y), fmod(x, y),
                      remainder(x, y), copysign(x, y), fma(x, y, x), sign(x), step(x, y), clamp(x, -1.0f, 1.0f), nextafter(x, y),
                      fdim(x, y), ldexp(x, 3)};
  for (int k = 0; k < 18; ++k) out[k * n + i] = values[k];
}

kernel void elementary(global const float* in, global float* out) {
  const int i = get_local_id(0), n = get_local_size(0);
  const float x = in[i], fraction = x / (x + 1);
  float values[26] = {sin(x), cos(x), tan(x), asin(fraction), acos(fraction), atan(x), sinh(fraction), cosh(x), tanh(x), asinh(x),
                      acosh(x + 1), atanh(fraction), exp(x), exp2(x), exp10(fraction), expm1(x), log(x), log2(x), log10(x),
                      log1p(x), sqrt(x), rsqrt(x), cbrt(x), sinpi(fraction), cospi(fraction / 3), hypot(x, 3.0f)};
  for (int k = 0; k < 26; ++k) out[k * n + i] = values[k];
}

kernel void powers(global const float* in, global float* out) {
  const int i = get_local_id(0), n = get_local_size(0);
  const float x = in[i];
  float values[6] = {pow(x, 1.5f), powr(x, -0.75f), pown(x, 5), rootn(x, 3), erf(x), tgamma(x * 0.5f + 1)};
  for (int k = 0; k < 6; ++k) out[k * n + i] = values[k];
}

kernel void integers(global const int* in, global int* out) {
  const int i = get_local_id(0), n = get_local_size(0);
  const int x = in[i], y = in[n - 1 - i];
  int values[16] = {abs(x), abs_diff(x, y), add_sat(x, y), hadd(x, y), rhadd(x, y), clz(x), popcount(x), mad_hi(x, y, x),
                    mad_sat(x, y, x), max(x, y), min(x, y), mul_hi(x, y), rotate(x, y), sub_sat(x, y),
                    mul24(x & 0xFFFF, y & 0xFF), (int)upsample((short)x, (ushort)y)};
  for (int k = 0; k < 16; ++k) out[k * n + i] = values[k];
}
