StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> target : register(u0);

[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) { target[i] = 2 * source[i]; }
