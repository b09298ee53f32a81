// An uncertain choice between two addresses.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --memory 'first=uint32:fill(4,777)' --memory 'second=uint32:fill(4,777)' --push 'uint64:address(first),address(second)' --buffer 0.2=float32:1e8,1,-1e8,6
// ALLOWED first:uint32: 4x{1,777}
// ALLOWED second:uint32: 4x{1,777}

#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 4) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint o[]; };
layout(push_constant) uniform Push { Words first, second; };
layout(std430, set = 0, binding = 2) readonly buffer B2 { float weights[]; };

void main() {
  const uint sum = uint(int(subgroupAdd(weights[gl_LocalInvocationIndex])));  // 6 to 9
  Words words = first;
  if (sum > 7) words = second;
  words.o[gl_LocalInvocationIndex] = 1;
}
