// Loads and stores of vectors as components in memory; 16-bit floats that exist only in memory.
// REQUIRES: opencl-c
// RUN: spirv-run %s --disassemble | FileCheck %s --check-prefix=INSTRUCTIONS
// INSTRUCTIONS-DAG: vloadn
// INSTRUCTIONS-DAG: vstoren
// INSTRUCTIONS-DAG: vload_half
// INSTRUCTIONS-DAG: vload_halfn
// INSTRUCTIONS-DAG: vstore_half
// INSTRUCTIONS-DAG: vstore_half_r
// INSTRUCTIONS-DAG: vstore_halfn
// INSTRUCTIONS-DAG: vstore_halfn_r
// INSTRUCTIONS-DAG: vloada_halfn
// INSTRUCTIONS-DAG: vstorea_halfn
// INSTRUCTIONS-DAG: vstorea_halfn_r
// RUN: spirv-run %s --entry components --strict --local-size 2 --arg 0=int32:fill(12,0) --arg 1=int32:iota(16) | FileCheck %s --check-prefix=COMPONENTS
// COMPONENTS: arg.0: int32[12] = 3 4 5 3 6 7 8 7 0 0 0 0
// RUN: spirv-run %s --entry halves --strict --local-size 1 --arg 0=float16:fill(24,0) --arg 1=float32:fill(5,0) --arg 2=float32:1.0002,-1.0002,3,70000 | FileCheck %s --check-prefix=HALVES
// HALVES: arg.0: float16[24] = 1 1 1 1 1.001 -1 -1.001 0 -1.001 -1.001 -1 -1 1 -1 3 inf 1 -1 3 0 65504 0 0 0
// HALVES: arg.1: float32[5] = 1 -1 3 3 65504
// RUN: expect-status 3 spirv-run %s --entry misaligned --local-size 1 --arg 0=int32:fill(8,0) --arg 1=int64:1 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// MISALIGNED: [memory.misaligned]
// RUN: spirv-run %s --entry misaligned --strict --local-size 1 --arg 0=int32:fill(8,0) --arg 1=int64:4 --dump arg.0:int32 | FileCheck %s --check-prefix=ALIGNED
// ALIGNED: arg.0: int32[8] = 0 1 2 0 0 0 0 0
// RUN: expect-status 3 spirv-run %s --entry misaligned_vector --local-size 1 --arg 0=float16:fill(8,1) --arg 1=float32:fill(4,0) --arg 2=int64:2 2>&1 | FileCheck %s --check-prefix=MISALIGNED
// RUN: spirv-run %s --entry misaligned_vector --strict --local-size 1 --arg 0=float16:fill(8,1) --arg 1=float32:fill(4,0) --arg 2=int64:8 | FileCheck %s --check-prefix=ALIGNED-VECTOR
// ALIGNED-VECTOR: arg.1: float32[4] = 1 1 1 1
// RUN: expect-status 3 spirv-run %s --entry beyond --local-size 1 --arg 0=int32:fill(4,0) 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: [memory.out-of-bounds]
// RUN: spirv-run %s --entry from_constant --strict --local-size 1 --arg 0=int32:fill(4,0) --arg 1=int32:iota(4) 2>&1 | FileCheck %s --check-prefix=CONSTANT --implicit-check-not=behavior
// CONSTANT: arg.0: int32[4] = 0 1 2 3

kernel void components(global int* out, global const int* in) {
  int i = get_global_id(0), own[4];
  int3 v = vload3(1 + i, in);
  vstore3(v, 0, own);
  own[3] = 3 + 4 * i;
  vstore4(vload4(0, own), i, out);
}

kernel void halves(global half* h, global float* out, global const float* in) {
  float up = in[0], down = in[1];
  vstore_half(up, 0, h);
  vstore_half_rte(up, 1, h);
  vstore_half_rtz(up, 2, h);
  vstore_half_rtn(up, 3, h);
  vstore_half_rtp(up, 4, h);
  vstore_half_rtp(down, 5, h);
  vstore_half_rtn(down, 6, h);
  vstore_half2_rtn((float2)(down, down), 4, h);
  vstore_half2((float2)(down, down), 5, h);
  vstore_half4((float4)(up, down, in[2], in[3]), 3, h);
  vstorea_half3((float3)(up, down, in[2]), 4, h);
  vstorea_half2_rtz((float2)(in[3], 0), 10, h);
  vstore3(vload_half3(4, h), 0, out);
  float3 last = vloada_half3(4, h);
  vstore3(last, 0, out);
  out[3] = vload_half(18, h);
  out[4] = vload_half(20, h);
}

kernel void misaligned(global char* p, ulong at) {
  vstore2((int2)(1, 2), 0, (global int*)(p + at));
}

kernel void misaligned_vector(global char* p, global float* out, ulong at) {
  vstore4(vloada_half4(0, (global half*)(p + at)), 0, out);
}

kernel void beyond(global int* p) {
  vstore4((int4)(1), 1, p);
}

// A load is not a write.
kernel void from_constant(global int* out, constant int* in) {
  vstore4(vload4(0, in), 0, out);
}
