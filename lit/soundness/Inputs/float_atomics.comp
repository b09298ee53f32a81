#version 460
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
#extension GL_KHR_memory_scope_semantics : require
// Invocations combine floats with one place, and what is certain about the result depends on CASE.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) readonly buffer From { float from[]; };
layout(set = 0, binding = 1) buffer To { float to[8]; };
layout(set = 0, binding = 2) buffer Counter { uint counter; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
#if CASE == 0  // certain numbers
  atomicAdd(to[0], from[i]);
#elif CASE == 1  // ... that are rounded
  atomicAdd(to[0], from[i] * 0.1);
#elif CASE == 2  // in two phases
  atomicAdd(to[0], from[i]);
  barrier();
  atomicAdd(to[0], from[i]);
#elif CASE == 3  // a number that depends on the order
  atomicAdd(to[0], from[i] * float(atomicAdd(counter, 1)));
#elif CASE == 4  // on a path that depends on the order
  if (atomicAdd(counter, 1) == 1) atomicAdd(to[0], from[i]);
#elif CASE == 5  // at a place that depends on the order
  atomicAdd(to[atomicAdd(counter, 1)], from[i]);
#elif CASE == 6  // with another atomic
  if (i == 1) {
    atomicExchange(to[0], from[i]);
  } else {
    atomicAdd(to[0], from[i]);
  }
#elif CASE == 7  // a sum of sums
  atomicAdd(to[0], from[i]);
  memoryBarrierBuffer();
  barrier();
  if (i == 0) atomicAdd(to[1], to[0]);
#elif CASE == 8  // onto a number that depends on the order
  const uint ticket = atomicAdd(counter, 1);
  if (i == 0) to[0] = float(ticket);
  memoryBarrierBuffer();
  barrier();
  atomicAdd(to[0], from[i]);
#elif CASE == 12  // ... which an atomic has loaded before
  const float before = atomicLoad(to[0], gl_ScopeDevice, 0, gl_SemanticsRelaxed);
  memoryBarrierBuffer();
  barrier();
  const uint ticket = atomicAdd(counter, 1);
  if (i == 0) to[0] = float(ticket);
  memoryBarrierBuffer();
  barrier();
  atomicAdd(to[0], from[i]);
#elif CASE == 9  // and a store between the additions
  atomicAdd(to[0], from[i]);
  memoryBarrierBuffer();
  barrier();
  if (i == 0) to[0] = from[1];
  memoryBarrierBuffer();
  barrier();
  atomicAdd(to[0], from[i]);
#elif CASE == 10  // numbers that are rounded
  atomicMax(to[0], from[i] * 0.1);
  atomicMin(to[1], from[i] * 0.1);
#elif CASE == 11  // several operations
  atomicMax(to[0], from[i] * 0.1);
  atomicAdd(to[0], from[i]);
#endif
}
