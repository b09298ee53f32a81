// An interpreter of a stack machine, with switch and goto: each work-item runs the same code on another number, so that they take
// different numbers of steps. The code sums up the numbers from n down to 1; the last one takes too many steps.
// REQUIRES: opencl-c
// RUN: spirv-run %s --global-size 6 --local-size 4 --strict --arg 0=int8:0,0,4,4,7,1,4,6,5,-6,8 --arg 1=int32:1,2,5,10,3,1000 --arg '2=int32:fill(6,0)' | FileCheck %s
// RUN: spirv-run %s --local-size 6 --subgroup-size 1 --strict --arg 0=int8:0,0,4,4,7,1,4,6,5,-6,8 --arg 1=int32:1,2,5,10,3,1000 --arg '2=int32:fill(6,0)' | FileCheck %s
// CHECK: arg.2: int32[6] = 1 3 15 55 6 -1
enum { push, add, multiply, duplicate, swap, jump_unless_zero, decrement, over, halt };

kernel void run(constant const char* code, global const int* in, global int* out) {
  int stack[4], top = 0, at = 0, steps = 0;
  stack[0] = in[get_global_id(0)];
next:
  if (++steps > 1000) goto fail;
  switch (code[at++]) {
    case push:
      stack[++top] = code[at++];
      goto next;
    case add:
      --top;
      stack[top] += stack[top + 1];
      goto next;
    case multiply:
      --top;
      stack[top] *= stack[top + 1];
      break;
    case duplicate:
      stack[top + 1] = stack[top];
      ++top;
      break;
    case swap: {
      const int below = stack[top - 1];
      stack[top - 1] = stack[top];
      stack[top] = below;
      goto next;
    }
    case jump_unless_zero:
      at += stack[top] != 0 ? code[at] : 1;
      break;
    case decrement:
      --stack[top];
      break;
    case over:
      stack[top + 1] = stack[top - 1];
      ++top;
      break;
    case halt:
      goto done;
    default:
      goto fail;
  }
  goto next;
done:
  out[get_global_id(0)] = stack[0];
  return;
fail:
  out[get_global_id(0)] = -1;
}
