// A quad is 2x2 invocations. P is x + 10 * y * y + 100 * (x & y), so the rows and columns of a quad differ.
// The fine results are exact; other results are marked if another row or column may produce them.
//
// RUN: spirv-run %s -D DERIVATIVE=dFdxFine --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=XFINE
// RUN: spirv-run %s -D DERIVATIVE=dFdyFine --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=YFINE
// RUN: spirv-run %s -D DERIVATIVE=fwidthFine --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=WFINE
// RUN: spirv-run %s -D DERIVATIVE=dFdxCoarse --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=XCOARSE
// RUN: spirv-run %s -D DERIVATIVE=dFdyCoarse --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=YCOARSE
// RUN: spirv-run %s -D DERIVATIVE=fwidthCoarse --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=WCOARSE
// RUN: spirv-run %s -D DERIVATIVE=dFdx --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=X
// RUN: spirv-run %s -D DERIVATIVE=dFdy --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=Y
// RUN: spirv-run %s -D DERIVATIVE=fwidth --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=W
//
// COVERS: OpDPdx.approximation, OpDPdy.approximation, OpFwidth.approximation
// COVERS: OpDPdxCoarse.approximation, OpDPdyCoarse.approximation, OpFwidthCoarse.approximation
// RUN: expect-status 3 spirv-run %s -D DERIVATIVE=dFdx --strict --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=REPORT -DNAME=OpDPdx
// RUN: expect-status 3 spirv-run %s -D DERIVATIVE=dFdy --strict --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=REPORT -DNAME=OpDPdy
// RUN: expect-status 3 spirv-run %s -D DERIVATIVE=fwidth --strict --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=REPORT -DNAME=OpFwidth
// RUN: expect-status 3 spirv-run %s -D DERIVATIVE=dFdxCoarse --strict --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=REPORT -DNAME=OpDPdxCoarse
// RUN: expect-status 3 spirv-run %s -D DERIVATIVE=dFdyCoarse --strict --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=REPORT -DNAME=OpDPdyCoarse
// RUN: expect-status 3 spirv-run %s -D DERIVATIVE=fwidthCoarse --strict --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=REPORT -DNAME=OpFwidthCoarse
// RUN: spirv-run %s -D DERIVATIVE=fwidthFine --strict --buffer '0.0=undef(32)'
// REPORT: implementation-dependent: implementations may compute the derivative from another row or column of the quad, where it differs {{.}}[[NAME]].approximation]
// REPORT: lanes 0-7 of subgroup 0
//
// The mapping of invocations to subgroups does not change the quads.
// RUN: spirv-run %s -D DERIVATIVE=dFdxFine --subgroup-size 4 --subgroup-mapping random:1 --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=XFINE
// RUN: spirv-run %s -D DERIVATIVE=fwidthFine --subgroup-size 4 --subgroup-mapping columns --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=WFINE
// RUN: spirv-run %s -D DERIVATIVE=fwidthFine --subgroup-size 128 --subgroup-mapping rows --buffer '0.0=undef(32)' | FileCheck %s --check-prefix=WFINE
//
// XFINE: 0.0: float32[8] = 1 1 1 1 101 101 101 101
// YFINE: 0.0: float32[8] = 10 110 10 110 10 110 10 110
// WFINE: 0.0: float32[8] = 11 111 11 111 111 211 111 211
// XCOARSE: 0.0: float32[8] = 1? 1? 1? 1? 1? 1? 1? 1?
// YCOARSE: 0.0: float32[8] = 10? 10? 10? 10? 10? 10? 10? 10?
// WCOARSE: 0.0: float32[8] = 11? 11? 11? 11? 11? 11? 11? 11?
// X: 0.0: float32[8] = 1? 1? 1? 1? 101? 101? 101? 101?
// Y: 0.0: float32[8] = 10? 110? 10? 110? 10? 110? 10? 110?
// W: 0.0: float32[8] = 11? 111? 11? 111? 111? 211? 111? 211?

#version 460
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 4, local_size_y = 2) in;
layout(derivative_group_quadsNV) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results { float results[8]; };

void main() {
  const uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
  const float p = float(x + 10 * y * y + 100 * (x & y));
  results[gl_LocalInvocationIndex] = DERIVATIVE(p);
}
