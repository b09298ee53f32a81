#version 450
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { mat4 value; };
mat4 product = mat4(2);
#define T4(x) x x x x
#define T64(x) T4(T4(T4(x)))
void large() { T64(product = product * product;) }
void main() { T64(T4(T4(T4(large();)))) value = product; }
