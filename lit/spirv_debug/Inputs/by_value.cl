typedef struct { int x; int id; } item;

int sum(item p, int k) {
  int s = p.x + p.id * k;
  return s;
}

__kernel void sums(__global item *items, __global int *out) {
  item it = items[get_global_id(0)];
  out[get_global_id(0)] = sum(it, 2);
}
