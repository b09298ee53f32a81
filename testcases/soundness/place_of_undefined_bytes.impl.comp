// A load from an uncertain place is uncertain as a whole, even if only some bytes of the place that this run takes are
// undefined: no byte of it counts as certain, and all of them as undefined.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=zero(4)' --buffer '0.1=undef(8)' --groups 2 --dump 0.1 2>/dev/null | FileCheck %s
// CHECK: 0.1: uint32[2] = undef undef

#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint counter; };
layout(std430, set = 0, binding = 1) buffer Result { uint result[2]; };

void main() {
  uint nothing;
  uint words[2];
  words[0] = bitfieldInsert(nothing, 1u, 0, 16);
  words[1] = bitfieldInsert(nothing, 2u, 0, 16);
  const uint ticket = atomicAdd(counter, 1u) & 1u;
  // The lower half of the word has a value in either place, but not the same one.
  result[gl_WorkGroupID.x] = words[ticket] & 0xFFFFu;
}
