#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) uniform Values { uint values[2]; };
layout(std430, set = 0, binding = 1) buffer Result { uint result; };
void main() { result = values[1]; }
