// Rules of the Vulkan environment that compare a shader with the limits of a device (DeviceLimits).
// PipelineOptions::device_limits enables them.
#pragma once

#include <span>
#include <vector>

#include "interpreter/device_limits.h"
#include "interpreter/findings/clause.h"
#include "interpreter/findings/finding.h"
#include "interpreter/loader/module.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct DeviceLimitRules {
  static constexpr Clause workgroup_count{
      "device-limits.workgroup-count", "device-limits", Effect::undefined_behavior,
      "the dispatch has more workgroups than maxComputeWorkGroupCount"};
  static constexpr Clause workgroup_size{"device-limits.workgroup-size", "device-limits",
                                         Effect::undefined_behavior,
                                         "the workgroup is larger than maxComputeWorkGroupSize"};
  static constexpr Clause workgroup_invocations{
      "device-limits.workgroup-invocations", "device-limits", Effect::undefined_behavior,
      "the workgroup has more invocations than maxComputeWorkGroupInvocations"};
  static constexpr Clause shared_memory{"device-limits.shared-memory", "device-limits",
                                        Effect::undefined_behavior,
                                        "the variables in the Workgroup storage class have more "
                                        "bytes than maxComputeSharedMemorySize"};
  static constexpr Clause texel_offset{
      "device-limits.texel-offset", "device-limits", Effect::undefined_behavior,
      "a texel offset is not between minTexelOffset and maxTexelOffset"};
  static constexpr Clause texel_gather_offset{
      "device-limits.texel-gather-offset", "device-limits", Effect::undefined_behavior,
      "a gather offset is not between minTexelGatherOffset and maxTexelGatherOffset"};
  static constexpr Clause matrix{"device-limits.matrix", "device-limits",
                                 Effect::undefined_behavior,
                                 "the device does not offer the cooperative matrix or product"};
  static constexpr auto clauses =
      clause_list(workgroup_count, workgroup_size, workgroup_invocations, shared_memory,
                  texel_offset, texel_gather_offset, matrix);
};

// The requirements of a dispatch of a compute shader that exceed the limits.
std::vector<Finding> exceeded_limits(const Program& program, const EntryPoint& entry,
                                     const Launch& launch);

// For the current image instruction: emits a comparison of the planes of an offset with the limits.
// Emits nothing if there are none.
void check_texel_offsets(Lowering& lowering, std::span<const Slot> planes, bool is_gather);

}  // namespace spirv_oracle
