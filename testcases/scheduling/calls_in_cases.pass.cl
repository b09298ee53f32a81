// Loops, calls, and cases that fall through, with atomics everywhere: no schedule changes a sum. 37 work-items do not fill the last subgroup.
// RUN: sh -c "for size in 1 2 16 128; do for seed in 0 1 2 77; do spirv-run %s --global-size 37 --local-size 37 --subgroup-size $size --seed $seed --arg 0=int32:0,0,0 --arg 1=int32:36 || exit 1; done; done" | FileCheck %s
// CHECK-COUNT-16: {{^}}arg.0: int32[3] = 1096 6360 3428{{$}}
int walk(global int* counts, int x) {
  int sum = 0;
  while (x > 0) {
    atomic_add(counts, 1);
    if (x % 3 == 0) {
      x -= 2;
      sum += 5;
      continue;
    }
    x--;
    sum++;
    atomic_add(counts + 1, x);
  }
  return sum;
}

kernel void k(global int* counts, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  int sum = 0;
  switch (i % 5) {
    case 0:
      sum = walk(counts, i);
      break;
    case 1:
      atomic_inc(counts);
      sum = 7;
    case 2:
      sum += walk(counts, 2 * i);
      break;
    case 3:
      for (int j = 0; j < i; j++) {
        if (j & 1)
          atomic_add(counts, 3);
        else
          sum += walk(counts, j);
      }
      break;
    default:
      sum = 100 + i;
  }
  atomic_add(counts + 2, sum);
}
