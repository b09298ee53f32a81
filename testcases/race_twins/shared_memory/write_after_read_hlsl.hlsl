// The second write follows the reads of others.
// groups: 1, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);
groupshared uint cell[64];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
  cell[i] = i;
  GroupMemoryBarrierWithGroupSync();
  const uint got = cell[7 - i];
#ifndef RACE
  GroupMemoryBarrierWithGroupSync();
#endif
  cell[i] = got;
  results[i] = cell[i];
}
