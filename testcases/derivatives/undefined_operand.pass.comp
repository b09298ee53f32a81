// An undefined P makes the results undefined that are computed from it: of the fine derivatives, two or three in the quad.
//
// RUN: spirv-run %s -D DERIVATIVE=dFdxFine --buffer 0.0=float32:1,undef,4,8 --buffer '0.1=undef(16)' --dump 0.1 | FileCheck %s --check-prefix=XFINE
// RUN: spirv-run %s -D DERIVATIVE=dFdyFine --buffer 0.0=float32:1,undef,4,8 --buffer '0.1=undef(16)' --dump 0.1 | FileCheck %s --check-prefix=YFINE
// RUN: spirv-run %s -D DERIVATIVE=fwidthFine --buffer 0.0=float32:1,undef,4,8 --buffer '0.1=undef(16)' --dump 0.1 | FileCheck %s --check-prefix=WFINE
// RUN: spirv-run %s -D DERIVATIVE=dFdx --buffer 0.0=float32:1,undef,4,8 --buffer '0.1=undef(16)' --dump 0.1 | FileCheck %s --check-prefix=ALL
// XFINE: 0.1: float32[4] = undef undef 4 4
// YFINE: 0.1: float32[4] = 3 undef 3 undef
// WFINE: 0.1: float32[4] = undef undef 7 undef
// ALL: 0.1: float32[4] = undef undef undef undef

#version 460
#extension GL_NV_compute_shader_derivatives : require
layout(local_size_x = 2, local_size_y = 2) in;
layout(derivative_group_quadsNV) in;
layout(std430, set = 0, binding = 0) readonly buffer Source { float source[4]; };
layout(std430, set = 0, binding = 1) writeonly buffer Target { float target[4]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  target[i] = DERIVATIVE(source[i]);
}
