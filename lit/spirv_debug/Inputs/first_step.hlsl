[[vk::binding(0, 0)]] RWStructuredBuffer<uint> values;

uint twice(uint x) { return 2 * x; }

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint value = twice(values[id.x]);
  values[id.x] = value + 1;
}
