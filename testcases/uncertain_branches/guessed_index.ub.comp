// On a path that this run does not take, an implementation-dependent index has other values. An index out of
// bounds there is therefore not reported, whichever index of the chain it is. A certain index is reported.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:fill(4,9),fill(4,3)' --buffer 0.1=float32:1e8,-1e8,3,0 --buffer 0.2=zero(60) 2>&1 | FileCheck %s --check-prefix=GUESS --implicit-check-not=undefined-behavior
// GUESS: 0.0: uint32[8] = 1? 1? 1? 1? 3 3 3 3
// RUN: spirv-run %s -D CERTAIN --subgroup-size 4 --buffer '0.0=uint32:fill(4,9),fill(4,3)' --buffer 0.1=float32:1e8,-1e8,3,0 --buffer 0.2=zero(60) 2>&1 | FileCheck %s --check-prefix=CERTAIN
// CERTAIN: possible-undefined-behavior: {{.*}} 'rows[0][3]' of buffer 0.2, where 'rows[0]' has 3 elements [OpAccessChain.index-out-of-bounds]
// CERTAIN: {{^}}  Indexes (i): %[[#]] = 0 in lane 0{{$}}
// CERTAIN-NEXT: {{^}}  Indexes (o[4 + i]): %[[#]] = 3 in lane 0{{$}}
#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer Results { uint o[]; };
layout(std430, binding = 1) buffer Weights { float weight[]; };
layout(std430, binding = 2) buffer Table { uint rows[5][3]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint s = uint(abs(subgroupAdd(weight[i])));  // 3 or 0, depending on the order of the additions
#ifdef CERTAIN
  if (s > 2) o[i] = 1; else o[i] = rows[i][o[4 + i]];
#else
  if (s > 2) o[i] = 1; else o[i] = rows[i][s];
#endif
}
