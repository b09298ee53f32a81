StructuredBuffer<uint> divisors : register(t0);
RWStructuredBuffer<uint> values : register(u1);

uint scaled(uint value, uint divisor) {
  return value / divisor;
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  uint i = id.x;
  if (i < 3) {
    values[i] = scaled(values[i], divisors[i]);
  }
}
