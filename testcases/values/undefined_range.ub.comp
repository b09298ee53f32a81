// Like undefined_range.pass.comp, but the range has a value too many.
// COVERS: OpAccessChain.index-undefined, OpBranchConditional.condition-undefined
//
// RUN: expect-status 3 spirv-run -D 'INDEX=min(u, 4u)' %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: expect-status 3 spirv-run -D 'INDEX=u % 5u' %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: expect-status 3 spirv-run -D 'INDEX=max(u & 1u, 3u) | (u & 4u)' %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: expect-status 3 spirv-run -D 'INDEX=min(int(u), 3)' %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: expect-status 3 spirv-run -D 'INDEX=0' -D 'CONDITION=(u & 3u) < 3u' %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=BRANCH
// ELEMENT: undefined-behavior: {{.*}} [OpAccessChain.index-undefined]
// BRANCH: undefined-behavior: {{.*}} [OpBranchConditional.condition-undefined]

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Unknown { uint unknown[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };

#ifndef CONDITION
#define CONDITION true
#endif

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint u = unknown[i];
  uint seven[4] = uint[4](7, 7, 7, 7);
  if (CONDITION) sums[i] = seven[INDEX];
}
