#version 450
#extension GL_KHR_memory_scope_semantics : require
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer Count { uint count; };
layout(std430, set = 0, binding = 1) writeonly buffer Sum { uint sum; };
shared uint values[64];

void main() {
  values[gl_LocalInvocationIndex] = 1;
  barrier();
  if (gl_LocalInvocationIndex == 0) {
    uint partial = 0;
    for (uint k = 0; k < count; ++k) partial += values[k];
    sum = partial;
  }
}
