// Elements by the index in the group are shared between groups.
// groups: 2, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
#ifdef RACE
  results[i] = group.x;
#else
  results[8 * group.x + i] = group.x;
#endif
}
