#version 450
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 1) in;
struct Pair { uint first, second; };
layout(std430, set = 0, binding = 0) buffer Fours { vec4 fours[]; };
layout(std430, set = 0, binding = 1) buffer Threes { vec3 threes[]; };
layout(std430, set = 0, binding = 2) buffer Pairs { Pair pairs[]; };
layout(std140, set = 0, binding = 3) buffer Wide { uint wide[3]; };
layout(std430, set = 0, binding = 4) buffer Plain { uint count; uint data[3]; uint rest[]; };
layout(std430, set = 0, binding = 5) buffer Gap { uint one; layout(offset = 12) uint two; };
layout(std430, set = 0, binding = 6) buffer Matrix { mat2 matrix; };

void main() {
  for (int i = 0; i < 2; ++i) {
    fours[i] = vec4(1, 2, 3, 4) + i;
    threes[i] = vec3(5, 6, 7) + i;
    pairs[i] = Pair(8 + i, 10 + i);
  }
  for (int i = 0; i < 3; ++i) wide[i] = 12 + i;
  count = 15;
  for (int i = 0; i < 3; ++i) data[i] = 16 + i;
  rest[0] = 19;
  one = 20;
  two = 21;
  matrix = mat2(22, 23, 24, 25);
}
