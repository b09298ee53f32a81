// [numthreads(1,1,1)] in a comment does not count, because no function follows.
RWStructuredBuffer<uint> values;

[numthreads(4, 1, 1)] void CSMain(uint3 id : SV_DispatchThreadID) { values[id.x] *= 2; }

[numthreads(4, 1, 1)]
void CSOther(uint3 id : SV_DispatchThreadID) { values[id.x] *= 3; }
