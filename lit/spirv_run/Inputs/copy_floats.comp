#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) readonly buffer In { float values[]; } source;
layout(set = 0, binding = 1) writeonly buffer Out { float values[]; } target;
void main() { target.values[gl_LocalInvocationID.x] = source.values[gl_LocalInvocationID.x]; }
