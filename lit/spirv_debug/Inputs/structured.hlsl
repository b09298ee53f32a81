struct Particle { float3 position; uint id; };
RWStructuredBuffer<Particle> particles : register(u0);
RWByteAddressBuffer raw : register(u1);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  Particle p = particles[id.x];
  p.id += 1;
  particles[id.x] = p;
  raw.Store(id.x * 4, p.id);
}
