// A report about vstoren does not show the address as the value of data, which it replaces in the record.
// COVERS: memory.out-of-bounds
//
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --local-size 4 --arg 0=float32:fill(8,0) --arg 1=uint64:fill(4,0) 2>&1 | FileCheck %s --implicit-check-not=data
// CHECK: 4-byte store to 'p[8]' of buffer arg.0 (bytes 32..35), where 'p' has 8 elements
// CHECK: OpExtInst {{.*}}vstoren
// CHECK-NEXT: lanes 2-3
// CHECK: 8-byte store to 'q[4]' of buffer arg.1 (bytes 32..39), where 'q' has 4 elements
// CHECK: OpExtInst {{.*}}vstoren
// CHECK-NEXT: lanes 2-3

kernel void store(global float* p, global ulong* q) {
  const size_t i = get_global_id(0);
  vstore4((float4)(1.5f), i, p);
  vstore2((ulong2)(7), i, q);
}
