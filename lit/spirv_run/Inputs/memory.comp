#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430) buffer Numbers { uint values[]; };
layout(push_constant) uniform Parameters { Numbers numbers; } parameters;
void main() { parameters.numbers.values[1] = parameters.numbers.values[0] + 1; }
