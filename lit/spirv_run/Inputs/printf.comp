#version 450
#extension GL_EXT_debug_printf : require
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Data { uint value; };
void main() { debugPrintfEXT("lane %u", gl_LocalInvocationID.x); if (gl_LocalInvocationID.x == 0) value = 1; }
