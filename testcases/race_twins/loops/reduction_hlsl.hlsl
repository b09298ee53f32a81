// Each step of a reduction needs a barrier.
// groups: 1, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);
groupshared uint cell[64];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
  cell[i] = i;
  GroupMemoryBarrierWithGroupSync();
  for (uint stride = 4; stride > 0; stride /= 2) {
    if (i < stride) cell[i] += cell[i + stride];
#ifndef RACE
    GroupMemoryBarrierWithGroupSync();
#endif
  }
  if (i == 0) results[0] = cell[0];
}
