typedef struct { short id; float4 place; char tag[3]; } Thing;
typedef enum { red, green = 5 } Color;
union Bits { int number; float value; };

int below(int x, global const Thing* thing) {
  int y = x - 3;
  { long y = x * 2l; x = (int)y; }
  return y + thing->id;
}

kernel void run(global Thing* things, global int* out, short offset, uint3 sizes) {
  int i = get_global_id(0);
  local int shared[8];
  Color color = green;
  bool big = i > 0;
  Thing copy = things[i];
  copy.id -= 5;
  union Bits bits;
  bits.number = -1;
  int matrix[2][3] = {{1, 2, 3}, {4, 5, -6}};
  shared[i] = offset;
  for (int k = 0; k < 2; ++k) { int both = k - 5; shared[i] += both; }
  for (char k = 0; k < 2; ++k) { int both = k + 5; shared[i] += both; }
  out[i] = i > 0 || offset > 0 ? below(i, &things[i]) + shared[i] + matrix[1][2] : sizes.y + (int)copy.place.x + color + big;
}
