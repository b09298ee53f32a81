#version 450
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_EXT_debug_printf : require

#ifndef GUARDED
#define GUARDED true
#endif

layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  uint sum = values[i];
  for (uint delta = 1; delta < 8; delta *= 2) {
    const uint other = subgroupShuffleUp(sum, delta);
#ifdef BRANCH
    if (other == 3) sum += 1;
#endif
#ifdef PRINT
    debugPrintfEXT("other is %u", other);
#endif
    if (i >= delta || !(GUARDED)) sum += other;
  }
  values[i] = sum;
}
