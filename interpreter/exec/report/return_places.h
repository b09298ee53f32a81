// Where invocations may have returned that miss a barrier, for reports. A run does not record which
// return each lane takes, so control flow gives the answer.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/kernels/lane_mask.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

struct Record;
struct Program;
struct Subgroup;

// What the state of a run says about the path of lanes that have left a function.
struct PathFacts {
  bool may_repeat = true;  // they may have executed the record before
  std::uint32_t not_passed =
      0;  // they never got past the block of this instruction; 0: none is known
  std::vector<Id> not_reached{};  // blocks that they did not reach, by their labels
};
// Of `lanes`, which have returned from the function that `call` executes (an origin; 0: the entry
// point), whose frame has that depth, while the tangle of the subgroup is in that function.
PathFacts facts_about(const Subgroup& subgroup, const LaneMask& lanes, std::uint32_t depth,
                      std::uint32_t call);

// The indices of the return instructions, in the order of the module, by which lanes may leave the
// function that `call` executes without `record`, a record of that function or of one that it calls.
std::vector<std::uint32_t> returns_missing(const Program& program, const Record& record,
                                           std::uint32_t call, const PathFacts& facts);

}  // namespace spirv_oracle
