// Threads count with an interlocked operation or without.
// groups: 1, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
#ifdef RACE
  values[0] += 1;
#else
  InterlockedAdd(values[0], 1);
#endif
}
