#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B { uint a; uint b; } buffers[];
void main() {
  buffers[gl_NumWorkGroups.x].b = 3;
}
