// Functions that are only declared inline: C99 gives them no external definition, but other compilers inline them.
// REQUIRES: opencl-c
// RUN: spirv-run %s --strict --local-size 2 --arg '0=float32:3,4' | FileCheck %s
// CHECK: arg.0: float32[2] = 13 20
inline float square(float x) { return x * x; }
inline int plus_one(int x);
inline int plus_one(int x) { return x + 1; }
static inline int two(void) { return 2; }
kernel void run(global float* values) {
  const size_t i = get_global_id(0);
  values[i] = square(values[i]) + plus_one(1) + two();
}
