#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
layout(scalar, set = 0, binding = 0) buffer Values { vec3 first; vec3 second; };
void main() { second *= first; }
