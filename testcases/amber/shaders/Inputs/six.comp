#version 450
#include "number.h"
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Block { uint values[]; };
void main() { values[0] = NUMBER; }
