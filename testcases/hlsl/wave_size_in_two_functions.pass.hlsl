// Two functions ask for the number of lanes, which is one input of the entry point.
// RUN: spirv-run %s --buffer '0.0=zero(32)' --subgroup-size 4 | FileCheck %s
// CHECK: 0.0: uint32[8] = 6 6 6 6 6 6 6 6
RWStructuredBuffer<uint> data : register(u0);
uint half_wave() { return WaveGetLaneCount() / 2; }
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) { data[i] = WaveGetLaneCount() + half_wave(); }
