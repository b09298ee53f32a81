#version 450
// Requirements of the dispatch that not every device meets.
// COVERS: device-limits.workgroup-size device-limits.workgroup-invocations device-limits.shared-memory device-limits.workgroup-count
//
// RUN: expect-status 3 spirv-run %s --device-limits vulkan1.0 --groups 65536 --spec 0=256 --spec 1=5000 2>&1 | FileCheck %s
// CHECK: undefined-behavior: the dispatch has more workgroups than maxComputeWorkGroupCount: 65536,1,1, but the limit is 65535,65535,65535 [device-limits.workgroup-count]
// CHECK-NEXT: OpEntryPoint
// CHECK: undefined-behavior: the workgroup is larger than maxComputeWorkGroupSize: 256,1,1, but the limit is 128,128,64 [device-limits.workgroup-size]
// CHECK-NEXT: OpExecutionMode
// CHECK: undefined-behavior: the workgroup has more invocations than maxComputeWorkGroupInvocations: 256, but the limit is 128 [device-limits.workgroup-invocations]
// CHECK: undefined-behavior: the variables in the Workgroup storage class have more bytes than maxComputeSharedMemorySize: 20000, but the limit is 16384 [device-limits.shared-memory]
// CHECK: 4 undefined-behavior (kinds: device-limits)
//
// Exactly the limits that every Vulkan 1.4 device supports.
// RUN: spirv-run %s --device-limits vulkan1.4 --strict --groups 3 --spec 0=256 --spec 1=4096 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=undefined
// NOTHING: no buffer was written
// Roadmap milestones: the size of a workgroup since 2022, and shared memory since 2026.
// RUN: spirv-run %s --device-limits roadmap2022 --strict --groups 3 --spec 0=256 --spec 1=4096 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=undefined
// RUN: expect-status 3 spirv-run %s --device-limits roadmap2024 --spec 0=257 --spec 1=4097 2>&1 | FileCheck %s --check-prefix=MILESTONE
// MILESTONE: larger than maxComputeWorkGroupSize: 257,1,1, but the limit is 256,256,64
// MILESTONE: more invocations than maxComputeWorkGroupInvocations: 257, but the limit is 256
// MILESTONE: more bytes than maxComputeSharedMemorySize: 16388, but the limit is 16384
// RUN: spirv-run %s --device-limits roadmap2026 --strict --groups 3 --spec 0=256 --spec 1=8192 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=undefined
// RUN: expect-status 3 spirv-run %s --device-limits roadmap2026 --spec 0=256 --spec 1=8193 2>&1 | FileCheck %s --check-prefix=MEMORY
// MEMORY: more bytes than maxComputeSharedMemorySize: 32772, but the limit is 32768
// Limits of a particular device, and no limits.
// RUN: expect-status 3 spirv-run %s --device-limits vulkan1.4,maxComputeWorkGroupSize[0]=255 --spec 0=256 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: larger than maxComputeWorkGroupSize: 256,1,1, but the limit is 255,256,64
// SIZE: 1 undefined-behavior
// RUN: spirv-run %s --device-limits vulkan1.0 --ignore device-limits --strict --spec 0=256 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=undefined
// RUN: spirv-run %s --strict --spec 0=256 --spec 1=5000 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=undefined
//
// RUN: expect-status 2 spirv-run %s --device-limits maxSubgroups=3 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: --device-limits: expected vulkan1.0, vulkan1.4, roadmap2022, roadmap2024, roadmap2026, h200-matrices or NAME=VALUE with NAME one of maxComputeWorkGroupCount[0],{{.*}}, not 'maxSubgroups=3'
// RUN: expect-status 2 spirv-run %s --device-limits maxTexelOffset=many 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: 'many' is not a value of a device limit

layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint words = 16;

shared uint memory[words];

void main() { if (gl_LocalInvocationIndex < words) memory[gl_LocalInvocationIndex] = gl_LocalInvocationIndex; }
