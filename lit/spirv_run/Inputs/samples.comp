#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, r32ui) uniform TYPE image;
void main() { imageStore(image, ivec2(0), SAMPLE uvec4(1)); }
