#version 450
layout(local_size_x = 1) in;
layout(set = 1, binding = 2) buffer Data { uint value; } data[2];
void main() { data[1].value = data[0].value + 1; }
