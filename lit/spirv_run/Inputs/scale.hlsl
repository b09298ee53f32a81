RWStructuredBuffer<uint> data : register(u0);
[numthreads(4, 1, 1)] void Scale(uint3 id : SV_DispatchThreadID) { data[id.x] = data[id.x] * FACTOR; }
