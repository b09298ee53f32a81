StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> target : register(u0);
Texture2D<uint> other[2] : register(t1, space1);
[numthreads(4, 1, 1)]
void main(uint i : SV_GroupIndex) { target[i] = 2 * source[3 - i] + other[1].Load(int3(0, 0, 0)); }
