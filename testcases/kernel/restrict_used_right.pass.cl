// Correct uses of restrict pointers (two of them point to memory that is only read), structures with padding,
// saturating conversions, a work-group that does not fill its subgroups.
//
// RUN: spirv-run %s --local-size 5 -g 2 --subgroup-size 1 --strict --check-races --arg '0=int32:fill(10,0)' --arg '1=int32:iota(10,1)' --arg '2=undef(160)' | FileCheck %s
// RUN: spirv-run %s --local-size 5 -g 2 --subgroup-size 2 --strict --check-races --arg '0=int32:fill(10,0)' --arg '1=int32:iota(10,1)' --arg '2=undef(160)' | FileCheck %s
// RUN: spirv-run %s --local-size 5 -g 2 --subgroup-size 128 --strict --check-races --arg '0=int32:fill(10,0)' --arg '1=int32:iota(10,1)' --arg '2=undef(160)' | FileCheck %s
// CHECK: arg.0: int32[10] = 19 35 51 67 83 99 115 131 147 163

int pick(global const int* restrict a, global const int* restrict b, int i) { return a[i] + b[i]; }
void put(global int* restrict to, int i, int v) { to[i] = v; to[i] += 1; }
struct pair { char c; short s; long l; };
kernel void k(global int* restrict out, global const int* restrict in, global struct pair* p) {
  const int i = get_global_id(0);
  private int tmp[4];
  for (int j = 0; j < 4; ++j) tmp[j] = in[i] * j;
  #pragma unroll
  for (int j = 0; j < 3; ++j) tmp[j + 1] += tmp[j];
  put(out, i, pick(in, in, i) + tmp[3]);
  put(out, i, out[i] * 2);
  p[i].s = (short)i; p[i].c = convert_char_sat(i * 50); p[i].l = convert_long_sat_rtz(i * 1.5e18f);
}
