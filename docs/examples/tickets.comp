#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Counter { uint counter; };
layout(std430, set = 0, binding = 1) buffer Tickets { uint tickets[]; };

void main() {
  tickets[gl_WorkGroupID.x] = atomicAdd(counter, 1);
}
