// The value that the last workgroup stores is certain; which workgroup is the last one is not.
//
// RUN: %python %{testcases}/../scripts/soundness litmus %s --groups 3 --buffer '0.0=uint32:fill(3,777)' --buffer '0.1=zero(8)'
// ALLOWED 0.0: 3x{777,3}
// ALLOWED 0.1: 3 {0,1,2}

#version 460
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer B0 { uint o[]; };
layout(std430, set = 0, binding = 1) coherent buffer B1 { uint counter; uint other; };

void main() {
  if (atomicAdd(counter, 1) == 2) {
    o[gl_WorkGroupID.x] = 3;
    other = gl_WorkGroupID.x;
  }
}
