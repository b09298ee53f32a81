// A barrier without WithGroupSync does not make threads wait.
// groups: 1, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);
groupshared uint cell[64];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
  cell[i] = i;
#ifdef RACE
  GroupMemoryBarrier();
#else
  GroupMemoryBarrierWithGroupSync();
#endif
  results[i] = cell[7 - i];
}
