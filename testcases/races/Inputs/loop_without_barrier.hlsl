[[vk::binding(0, 0)]] RWStructuredBuffer<uint> numbers;
groupshared uint sums[8];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  sums[i] = numbers[i];
  GroupMemoryBarrierWithGroupSync();
  for (uint stride = 4; stride > 0; stride /= 2) {
    if (i < stride) sums[i] += sums[i + stride];
  }
  GroupMemoryBarrierWithGroupSync();
  if (i == 0) numbers[0] = sums[0];
}
