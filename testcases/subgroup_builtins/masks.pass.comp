// The five masks have a bit for every matching id below SubgroupSize, in four words. With 20 invocations, the
// last subgroup is partly filled at most sizes. The result of an invocation is 0 if all bits are correct.
//
// RUN: spirv-run %s --subgroup-size 1 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 2 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 16 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 64 --buffer '0.0=undef(80)' --strict | FileCheck %s
// RUN: spirv-run %s --subgroup-size 128 --subgroup-mapping random --buffer '0.0=undef(80)' --strict | FileCheck %s
// CHECK: 0.0: uint32[20] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0

#version 460
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 20) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { uint results[20]; };

bool bit_of(uvec4 mask, uint bit) { return (mask[bit / 32] >> bit % 32 & 1) != 0; }

void main() {
  const uint id = gl_SubgroupInvocationID;
  uint wrong = 0;
  for (uint bit = 0; bit < 128; ++bit) {
    const bool exists = bit < gl_SubgroupSize;
    if (bit_of(gl_SubgroupEqMask, bit) != (exists && bit == id)) wrong |= 1;
    if (bit_of(gl_SubgroupGeMask, bit) != (exists && bit >= id)) wrong |= 2;
    if (bit_of(gl_SubgroupGtMask, bit) != (exists && bit > id)) wrong |= 4;
    if (bit_of(gl_SubgroupLeMask, bit) != (exists && bit <= id)) wrong |= 8;
    if (bit_of(gl_SubgroupLtMask, bit) != (exists && bit < id)) wrong |= 16;
  }
  results[gl_LocalInvocationIndex] = wrong;
}
