// AllMemoryBarrierWithGroupSync() orders buffers too.
// groups: 1, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
  values[i] = i;
#ifndef RACE
  AllMemoryBarrierWithGroupSync();
#endif
  results[i] = values[7 - i];
}
