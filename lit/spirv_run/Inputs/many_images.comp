#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 3) uniform sampler2D images[9];
layout(set = 0, binding = 4) buffer Result { float value; };
void main() { value = textureLod(images[8], vec2(0), 0).x; }
