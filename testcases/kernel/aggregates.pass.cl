// Structures by value, with padding and in packed ones; unions; bit-fields.
// REQUIRES: opencl-c
// The argument: { 1, 2, 3, 4 }, { 10, 20, 30 }, 5, "xy".
// RUN: spirv-run %s --entry values --local-size 2 --strict --arg '0=float32:1,2,3,4;int32:10,20,30,0;int16:5;uint8:120,121;zero(12)' --arg '1=int32:fill(10,0)' --arg '2=int32:fill(4,0)' | FileCheck %s --check-prefix=VALUES
// VALUES: arg.1: int32[10] = 20 40 60 5 121 20 42 60 4 122
// VALUES: arg.2: int32[4] = 48 7 4 8
// A char, an int and a short: -2, 100, 0x1111 and 3, -1, 0.
// RUN: spirv-run %s --entry packed --local-size 2 --strict --arg '0=int8:-2;int32:100;int16:0x1111;int8:3;int32:-1;int16:0' --dump arg.0:uint8 | FileCheck %s --check-prefix=PACKED
// PACKED: arg.0: uint8[14] = 254 198 0 0 0 238 238 3 1 0 0 0 255 255
// 1.0f has the bytes 0, 0, 128, 63.
// RUN: spirv-run %s --entry pun --local-size 1 --strict --arg 0=float32:1 --arg 1=uint32:0,0,0 | FileCheck %s --check-prefix=PUN
// PUN: arg.0: float32[1] = -1
// PUN: arg.1: uint32[3] = 128 63 16256
// RUN: spirv-run %s --entry fields --local-size 1 --strict --arg 0=uint32:0,0 --arg 1=int32:9,-1,100,5 | FileCheck %s --check-prefix=FIELDS
// 9 and 100 do not fit in 3 and 6 bits. 1 + 127 * 2^3 + 36 * 2^10.
// FIELDS: {_0 = 37881, _1 = 5}
// FIELDS: arg.1: int32[4] = 1 127 -28 5
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

typedef struct {
  float4 color;
  int3 place;
  short tag;
  char name[2];
} Item;
typedef struct __attribute__((packed)) {
  char a;
  int b;
  short c;
} Packed;
typedef union {
  float number;
  uint bits;
  uchar bytes[4];
  ushort2 halves;
} Bits;
typedef struct {
  uint a : 3;
  uint b : 7;
  int c : 6;
  uint : 0;
  uint d : 31;
} Fields;

Item moved(Item item, int by) {
  item.place.y += by;
  item.tag -= by;
  item.name[1] += by;
  return item;
}
int3 sum(const Item items[2]) { return items[0].place + items[1].place; }

kernel void values(Item item, global int* out, global int* sizes) {
  const int i = get_local_id(0);
  const Item both[2] = {moved(item, i), moved(moved(item, i - 1), 1)};
  global int* own = out + 5 * i;
  vstore3(sum(both), 0, own);
  own[3] = both[1].tag;
  own[4] = both[0].name[1];
  if (i == 0) vstore4((int4)(sizeof(Item), sizeof(Packed), sizeof(Bits), sizeof(Fields)), 0, sizes);
}

kernel void packed(global Packed* parts) {
  const int i = get_local_id(0);
  parts[i].b = parts[i].b * 2 + parts[i].a;
  parts[i].c = ~parts[i].c;
}

kernel void pun(global float* number, global uint* out) {
  Bits bits;
  bits.number = *number;
  out[0] = bits.bytes[2];
  out[1] = bits.bytes[3];
  out[2] = bits.halves.y;
  bits.bits ^= 0x80000000u;
  *number = bits.number;
}

kernel void fields(global Fields* fields, global int* out) {
  Fields own = *fields;
  own.a = out[0];
  own.b = out[1];
  own.c = out[2];
  own.d = out[3];
  *fields = own;
  vstore4((int4)(own.a, own.b, own.c, own.d), 0, out);
}
