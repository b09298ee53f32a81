#version 450
// The order of workgroups decides which one gets which ticket; the number of tickets is certain.
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Tickets { uint count; uint tickets[]; };

void main() {
  tickets[gl_WorkGroupID.x] = atomicAdd(count, 1u);
}
