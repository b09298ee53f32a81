// The last of many workgroups races with the first one, whose accesses the detector has packed meanwhile. If it writes its own
// element instead, there is no race.
// RUN: expect-status 3 spirv-run %s --groups 5000 --subgroup-size 1 --buffer '0.0=zero(1920000)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s --groups 5000 --subgroup-size 32 --buffer '0.0=zero(1920000)' 2>&1 | FileCheck %s
// RUN: expect-status 3 spirv-run %s --groups 5000 --subgroup-size 128 --buffer '0.0=zero(1920000)' 2>&1 | FileCheck %s
// CHECK: data race: {{.*}}'values[5]'
//
// RUN: spirv-run %s --groups 5000 --subgroup-size 1 --spec 0=1 --buffer '0.0=zero(1920000)' 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: spirv-run %s --groups 5000 --subgroup-size 128 --spec 0=1 --buffer '0.0=zero(1920000)' 2>&1 | FileCheck %s --check-prefix=OWN
// OWN-NOT: data race
#version 450
layout(local_size_x = 96) in;
layout(constant_id = 0) const bool own = false;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  values[i] = i;
  if (i == gl_NumWorkGroups.x * 96 - 7) values[own ? i : 5] = 1;
}
