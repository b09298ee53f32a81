// The math functions that accuracy.cl does not call, and vectors of each width. out[k * n + i] is function k of number i.
#if WIDTH == 64
typedef double real;
typedef double4 real4;
typedef ulong bits;
#define AS_REAL(i) as_double((i) * 0x000FFFEF00012345ul)
#define VECTOR(n) double##n
#else
typedef float real;
typedef float4 real4;
typedef uint bits;
#define AS_REAL(i) as_float((uint)(i) * 0x00200011u)
#define VECTOR(n) float##n
#endif

// As in accuracy.cl: of all magnitudes if i is even, otherwise moderate.
real operand(ulong i, ulong n) {
  const long steps = (long)(i % n) - (long)(n / 2);
  return i % 2 == 0 ? AS_REAL(i % n) : (real)steps / 64;
}

kernel void whole(global real* out) {
  const ulong i = get_global_id(0), n = get_global_size(0);
  const real x = operand(i, n), y = operand(i * 7 + 1, n), z = isnan(y) ? 1 : y;
  out[i] = ceil(x);
  out[n + i] = floor(x);
  out[2 * n + i] = trunc(x);
  out[3 * n + i] = fabs(x);
  out[4 * n + i] = isnan(x) || x == 0 ? 0 : ilogb(x);
  out[5 * n + i] = maxmag(x, y);
  out[6 * n + i] = minmag(x, y);
  out[7 * n + i] = isnan(nan((bits)i));
  out[8 * n + i] = sign(x);
  out[9 * n + i] = step(y, x);
  // Only numbers, no NaN.
  out[10 * n + i] = max(isnan(x) ? 0 : fabs(x), z);
  out[11 * n + i] = min(isnan(x) ? 0 : fabs(x), z);
  out[12 * n + i] = isnan(x) ? 0 : clamp(x, (real)-1, (real)2);
  out[13 * n + i] = mad(x, y, x);
}

// Functions with two results.
kernel void parts(global real* out) {
  const ulong i = get_global_id(0), n = get_global_size(0);
  const real x = operand(i, n), y = operand(i * 7 + 1, n);
  real part = 0;
  int whole = 0;
  out[i] = fract(x, &part);
  out[n + i] = part;
  out[2 * n + i] = frexp(x, &whole);
  out[3 * n + i] = isfinite(x) ? whole : 0;
  out[4 * n + i] = modf(x, &part);
  out[5 * n + i] = part;
  out[6 * n + i] = sincos(x, &part);
  out[7 * n + i] = part;
  out[8 * n + i] = remquo(x, y, &whole);
  out[9 * n + i] = isfinite(x) && y != 0 && !isnan(y) ? (whole & 7) : 0;
}

kernel void blends(global real* out) {
  const ulong i = get_global_id(0), n = get_global_size(0);
  const real x = operand(i, n), y = operand(i * 7 + 1, n), z = operand(i * 5 + 3, n);
  const real s = (real)(i % 64) / 16 - 1, t = (real)(i % 7) / 6;
  const real4 a = {x, y, z, 0}, b = {z, x, y, 0}, c = {s, t, s * t, 1}, d = {t, s, 2, t};
  out[i] = dot(a.xyz, b.xyz);
  out[n + i] = cross(a.xyz, b.xyz).x;
  out[2 * n + i] = cross(c, d).y;
  out[3 * n + i] = mix(s, t, (real)0.25f);
  out[4 * n + i] = smoothstep((real)0, (real)2, s);
  out[5 * n + i] = dot(c, d);
#if WIDTH != 64
  out[6 * n + i] = fast_length(c);
  out[7 * n + i] = fast_distance(c, d);
  out[8 * n + i] = fast_normalize(c).x;
  out[9 * n + i] = half_tan(s);
#endif
}

// Their error is implementation-defined: for moderate numbers, two implementations give similar results.
kernel void natives(global real* out) {
  const ulong i = get_global_id(0), n = get_global_size(0);
  const real x = (real)(i + 1) / 256, y = (real)(i % 64) / 16 + 1;
  int sign = 0;
  out[i] = lgamma(x + 3);
  out[n + i] = lgamma_r(x + 3, &sign);
  out[2 * n + i] = sign;
#if WIDTH != 64
  out[3 * n + i] = native_cos(x / 4);
  out[4 * n + i] = native_divide(x, y);
  out[5 * n + i] = native_exp(x);
  out[6 * n + i] = native_exp2(x);
  out[7 * n + i] = native_exp10(x);
  out[8 * n + i] = native_log(x + 2);
  out[9 * n + i] = native_log2(x + 2);
  out[10 * n + i] = native_log10(x + 2);
  out[11 * n + i] = native_powr(x, y);
  out[12 * n + i] = native_recip(x);
  out[13 * n + i] = native_rsqrt(x);
  out[14 * n + i] = native_sin(x / 4);
  out[15 * n + i] = native_sqrt(x);
  out[16 * n + i] = native_tan(x / 4);
#endif
}

// Component n - 1 of each width; the operands of the components differ.
#define OF_WIDTH(n, first)                                                              \
  {                                                                                     \
    union {                                                                             \
      VECTOR(n) v;                                                                      \
      real c[16];                                                                       \
    } x, y, result[4];                                                                  \
    for (int k = 0; k < n; ++k) x.c[k] = operand(i + k, size), y.c[k] = operand(7 * (i + k) + 1, size); \
    result[0].v = exp(x.v);                                                             \
    result[1].v = atan2(x.v, y.v);                                                      \
    result[2].v = fma(x.v, y.v, y.v);                                                   \
    result[3].v = floor(x.v);                                                           \
    for (int f = 0; f < 4; ++f) out[(first + f) * size + i] = result[f].c[n - 1];       \
  }
kernel void widths(global real* out) {
  const ulong i = get_global_id(0), size = get_global_size(0);
  OF_WIDTH(2, 0)
  OF_WIDTH(3, 4)
  OF_WIDTH(4, 8)
  OF_WIDTH(8, 12)
  OF_WIDTH(16, 16)
}
