// A pointer in memory to a variable of a function that has returned. Callees may get, keep and return
// pointers while the variables live, also if the function is called again.
// COVERS: memory.lifetime-ended
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry returned --local-size 1 --arg 0=int32:1,0,3,4 2>&1 | FileCheck %s --check-prefix=RETURNED
// RETURNED: arg.0: int32[4] = undef 0 3 4
// RETURNED: outlived_pointer.ub.cl:[[# @LINE + 31]]:10: undefined-behavior: a variable is accessed after its function has returned: 4-byte access to 'y' [memory.lifetime-ended]
// RUN: expect-status 3 spirv-run %s --entry stored --local-size 1 --arg 0=int32:1,0,3,4 2>&1 | FileCheck %s --check-prefix=STORED
// STORED: arg.0: int32[4] = 9 0 3 4
// STORED: outlived_pointer.ub.cl:[[# @LINE + 33]]:6: undefined-behavior: a variable is accessed after its function has returned: 4-byte access to 'y' [memory.lifetime-ended]
// RUN: expect-status 3 spirv-run %s --entry parameter --local-size 1 --arg 0=int32:1,0,3,4 2>&1 | FileCheck %s --check-prefix=PARAMETER
// PARAMETER: a variable is accessed after its function has returned: 4-byte access to 'x' [memory.lifetime-ended]
// Only lanes that called the function have such a pointer.
// RUN: expect-status 3 spirv-run %s --entry some_lanes --local-size 4 --arg 0=int32:1,2,0,4 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: arg.0: int32[4] = 7 undef 7 undef
// LANES: lanes 1,3 of subgroup 0
// RUN: spirv-run %s --entry live --local-size 1 --strict --arg 0=int32:1,0,3,4 | FileCheck %s --check-prefix=LIVE
// LIVE: arg.0: int32[4] = 19 57 6 13

struct Numbers {
  int* first;
  int count;
};

int* leak(int x) {
  int y = x;
  int* p = &y;
  return p;
}
void leak_to(int** p, int x) {
  int y = x;
  *p = &y;
}
void leak_parameter(int** p, int x) { *p = &x; }

kernel void returned(global int* a) {
  int* p = leak(3);
  a[0] = *p;
}
kernel void stored(global int* a) {
  int* p;
  leak_to(&p, 3);
  *p = 1;
  a[0] = 9;
}
kernel void parameter(global int* a) {
  int* p;
  leak_parameter(&p, 3);
  a[0] = *p;
}
kernel void some_lanes(global int* a) {
  int own = 7;
  int* p = &own;
  if (a[get_local_id(0)] > 1) leak_to(&p, 3);
  a[get_local_id(0)] = *p;
}

int* pick(int* a, int* b, int c) { return c ? a : b; }
void set(struct Numbers* numbers, int* first) {
  numbers->first = first;
  numbers->count = 2;
}
int sum(struct Numbers* numbers) {
  int result = 0;
  for (int i = 0; i < numbers->count; ++i) result += numbers->first[i];
  return result;
}
int twice(int x) {
  int both[2] = {x, x + 1};
  struct Numbers numbers;
  set(&numbers, both);
  return sum(&numbers);
}
int returns_early(int x) {
  int copy = x;
  int* p = &copy;
  if (x > 2) return *p;
  *p += 1;
  return *p;
}
kernel void live(global int* a) {
  int both[2] = {1, 2};
  struct Numbers numbers;
  set(&numbers, both);
  const int before = sum(&numbers);
  a[0] = before + twice(3) + twice(4);
  int x = 5, y = 6;
  *pick(&x, &y, a[1]) += 1;
  a[1] = x * 10 + y;
  a[2] = returns_early(1) + returns_early(4);
  for (int i = 0; i < 3; ++i) a[3] += twice(i);
}
