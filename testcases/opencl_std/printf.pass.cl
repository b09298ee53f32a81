// printf, as OpenCL C defines it: each call prints a line for each work-item.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry examples --local-size 1 --build-option -w --strict | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=EXAMPLES
// RUN: spirv-run %s --entry integers --local-size 1 --build-option -w --strict | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=INTEGERS
// RUN: spirv-run %s --entry floats --local-size 1 --build-option -w --strict | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=FLOATS
// RUN: spirv-run %s --entry vectors --local-size 1 --build-option -w --strict | FileCheck %s --match-full-lines --strict-whitespace --check-prefix=VECTORS
// RUN: spirv-run %s --entry others --local-size 1 --build-option -w --strict --arg 0=int32:5,9 | FileCheck %s --match-full-lines --check-prefix=OTHERS
// RUN: spirv-run %s --entry invocations --local-size 3 -g 2 --build-option -w --strict --arg 0=int32:fill(6,0) | FileCheck %s --check-prefix=INVOCATIONS

// EXAMPLES:[workgroup (0, 0, 0) subgroup 0 lane 0] f4 = 1.00,2.00,3.00,4.00
// EXAMPLES:[workgroup (0, 0, 0) subgroup 0 lane 0] uc = 0xfa,0xfb,0xfc,0xfd
kernel void examples() {
  float4 f = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  uchar4 uc = (uchar4)(0xFA, 0xFB, 0xFC, 0xFD);
  printf("f4 = %2.2v4hlf\n", f);
  printf("uc = %#v4hhx\n", uc);
}

// INTEGERS:[workgroup (0, 0, 0) subgroup 0 lane 0] [-7] [   -7] [-7   ] [-0007] [ -007]
// INTEGERS:[workgroup (0, 0, 0) subgroup 0 lane 0] [+7] [ 7] [+7] [] [ 0007]
// INTEGERS:[workgroup (0, 0, 0) subgroup 0 lane 0] [10] [012] [a] [0XA] [0] [4294967289]
// INTEGERS:[workgroup (0, 0, 0) subgroup 0 lane 0] [-1] [255] [ff] [-2] [65534] [177776]
// INTEGERS:[workgroup (0, 0, 0) subgroup 0 lane 0] [-9223372036854775808] [18446744073709551615] [0x123456789abcdef0]
// INTEGERS:[workgroup (0, 0, 0) subgroup 0 lane 0] 100%
kernel void integers() {
  printf("[%d] [%5d] [%-5i] [%05d] [%5.3d]\n", -7, -7, -7, -7, -7);
  printf("[%+d] [% d] [%+ d] [%.0d] [%05.4d]\n", 7, 7, 7, 0, 7 /* the 0 is ignored */);
  printf("[%u] [%#o] [%x] [%#X] [%#x] [%u]\n", 10, 10, 10, 10, 0, -7);
  printf("[%hhd] [%hhu] [%hhx] [%hd] [%hu] [%ho]\n", (char)-1, (uchar)255, 0xABCDFF, (short)-2, (ushort)-2, -2);
  printf("[%ld] [%lu] [%#lx]\n", LONG_MIN, ULONG_MAX, 0x123456789abcdef0L);
  printf("100%%\n");
}

// FLOATS:[workgroup (0, 0, 0) subgroup 0 lane 0] [1.500000] [-2] [3.] [1.234568e+10] [1E-05]
// FLOATS:[workgroup (0, 0, 0) subgroup 0 lane 0] [0.0001] [1e-05] [100000] [1e+06] [1.00000] [1.5]
// FLOATS:[workgroup (0, 0, 0) subgroup 0 lane 0] [0x1.8p+0] [0X1.8P+0] [0x1.0p-1] [0x0p+0]
// FLOATS:[workgroup (0, 0, 0) subgroup 0 lane 0] [inf] [-INF] [  nan] [    1.5] [00001.5] [1.5    ] [+1.5]
kernel void floats() {
  printf("[%f] [%.0f] [%#.0f] [%e] [%.0E]\n", 1.5f, -2.0f, 3.0f, 12345678900.0, 0.00001);
  printf("[%g] [%g] [%g] [%g] [%#g] [%G]\n", 0.0001, 0.00001, 100000.0, 1000000.0, 1.0, 1.5);
  printf("[%a] [%A] [%.1a] [%a]\n", 1.5f, 1.5, 0.5, 0.0);
  printf("[%f] [%F] [%5f] [%7.1f] [%07.1f] [%-7.1f] [%+.1f]\n", INFINITY, -INFINITY, NAN, 1.5, 1.5, 1.5, 1.5);
}

// VECTORS:[workgroup (0, 0, 0) subgroup 0 lane 0] -1,2 | 255,2,3 | -1,2,-3,4
// VECTORS:[workgroup (0, 0, 0) subgroup 0 lane 0] 00001,00002,00003,00004,00005,00006,00007,00008
// VECTORS:[workgroup (0, 0, 0) subgroup 0 lane 0] 1.0,2.5 | 1.000000,2.000000,3.000000 | -5,7
// A zero with precision 0 prints no characters.
// VECTORS:[workgroup (0, 0, 0) subgroup 0 lane 0] ,5,,7 | , | [  ,  ]
kernel void vectors() {
  printf("%v2hhd | %v3hhu | %v4hd\n", (char2)(-1, 2), (uchar3)(255, 2, 3), (short4)(-1, 2, -3, 4));
  printf("%05v8hli\n", (int8)(1, 2, 3, 4, 5, 6, 7, 8));
  printf("%.1v2lf | %v3hlf | %v2ld\n", (double2)(1.0, 2.5), (float3)(1, 2, 3), (long2)(-5, 7));
  printf("%.0v4hld | %.v2hlx | [%2.0v2hhu]\n", (int4)(0, 5, 0, 7), (uint2)(0, 0), (uchar2)(0, 0));
}

// OTHERS:[workgroup (0, 0, 0) subgroup 0 lane 0] text| text| te|text |x|A
// OTHERS:[workgroup (0, 0, 0) subgroup 0 lane 0] ] two
// OTHERS-NEXT:lines
// OTHERS:[workgroup (0, 0, 0) subgroup 0 lane 0] 0x{{[0-9a-f]+}} 5
// OTHERS:[workgroup (0, 0, 0) subgroup 0 lane 0] [0x0] [   0x0] [0x0   ]
// OTHERS:arg.0: int32[2] = 5 0
kernel void others(global int* out) {
  printf("%s|%5s|%3.2s|%-5s|%c|%c", "text", "text", "text", "text", 'x', 65 + 256);
  printf("%s] two\nlines\n", "");
  printf("%p %d\n", out, out[0], "an argument that is not asked for");
  global int* nothing = 0;
  printf("[%p] [%6p] [%-6p]\n", nothing, nothing, nothing);
  out[1] = printf("");
}

// INVOCATIONS-DAG: [workgroup (0, 0, 0) subgroup 0 lane 1] 1 of 6
// INVOCATIONS-DAG: [workgroup (1, 0, 0) subgroup 0 lane 2] 5 of 6
// INVOCATIONS-NOT: 0 of 6
kernel void invocations(global int* out) {
  const int i = get_global_id(0);
  out[i] = i;
  if (i > 0) printf("%d of %d\n", i, (int)get_global_size(0));
}
