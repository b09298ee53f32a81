#version 450
#extension GL_AMD_shader_trinary_minmax : require
// The least, the greatest and the middle one of three numbers, in every order, with equal ones, and with both signs.
// min3 is FMin3AMD, UMin3AMD or SMin3AMD, max3 is FMax3AMD, UMax3AMD or SMax3AMD, and mid3 is FMid3AMD, UMid3AMD or SMid3AMD.
// RUN: spirv-run %s --strict --subgroup-size 8 --buffer 0.0=int32:3,3,1,2,1,2,-5,0 --buffer 0.1=int32:1,2,3,3,2,1,-5,7 --buffer 0.2=int32:2,1,2,1,3,3,4,-1 --buffer '0.3=undef(288)' | FileCheck %s
// CHECK: least{{.*}} = 1 1 1 1 1 1 -5 -1
// CHECK: greatest{{.*}} = 3 3 3 3 3 3 4 7
// CHECK: middle{{.*}} = 2 2 2 2 2 2 -5 0
// As unsigned numbers, the negative ones are the greatest.
// CHECK: unsigned_least{{.*}} = 1 1 1 1 1 1 4 0
// CHECK: unsigned_greatest{{.*}} = 3 3 3 3 3 3 4294967291 4294967295
// CHECK: unsigned_middle{{.*}} = 2 2 2 2 2 2 4294967291 7
// CHECK: float_least{{.*}} = 1 1 1 1 1 1 -5 -1
// CHECK: float_greatest{{.*}} = 3 3 3 3 3 3 4 7
// CHECK: float_middle{{.*}} = 2 2 2 2 2 2 -5 0
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) readonly buffer X { int x[]; };
layout(std430, set = 0, binding = 1) readonly buffer Y { int y[]; };
layout(std430, set = 0, binding = 2) readonly buffer Z { int z[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Results {
  int least[8], greatest[8], middle[8];
  uint unsigned_least[8], unsigned_greatest[8], unsigned_middle[8];
  float float_least[8], float_greatest[8], float_middle[8];
};

void main() {
  const uint i = gl_LocalInvocationIndex;
  const int a = x[i], b = y[i], c = z[i];
  least[i] = min3(a, b, c);
  greatest[i] = max3(a, b, c);
  middle[i] = mid3(a, b, c);
  unsigned_least[i] = min3(uint(a), uint(b), uint(c));
  unsigned_greatest[i] = max3(uint(a), uint(b), uint(c));
  unsigned_middle[i] = mid3(uint(a), uint(b), uint(c));
  float_least[i] = min3(float(a), float(b), float(c));
  float_greatest[i] = max3(float(a), float(b), float(c));
  float_middle[i] = mid3(float(a), float(b), float(c));
}
