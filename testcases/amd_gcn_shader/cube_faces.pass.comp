// The face of a cube that a direction selects, and the coordinates on it: those by which a sample reads a cube map. If two
// components are equally large, z comes before y, and y before x.
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
// CHECK: 0.1: float32[24] = 0 0.25 0.375 1 0.75 0.375 2 0.625 0.75 3 0.625 0.25 4 0.625 0.25 5 0.375 0.25 4 1 0 2 1 0.5

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
