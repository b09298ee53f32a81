// Program-scope variables that are initialized with addresses of others: alone, in arrays and in structures.
// REQUIRES: opencl-c
// RUN: spirv-run %s --local-size 1 --strict --arg 0=int32:fill(9,0) | FileCheck %s
// CHECK: arg.0: int32[9] = 1 3 2 4 3 2 10 7 99
global int numbers[3] = {1, 2, 3};
global int* pointers[2] = {numbers, numbers + 2};
global int* middle = &numbers[1];
constant float4 vector = (float4)(1, 2, 3, 4);
typedef struct {
  int a;
  float b[2];
  global int* c;
} Mixed;
global Mixed mixed = {1, {2.0f, 3.0f}, numbers + 1};
// The address of a whole variable as a part of a constant.
struct Node {
  int value;
  global struct Node* next;
};
global struct Node last = {7, 0};
global struct Node first = {3, &last};
global struct Node* const nodes[2] = {&first, &last};
constant char* constant words[2] = {"ab", "abc"};

kernel void read(global int* out) {
  out[0] = *pointers[0];
  out[1] = *pointers[1];
  out[2] = *middle;
  out[3] = vector.w;
  out[4] = mixed.b[1];
  out[5] = *mixed.c;
  out[6] = first.value + first.next->value;
  out[7] = nodes[1]->value;
  out[8] = words[1][2];
}
