// The paths of a branch that its lanes do not take. Only for the shadow runs of
// exec/tangles/uncertain_branches.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// The bits of a lane of a plane in a register file.
std::uint64_t lane_bits(const std::byte* registers, const Plane& plane, unsigned lane);

// A target of a switch, and a selector that leads to it.
struct UntakenPath {
  std::uint32_t target = 0;
  std::uint64_t value = 0;
  bool is_certain = true;  // whether no other selector leads to it
};
// The paths of a table in Program::data (see switch_handler in exec/tangles/tangle.h), for selectors of
// `bytes` bytes.
std::vector<UntakenPath> untaken_paths(const std::uint32_t* table, unsigned bytes);

// The lanes whose selector, operand 0, leads to another target.
LaneMask lanes_to_other_targets(const Subgroup& subgroup, const Record& record,
                                const std::uint32_t* table, unsigned bytes, std::uint32_t target,
                                const LaneMask& lanes);

// Of `lanes`, those whose selector, operand 0, leads to one target whatever its indeterminate bits are.
LaneMask lanes_with_one_target(const Subgroup& subgroup, const Record& record, unsigned bytes,
                               const LaneMask& lanes);

// In a shadow run, gives a selector the value of the path in these lanes.
void choose(Subgroup& shadow, const Record& record, unsigned selector_bytes,
            const UntakenPath& path, const LaneMask& lanes);
// In a shadow run, negates a condition in these lanes.
void flip(Subgroup& shadow, const Record& record, const LaneMask& lanes);

}  // namespace spirv_oracle
