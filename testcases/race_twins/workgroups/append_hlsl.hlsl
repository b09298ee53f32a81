// A counter gives each group its own place.
// groups: 4, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
  uint at;
#ifdef RACE
  at = values[0];
  values[0] = at + 1;
#else
  InterlockedAdd(values[0], 1, at);
#endif
  results[at] = group.x;
}
