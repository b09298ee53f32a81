// The ways of a branch that its lanes do not take; for the shadow runs of exec/uncertain_branches.h only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

// The bits of a lane of a plane in a register file.
std::uint64_t lane_bits(const std::byte* registers, const Plane& plane, unsigned lane);

// A target of a switch, and a selector that leads there.
struct OtherWay {
  std::uint32_t target = 0;
  std::uint64_t value = 0;
};
// Of a table in Program::data (see switch_handler in exec/tangle.h), for selectors of so many bytes.
std::vector<OtherWay> ways_of_table(const std::uint32_t* table, unsigned bytes);

// Those of the lanes whose selector, operand 0, leads to another target.
LaneMask lanes_elsewhere(const Subgroup& subgroup, const Op& op, const std::uint32_t* table,
                         unsigned bytes, std::uint32_t target, const LaneMask& lanes);

// Gives a selector of so many bytes the value in these lanes of a shadow run, or flips a condition (0 bytes). It is
// certain then.
void choose(Subgroup& shadow, const Op& op, unsigned selector_bytes, std::uint64_t value,
            const LaneMask& lanes);

}  // namespace spirv_oracle
