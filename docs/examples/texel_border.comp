#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform texture1D texels;
layout(set = 0, binding = 1) uniform sampler nearest;
layout(std430, set = 0, binding = 2) writeonly buffer Result { float result; };

void main() { result = textureLod(sampler1D(texels, nearest), 0.51, 0).r; }
