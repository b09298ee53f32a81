// Sums of halves that are exact in every order: small numbers of one sign, although their last bits are below the least normal
// number. With both signs, a sum may be denormal, and an implementation may flush it.
// REQUIRES: opencl-c
// RUN: spirv-run %s --build-option -cl-std=CL3.0 --local-size 4 --strict --arg 0=float16:0 --arg 1=float16:0x1.01p-8,0x1.03p-8,0x1p-14,0x1.8p-12 | FileCheck %s --check-prefix=EXACT
// EXACT: arg.0: float16[1] = 0.0083{{$}}
// RUN: expect-status 3 spirv-run %s --build-option -cl-std=CL3.0 --local-size 4 --strict --arg 0=float16:0 --arg 1=float16:0x1.01p-8,-0x1.03p-8,0x1p-14,0x1.8p-12 | FileCheck %s --check-prefix=SIGNS
// SIGNS: arg.0: float16[1] = {{.*}}?
// RUN: expect-status 3 spirv-run %s --build-option -cl-std=CL3.0 --local-size 2 --strict --arg 0=float16:0.5 --arg 1=float16:0x1.ffcp-5,0x1.ffcp-4 | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: arg.0: float16[1] = {{.*}}?
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_ext_float_atomics : enable

kernel void add(volatile global atomic_half* sum, global const half* terms) {
  atomic_fetch_add_explicit(sum, terms[get_global_id(0)], memory_order_relaxed, memory_scope_device);
}
