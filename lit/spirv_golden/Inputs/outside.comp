#version 450
layout(local_size_x = 5) in;
layout(std430, set = 0, binding = 0) buffer Out { uint numbers[]; };

void main() { numbers[gl_LocalInvocationIndex] = 7; }
