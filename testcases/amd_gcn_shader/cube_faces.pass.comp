// The face of a cube that a direction selects, and the coordinates on it: those by which a sample reads a cube map. If two
// components are equally large, Vulkan recommends that z comes before y, and y before x, and permits any order. No text says how
// precise the coordinates are.
//
// The six faces by their texts: direction, face, coordinates.
//   ( 4, 1,  2): 0, (( -2/4 + 1) / 2, (-1/4 + 1) / 2)
//   (-4, 1,  2): 1, ((  2/4 + 1) / 2, (-1/4 + 1) / 2)
//   ( 1, 4,  2): 2, ((  1/4 + 1) / 2, ( 2/4 + 1) / 2)
//   ( 1,-4,  2): 3, ((  1/4 + 1) / 2, (-2/4 + 1) / 2)
//   ( 1, 2,  4): 4, ((  1/4 + 1) / 2, (-2/4 + 1) / 2)
//   ( 1, 2, -4): 5, (( -1/4 + 1) / 2, (-2/4 + 1) / 2)
//   ( 1, 1,  1): 4, ((  1   + 1) / 2, (-1   + 1) / 2)
//   ( 1, 1,  0): 2, ((  1   + 1) / 2, ( 0   + 1) / 2)
// RUN: spirv-run %s --subgroup-size 1 --strict --buffer 0.0=float32:4,1,2,-4,1,2,1,4,2,1,-4,2,1,2,4,1,2,-4,1,1,1,1,1,0 --buffer '0.1=undef(96)' --dump 0.1:float32 2>&1 | FileCheck %s --implicit-check-not=undef
// RUN: spirv-run %s --subgroup-size 8 --strict --buffer 0.0=float32:4,1,2,-4,1,2,1,4,2,1,-4,2,1,2,4,1,2,-4,1,1,1,1,1,0 --buffer '0.1=undef(96)' --dump 0.1:float32 2>&1 | FileCheck %s --implicit-check-not=undef
// RUN: spirv-run %s --subgroup-size 128 --strict --buffer 0.0=float32:4,1,2,-4,1,2,1,4,2,1,-4,2,1,2,4,1,2,-4,1,1,1,1,1,0 --buffer '0.1=undef(96)' --dump 0.1:float32 2>&1 | FileCheck %s --implicit-check-not=undef
// CHECK:      0.1: float32[24] =
// CHECK-NEXT:  0: 0 0.25 0.375 1 0.75 0.375 2 0.625
// CHECK-NEXT:  8: 0.75 3 0.625 0.25 4 0.625 0.25 5
// CHECK-NEXT: 16: 0.375 0.25 4 1 0 2 1 0.5
// CHECK-DAG: note: elements 1-2,4-5,7-8,10-11,13-14,16-17,19-20,22-23 of 0.1 (float32) may differ between implementations because of the precision of {{.*}} CubeFaceCoordAMD {{.*}} may have any value
// CHECK-DAG: note: elements 0,18,21 of 0.1 (float32) may differ between implementations because of the precision of {{.*}} CubeFaceIndexAMD {{.*}} element 0 is one of 0, -0
//
// Two axes may be equally large, a direction may have no length, or only one that is flushed to 0, and a component may be a NaN.
// A tiny difference decides. The number of face 0 may have either sign.
// RUN: spirv-run %s --subgroup-size 8 --strict --buffer 0.0=float32:4,-4,1,0,0,0,nan,1,1,1e-40,0,0,0,4,4.001,-4,4,4,8,0,0,2,0,-2 --buffer '0.1=undef(96)' --dump 0.1:float32 2>&1 | FileCheck %s --check-prefix=TIES
// TIES: note: elements 0,3,6,9,15,18,21 of 0.1 (float32) may differ between implementations because of the precision of {{.*}} CubeFaceIndexAMD

#version 450
#extension GL_AMD_gcn_shader : require
layout(local_size_x = 8) in;

layout(std430, set = 0, binding = 0) buffer Directions { float directions[]; };
layout(std430, set = 0, binding = 1) buffer Places { float places[]; };

void main() {
  const uint i = 3 * gl_LocalInvocationIndex;
  const vec3 direction = vec3(directions[i], directions[i + 1], directions[i + 2]);
  const vec2 coordinates = cubeFaceCoordAMD(direction);
  places[i] = cubeFaceIndexAMD(direction);
  places[i + 1] = coordinates.x;
  places[i + 2] = coordinates.y;
}
