// All kinds of kernel arguments: buffers, constant buffers, local memory, numbers, vectors, structures.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 4 --arg 0=uint32:fill(4,0) --arg 1=int32:10,20,30,40 --arg '2=local(16)' --arg 3=int32:5 --arg 4=float32:1,2,3 --arg '5=int32:7;undef(12);float32:0.5,0.25,8;undef(4);int8:-3;undef(15)' --arg 6=uint8x4:1,2,3,4 | FileCheck %s
// CHECK: arg.0: uint32[4] = 1060 1070 1080 1090
// RUN: expect-status 2 spirv-run %s --local-size 4 --arg 0=uint32:fill(4,0) --arg 3=int32:5,6 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: --arg 3: DATA has 8 bytes, but 'n' takes 4
// RUN: expect-status 2 spirv-run %s --local-size 4 --arg 0=uint32:fill(4,0) --arg 3=int32:5 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: entry point 'add' uses resources that are not given: add
// MISSING: --arg '1=int32:fill(4,0)'   for the buffer argument 1 'in'
// MISSING: --arg '2=local(16)'   for the local memory argument 2 'scratch'
// MISSING: --arg '4=float32:fill(4,0)'   for the argument 4 'v'
// MISSING: --arg '5=zero(48)'   for the argument 5 's'
// RUN: expect-status 2 spirv-run %s --arg 7=int32:5 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: --arg 7: entry point 'add' has 7 arguments
// RUN: spirv-run %s --list-resources | FileCheck %s --check-prefix=LIST
// LIST: entry point 'add', Kernel
// LIST: buffer argument 0 'out'
// LIST: 4 bytes per element
// LIST: buffer argument 1 'in'
// LIST: 4 bytes per element, read-only
// LIST: argument 3 'n'
// LIST: 4 bytes
typedef struct {
  int a;
  float3 v;  // at byte 16
  char c;    // at byte 32
} Mixed;

kernel void add(global uint* out, constant int* in, local int* scratch, int n, float3 v, Mixed s,
                uchar4 bytes) {
  size_t i = get_global_id(0);
  scratch[get_local_id(0)] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = scratch[i] + n + (int)(v.x + v.y * 10 + v.z * 100)  // 10 + 5 + 321
           + s.a + (int)(s.v.x * 2 + s.v.y * 4 + s.v.z * 8) + s.c  // 7 + 66 - 3
           + bytes.x + bytes.y * 2 + bytes.z * 3 + bytes.w * 160;  // 14 + 640
}
