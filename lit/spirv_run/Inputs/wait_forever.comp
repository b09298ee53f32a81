// Waits in each workgroup for a flag that no invocation sets.
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Flags { uint flags[]; };

void main() {
  while (flags[gl_WorkGroupID.x] == 0) {}
}
