// Tickets from a counter that is accessed by its address.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --memory 'word=uint32:0,0' --push 'uint64:address(word)' --buffer '0.0=uint32:fill(4,777)'
// ALLOWED 0.0: 4x{0,1,2,3}
// ALLOWED word:uint32: 4 0

#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint counter; };
layout(push_constant) uniform Push { Words words; };

void main() {
  o[gl_LocalInvocationIndex] = atomicAdd(words.counter, 1);
}
