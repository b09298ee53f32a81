// The mapping of the invocations of a workgroup to lanes and subgroups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// The DerivativeGroup*KHR execution mode, which defines quads beyond four lanes with adjacent ids.
enum class QuadGroup : std::uint8_t {
  lanes,   // neither mode
  quads,   // DerivativeGroupQuadsKHR: 2x2 in x and y of LocalInvocationId
  linear,  // DerivativeGroupLinearKHR: four consecutive LocalInvocationIndex values
};

struct SubgroupLayout {
  static constexpr std::uint32_t no_invocation = 0xFFFFFFFF;

  std::uint32_t invocation_count = 1;  // of the workgroup
  std::uint32_t subgroup_size = 1;
  std::uint32_t subgroup_count = 0;  // 0: not created yet
  // LocalInvocationIndex by SubgroupId * SubgroupSize + lane; empty if the two are the same.
  std::vector<std::uint32_t> invocations;

  // The LocalInvocationIndex of a lane. If the lane has no invocation, a number that no invocation
  // has.
  std::uint32_t invocation(std::uint32_t subgroup_id, unsigned lane) const {
    const std::size_t position = std::size_t{subgroup_id} * subgroup_size + lane;
    if (invocations.empty()) return static_cast<std::uint32_t>(position);
    return position < invocations.size() ? invocations[position] : no_invocation;
  }
  // The lanes of a subgroup that have an invocation.
  LaneMask existing(std::uint32_t subgroup_id) const;
};

// Every invocation becomes one lane, and every quad four lanes with adjacent ids of one subgroup.
// With quads, the subgroup size must be at least 4, and the workgroup must consist of whole quads.
SubgroupLayout make_subgroup_layout(const Dim3& local_size, std::uint32_t subgroup_size,
                                    const SubgroupMapping& mapping, QuadGroup quad_group);

}  // namespace spirv_oracle
