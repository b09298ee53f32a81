// A seed may put off an atomic, but its operand keeps the value that it had: the variable that held it changes meanwhile.
//
// RUN: sh -c "for seed in $(seq 20); do spirv-run %s --groups 2 --seed $seed --buffer '0.0=uint32:0,0,2' || exit 1; done" | FileCheck %s
// CHECK-COUNT-20: uint32[3] = 2 0 2{{$}}

#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) coherent buffer A { uint a[3]; };
void main()
{
  uint r0 = 0u;
  atomicAdd(a[2], r0);
  r0 = uint(atomicAdd(a[0], 1u));
  atomicAdd(a[1], r0 & 0u);
}
