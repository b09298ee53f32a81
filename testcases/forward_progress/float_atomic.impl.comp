// One workgroup waits until another one adds to a float: an implementation need not run the other one before the first one ends.
// COVERS: forward-progress.other-workgroup
// RUN: expect-status 3 spirv-run %s --groups 2 --buffer 0.0=float32:0 --buffer 0.1=uint32:0,0 --strict > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// CHECK: 0.1: uint32[2] = 1 1
// REPORT: float_atomic.impl.comp:[[# @LINE + 9]]: implementation-dependent: subgroup 0 of workgroup (0,0,0) spins on 'flag' of buffer 0.0 {{.*}}, which workgroup (1,0,0) writes; {{.*}} [forward-progress.other-workgroup]
#version 450
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Flag { float flag; };
layout(std430, set = 0, binding = 1) buffer Out { uint done[]; };

void main() {
  if (gl_WorkGroupID.x == 0) {
    while (atomicAdd(flag, 0.0) == 0.0) {}
  } else {
    atomicAdd(flag, 1.0);
  }
  done[gl_WorkGroupID.x] = 1;
}
