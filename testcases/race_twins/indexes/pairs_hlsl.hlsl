// Each thread writes two elements.
// groups: 1, subgroup size: 4
RWStructuredBuffer<uint> values : register(u0);
RWStructuredBuffer<uint> results : register(u1);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 group : SV_GroupID) {
  results[2 * i] = i;
  results[
#ifdef RACE
    2 * i + 2
#else
    2 * i + 1
#endif
  ] = i;
}
