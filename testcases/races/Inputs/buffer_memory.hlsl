[[vk::binding(0, 0)]] RWStructuredBuffer<uint> numbers;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  numbers[i] = i;
#if defined(GROUP)
  GroupMemoryBarrierWithGroupSync();
#elif defined(DEVICE)
  DeviceMemoryBarrierWithGroupSync();
#endif
  numbers[i + 8] = numbers[7 - i];
}
