#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
void main() { values[gl_LocalInvocationIndex] = SCALE(values[gl_LocalInvocationIndex] + 1); }
