// The detector remembers a limited number of unordered accesses to one place; if there are more, the report says so.
//
// RUN: spirv-run %s --groups 32 --check-races --subgroup-size 32 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: {{^}}spirv-run: note: {{[0-9]+}} memory accesses were not recorded, because there are too many: data races with them are not found
// RUN: spirv-run %s --groups 32 --check-races --subgroup-size 32 --buffer '0.0=zero(8)' --format json 2> /dev/null | FileCheck %s --check-prefix=JSON
// JSON: "forgotten_accesses": {{[1-9]}}
// RUN: spirv-run %s --groups 2 --check-races --subgroup-size 32 --buffer '0.0=zero(8)' 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: no buffer was written
// FEW-NOT: {{.}}
#version 460
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) buffer Words { uint all_read, unused; };
void main() {
  // Barriers of a part of the workgroup, so invocations have acquired different writes.
  subgroupBarrier();
  if (all_read == 1) unused = 2;
}
