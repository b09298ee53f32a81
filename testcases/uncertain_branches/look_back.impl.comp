// A scan in one pass that looks back. A workgroup with the ticket 0 does not look back: the look-back of the other path would read
// before the first partition, but that path does not have the ticket 0. So no undefined behavior is possible.
//
// RUN: spirv-run %s --groups 4 --subgroup-size 16 --buffer '0.0=uint32:fill(64,1)' --buffer '0.1=zero(256)' --buffer '0.2=zero(52)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --seed 5 --groups 4 --subgroup-size 4 --buffer '0.0=uint32:fill(64,1)' --buffer '0.1=zero(256)' --buffer '0.2=zero(52)' 2>&1 | FileCheck %s
// CHECK: 0.1: uint32[64] =
// CHECK: 64
// CHECK-NOT: undefined-behavior
#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#define GROUP 16
#define STATE_EMPTY 0u
#define STATE_AGGREGATE 1u
#define STATE_PREFIX 2u
layout(local_size_x = GROUP) in;

struct Partition {
  uint state;
  uint aggregate;
  uint prefix;
};

layout(std430, set = 0, binding = 0) readonly buffer Input { uint values[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Output { uint sums[]; };
layout(std430, set = 0, binding = 2) coherent buffer Partitions {
  uint ticket;
  Partition partitions[];
};

shared uint partition_id;
shared uint subgroup_sums[GROUP];
shared uint exclusive_prefix;

uint workgroup_inclusive_scan(uint x, out uint total) {
  const uint scan = subgroupInclusiveAdd(x);
  if (gl_SubgroupInvocationID == gl_SubgroupSize - 1) {
    subgroup_sums[gl_SubgroupID] = scan;
  }
  barrier();
  uint before = 0;
  uint all = 0;
  for (uint i = 0; i < gl_NumSubgroups; ++i) {
    if (i < gl_SubgroupID) before += subgroup_sums[i];
    all += subgroup_sums[i];
  }
  total = all;
  return before + scan;
}

uint look_back(uint id) {
  uint sum = 0;
  int previous = int(id) - 1;
  while (previous >= 0) {
    const uint state = atomicOr(partitions[previous].state, 0u);
    if (state == STATE_EMPTY) continue;
    memoryBarrierBuffer();
    if (state == STATE_PREFIX) {
      sum += partitions[previous].prefix;
      break;
    }
    sum += partitions[previous].aggregate;
    --previous;
  }
  return sum;
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  if (t == 0) {
    partition_id = atomicAdd(ticket, 1u);
  }
  barrier();
  const uint id = partition_id;
  const uint index = id * GROUP + t;

  uint total;
  const uint scan = workgroup_inclusive_scan(values[index], total);

  if (t == 0) {
    if (id == 0) {
      partitions[0].prefix = total;
      memoryBarrierBuffer();
      atomicExchange(partitions[0].state, STATE_PREFIX);
      exclusive_prefix = 0;
    } else {
      partitions[id].aggregate = total;
      memoryBarrierBuffer();
      atomicExchange(partitions[id].state, STATE_AGGREGATE);
      const uint before = look_back(id);
      partitions[id].prefix = before + total;
      memoryBarrierBuffer();
      atomicExchange(partitions[id].state, STATE_PREFIX);
      exclusive_prefix = before;
    }
  }
  barrier();
  sums[index] = exclusive_prefix + scan;
}
