// Which invocation of a workgroup is which lane of which subgroup.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// What a quad is besides four lanes with adjacent ids: the DerivativeGroup*KHR execution mode.
enum class QuadGroup : std::uint8_t {
  lanes,   // neither mode
  quads,   // DerivativeGroupQuadsKHR: 2x2 in x and y of LocalInvocationId
  linear,  // DerivativeGroupLinearKHR: four consecutive LocalInvocationIndex values
};

struct SubgroupLayout {
  static constexpr std::uint32_t no_invocation = 0xFFFFFFFF;

  std::uint32_t invocation_count = 1;  // of the workgroup
  std::uint32_t subgroup_size = 1;
  std::uint32_t subgroup_count = 0;  // 0: not made yet
  // LocalInvocationIndex by SubgroupId * SubgroupSize + lane; empty where the two are the same.
  std::vector<std::uint32_t> invocations;

  // LocalInvocationIndex of a lane; a number that no invocation has where there is none.
  std::uint32_t invocation(std::uint32_t subgroup_id, unsigned lane) const {
    const std::size_t position = std::size_t{subgroup_id} * subgroup_size + lane;
    if (invocations.empty()) return static_cast<std::uint32_t>(position);
    return position < invocations.size() ? invocations[position] : no_invocation;
  }
  // The lanes of a subgroup that have an invocation.
  LaneMask existing(std::uint32_t subgroup_id) const;
};

// Every invocation becomes one lane, and every quad four lanes with adjacent ids of one subgroup.
// Where there are quads, the subgroup size is at least 4 and the workgroup is a whole number of them.
SubgroupLayout make_subgroup_layout(const Dim3& local_size, std::uint32_t subgroup_size,
                                    const SubgroupMapping& mapping, QuadGroup quad_group);

}  // namespace spirv_oracle
