#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 2) buffer Data { uint value; } data[13];
layout(set = 0, binding = 4) buffer Few { uint value; } few[8];
void main() { few[0].value = data[12].value; }
