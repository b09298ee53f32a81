#version 450
layout(local_size_x_id = 5, local_size_y = 2) in;
layout(std430, set = 0, binding = 1) buffer Words { uint words[]; };
layout(std430, set = 0, binding = 1) buffer Vectors { vec4 vectors[]; };

void main() {
  words[gl_LocalInvocationIndex] = uint(vectors[0].x);
}
