// A look-back whose flags lack memory barriers: the advice names the atomics before and after which they belong.
// RUN: expect-status 3 spirv-run %s -D NO_ACQUIRE --groups 3 --buffer '0.0=uint32:iota(192)' --buffer '0.1=uint32:fill(192,0)' --buffer '0.2=uint32:fill(10,0)' 2>&1 | FileCheck %s --check-prefix=ACQUIRE
// ACQUIRE: writes it; an atomic releases the earlier access, but neither the atomic that reads its value nor a memory barrier after that acquires it [memory.data-race]
// ACQUIRE: help: put memoryBarrierBuffer() after the atomic at line [[# @LINE + 57]], which reads what was published
// RUN: expect-status 3 spirv-run %s -D NO_ACQUIRE -D NO_RELEASE --groups 3 --buffer '0.0=uint32:iota(192)' --buffer '0.1=uint32:fill(192,0)' --buffer '0.2=uint32:fill(10,0)' 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: atomics connect the two workgroups, but without memory barriers they do not order other memory [memory.data-race]
// BOTH: help: put memoryBarrierBuffer() before the atomic at line [[#]], which publishes the earlier access, and memoryBarrierBuffer() after the atomic at line [[# @LINE + 54]], which reads what was published
//
// RUN: apply-advice %s -D NO_ACQUIRE --groups 3 --buffer '0.0=uint32:iota(192)' --buffer '0.1=uint32:fill(192,0)' --buffer '0.2=uint32:fill(10,0)' | FileCheck %s --check-prefix=FOLLOWED
// RUN: apply-advice %s -D NO_ACQUIRE -D NO_RELEASE --groups 3 --buffer '0.0=uint32:iota(192)' --buffer '0.1=uint32:fill(192,0)' --buffer '0.2=uint32:fill(10,0)' | FileCheck %s --check-prefix=FOLLOWED
// FOLLOWED: 1 programs, advice followed {{[1-9]}} times, 0 problems
// RUN: spirv-run %s --groups 3 --buffer '0.0=uint32:iota(192)' --buffer '0.1=uint32:fill(192,0)' --buffer '0.2=uint32:fill(10,0)' 2>&1 | FileCheck %s --check-prefix=PASS --implicit-check-not='data race'
// PASS: 0.1: uint32[192]
#version 450
// Single-pass inclusive prefix sum with decoupled look-back.
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#define GROUP 64
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
#ifndef NO_ACQUIRE
    memoryBarrierBuffer();
#endif
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
#ifndef NO_RELEASE
      memoryBarrierBuffer();
#endif
      atomicExchange(partitions[0].state, STATE_PREFIX);
      exclusive_prefix = 0;
    } else {
      partitions[id].aggregate = total;
#ifndef NO_RELEASE
      memoryBarrierBuffer();
#endif
      atomicExchange(partitions[id].state, STATE_AGGREGATE);
      const uint before = look_back(id);
      partitions[id].prefix = before + total;
#ifndef NO_RELEASE
      memoryBarrierBuffer();
#endif
      atomicExchange(partitions[id].state, STATE_PREFIX);
      exclusive_prefix = before;
    }
  }
  barrier();
  sums[index] = exclusive_prefix + scan;
}
