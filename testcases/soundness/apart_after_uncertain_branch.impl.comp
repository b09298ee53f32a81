// Invocations that an implementation-dependent branch may divide are not guaranteed to be together after it, even if all of them take the
// same side here. They are if the whole workgroup entered the construct in uniform control flow.
// RUN: %python %{testcases}/../scripts/soundness litmus %s --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(4)'
// RUN: %python %{testcases}/../scripts/soundness litmus %s -D UNIFORM --case uniform --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(4)'
// RUN: %python %{testcases}/../scripts/soundness litmus %s -D MAXIMAL --case maximal --subgroup-size 4 --buffer '0.0=zero(16)' --buffer '0.1=zero(4)'
// ALLOWED 0.0: 0 {1,2,3} {1,2,3} {1,2,3}
// ALLOWED-uniform 0.0: 4 4 4 4
// ALLOWED-maximal 0.0: 0 3 3 3

#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
#ifdef MAXIMAL
#extension GL_EXT_maximal_reconvergence : require
#endif
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Result { uint result[]; };
layout(std430, set = 0, binding = 1) buffer Counter { uint counter; };

#ifdef MAXIMAL
[[maximally_reconverges]]
#endif
void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint ticket = atomicAdd(counter, i == 3 ? 1 : 0);  // 0 here, maybe 1 elsewhere
  uint local = 0;
#ifndef UNIFORM
  if (i > 0)
#endif
  {
    if (ticket == 0) local = 1;
    result[i] = subgroupAdd(1);
  }
}
