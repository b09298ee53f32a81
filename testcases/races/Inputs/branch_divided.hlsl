RWStructuredBuffer<uint> result : register(u0);
groupshared uint cell[16];
[numthreads(16, 1, 1)]
void main(uint3 t : SV_GroupThreadID) {
  const uint me = t.x;
  cell[me] = 3 * me + 1;
  GroupMemoryBarrierWithGroupSync();
  uint right = 0;
  if (me % 4 == 1 || me == 2) right = cell[me + 1];
  GroupMemoryBarrierWithGroupSync();
  if (me % 4 == 1 || me == 2) {
    cell[me] = cell[me] * 10 + right;
  }
  GroupMemoryBarrierWithGroupSync();
  result[me] = cell[me];
}
