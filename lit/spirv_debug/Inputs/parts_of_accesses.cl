typedef struct { float2 position; short tag; } Item;

__kernel void change(__global Item *items) {
  int k = get_global_id(0);
  items[k].position = (float2)(k, 10 * k);
  items[k].position.x += 1.0f;
  items[k].tag = 7;
}
