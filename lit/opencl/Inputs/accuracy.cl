// Math functions of numbers of all magnitudes (if i is even) and of moderate ones. out[k * n + i] is function k of number i.
#if WIDTH == 64
typedef double real;
typedef double3 real3;
typedef long whole;
#define AS_REAL(i) as_double((i) * 0x000FFFEF00012345ul)
#else
typedef float real;
typedef float3 real3;
typedef int whole;
#define AS_REAL(i) as_float((uint)(i) * 0x00200011u)
#endif

real operand(ulong i, ulong n) {
  const whole steps = (whole)i - (whole)(n / 2);
  return i % 2 == 0 ? AS_REAL(i) : (real)steps / 64;
}

#define FUNCTIONS(name, count, ...)                                                   \
  kernel void name(global real* out) {                                                \
    const ulong i = get_global_id(0), n = get_global_size(0);                         \
    const real x = operand(i, n), y = operand((i * 7 + 1) % n, n), p = fabs(x);       \
    const int m = (int)(i % 23) - 11;                                                 \
    const real values[count] = {__VA_ARGS__};                                         \
    for (int k = 0; k < count; ++k) out[k * n + i] = values[k];                       \
  }

FUNCTIONS(angles, 9, sin(x), cos(x), tan(x), asin(x), acos(x), atan(x), sinpi(x), cospi(x), tanpi(x))
FUNCTIONS(turns, 6, asinpi(x), acospi(x), atanpi(x), atan2(y, x), atan2pi(y, x), hypot(x, y))
FUNCTIONS(hyperbolic, 6, sinh(x), cosh(x), tanh(x), asinh(x), acosh(p), atanh(x))
FUNCTIONS(exponentials, 9, exp(x), exp2(x), exp10(x), expm1(x), log(x), log2(x), log10(x), log1p(x), cbrt(x))
FUNCTIONS(roots, 7, sqrt(x), rsqrt(x), rootn(x, m), pow(x, y), powr(p, y), pown(x, m), x / y)
FUNCTIONS(gamma, 5, tgamma(x), erf(x), erfc(x), degrees(x), radians(x))
FUNCTIONS(exact, 12, fmod(x, y), remainder(x, y), fdim(x, y), fma(x, y, x), fmin(x, y), fmax(x, y), rint(x), round(x), logb(x),
          ldexp(x, m), nextafter(x, y), copysign(x, y))
#if WIDTH != 64
FUNCTIONS(halves, 13, half_cos(x), half_divide(x, y), half_exp(x), half_exp2(x), half_exp10(x), half_log(x), half_log2(x),
          half_log10(x), half_powr(p, y), half_recip(x), half_rsqrt(x), half_sin(x), half_sqrt(x))
#endif
kernel void vectors(global real* out) {
  const ulong i = get_global_id(0), n = get_global_size(0);
  const real x = operand(i, n), y = operand((i * 7 + 1) % n, n), z = operand((i * 5 + 3) % n, n);
  out[i] = length((real3)(x, y, z));
  out[n + i] = distance((real3)(x, y, z), (real3)(z, x, y));
  out[2 * n + i] = normalize((real3)(x, y, z)).x;
}
