// Every invocation has an element. Unless `correct` is set, the last invocations of each workgroup also write the element of its first one.
#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const bool correct = false;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  values[i] = i;
  if (!correct && gl_LocalInvocationIndex == 63) values[i - 63] = 1;
}
