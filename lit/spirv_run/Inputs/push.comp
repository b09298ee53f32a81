#version 450
layout(local_size_x = 1) in;
layout(push_constant) uniform Parameters { float scale; uint offset; } parameters;
layout(set = 0, binding = 0) writeonly buffer Out { float value; };
void main() { value = parameters.scale * float(parameters.offset); }
