// Does not change its buffer, so that --output writes the words of --buffer.
#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Words { uint words[]; };
void main() { words[0] += 0; }
