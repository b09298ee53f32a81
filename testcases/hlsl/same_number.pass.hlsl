// Registers of different types are different resources, also if they have the same number: b0, t0 and u0.
// RUN: spirv-run %s --strict --buffer t0=uint32:1,2,3,4 --buffer u0=undef(16) --buffer b0=uint32:10 --image t1=r32f:1x1:float32:100 | FileCheck %s
// CHECK: 0.0: uint32[4] = 118 116 114 112
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> target : register(u0);
Texture2D<float> picture : register(t1);
cbuffer Constants : register(b0) { uint offset; };

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) {
  target[i] = 2 * source[3 - i] + offset + (uint)picture.Load(int3(0, 0, 0));
}
