// A switch on an undefined value within known bounds is decided if all values that it may have lead to one target.
//
// RUN: spirv-run %s -D 'SELECTOR=u & 3u' -D LAST=3 --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' --strict | FileCheck %s --check-prefix=CASES
// RUN: spirv-run %s -D 'SELECTOR=u & 1u' -D LAST=3 --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' --strict | FileCheck %s --check-prefix=CASES
// RUN: spirv-run %s -D 'SELECTOR=u | 4u' -D LAST=3 --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' --strict | FileCheck %s --check-prefix=DEFAULT
// CASES: 0.1: uint32[4] = 1 1 1 1
// DEFAULT: 0.1: uint32[4] = 2 2 2 2
//
// The twin: one value more, or one case less, leads elsewhere.
// COVERS: OpSwitch.selector-undefined
// RUN: expect-status 3 spirv-run %s -D 'SELECTOR=u & 7u' -D LAST=3 --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: expect-status 3 spirv-run %s -D 'SELECTOR=u & 3u' -D LAST=4 --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=REPORT
// RUN: expect-status 3 spirv-run %s -D 'SELECTOR=u' -D LAST=3 --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' 2>&1 | FileCheck %s --check-prefix=REPORT
// REPORT: undefined-behavior: {{.*}} [OpSwitch.selector-undefined]

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Unknown { uint unknown[]; };
layout(std430, set = 0, binding = 1) buffer Results { uint results[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint u = unknown[i];
  switch (SELECTOR) {
    case 0: case 1: case 2: case LAST:
      results[i] = 1;
      break;
    default:
      results[i] = 2;
  }
}
