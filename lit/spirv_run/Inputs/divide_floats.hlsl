[[vk::binding(0, 0)]] RWStructuredBuffer<float> data;
[numthreads(2, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { data[id.x] = data[id.x] / data[id.x]; }
