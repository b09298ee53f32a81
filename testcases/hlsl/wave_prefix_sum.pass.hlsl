// The sum of the lanes before a lane does not contain its own value.
// RUN: spirv-run %s --buffer '0.0=zero(32)' --subgroup-size 4 | FileCheck %s
// CHECK: 0.0: uint32[8] = 0 1 3 6 0 5 11 18
RWStructuredBuffer<uint> data : register(u0);
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) { data[i] = WavePrefixSum(i + 1); }
