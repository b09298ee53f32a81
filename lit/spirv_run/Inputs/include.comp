#version 450
#include "include/number.h"
#include <shared.h>
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Data { uint value; };
void main() { value = NUMBER + SHARED + EXTRA; }
