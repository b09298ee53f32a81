// Derivatives in quads of which some invocations are missing, in non-uniform control flow or because they
// have ended. Complete quads still have results.
// COVERS: OpDPdx.quad-not-in-tangle, OpDPdy.quad-not-in-tangle, OpFwidth.quad-not-in-tangle
// COVERS: OpDPdxFine.quad-not-in-tangle, OpDPdyFine.quad-not-in-tangle, OpFwidthFine.quad-not-in-tangle
// COVERS: OpDPdxCoarse.quad-not-in-tangle, OpDPdyCoarse.quad-not-in-tangle, OpFwidthCoarse.quad-not-in-tangle
//
// RUN: expect-status 3 spirv-run %s --buffer '0.0=zero(64)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.0: float32[16] = 15 15 15 15 undef undef undef 0 15 15 15 15 undef undef undef 0
// REPORT-DAG: undefined-behavior: not all invocations of the quad execute this instruction together [OpDPdx.quad-not-in-tangle]
// REPORT-DAG: lanes 4-6,12-14 of subgroup 0
// REPORT-DAG: [OpDPdy.quad-not-in-tangle]
// REPORT-DAG: [OpFwidth.quad-not-in-tangle]
// REPORT-DAG: [OpDPdxFine.quad-not-in-tangle]
// REPORT-DAG: [OpDPdyFine.quad-not-in-tangle]
// REPORT-DAG: [OpFwidthFine.quad-not-in-tangle]
// REPORT-DAG: [OpDPdxCoarse.quad-not-in-tangle]
// REPORT-DAG: [OpDPdyCoarse.quad-not-in-tangle]
// REPORT-DAG: [OpFwidthCoarse.quad-not-in-tangle]

#version 460
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 16) in;
layout(derivative_group_linearNV) in;
layout(std430, set = 0, binding = 0) buffer Results { float results[16]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const float p = float(i);
  if (i % 8 == 7) return;
  results[i] = dFdx(p) + dFdy(p) + fwidth(p) + dFdxFine(p) + dFdyFine(p) + fwidthFine(p) +
               dFdxCoarse(p) + dFdyCoarse(p) + fwidthCoarse(p) - 3.0;
}
