// Unstructured control flow (kernels). Each block has a reconvergence point, where lanes that
// diverged wait for each other. The blocks are in an order in which every branch goes forward,
// except for those back to the header of a loop. The edge back to a header has a point after all
// blocks of its loop and before the blocks that follow the loop. Lanes at the earliest point in
// this order run first. So lanes reconverge as early as they can, and never in different iterations
// of a loop that all of them are in.
#pragma once

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Selects which of the tangles that wait in the running function is the next one.
class TangleChoice {
 public:
  virtual ~TangleChoice() = default;
  // The number of a reconvergence point where lanes wait.
  virtual std::uint32_t next_point(const Subgroup& subgroup) = 0;
};

// Ends the current tangle and selects the next one. Null if the subgroup stops.
const Record* next_unstructured_tangle(Subgroup& subgroup);

// The current tangle pauses before `record`, in the block of a reconvergence point where no lanes wait. Selects the next one.
const Record* pause_unstructured(Subgroup& subgroup, const Record* record, std::uint32_t point);

// At the beginning of a function: extra = index into Program::graphs.
const Record* enter_graph(Subgroup&, const Record*);
// operand 0 = the reconvergence point to go to; extra = cost, as in all following records.
const Record* jump_unstructured(Subgroup&, const Record*);
// operand 0 = condition, 1 = the point if true, 2 = the point if false.
const Record* branch_unstructured(Subgroup&, const Record*);
bool no_lanes_wait(const Subgroup& subgroup);
// operand 0 = selector, 1 = index of the table in Program::data, as in switch_handler(), but with
// reconvergence points as targets.
Handler unstructured_switch_handler(unsigned selector_bytes);

}  // namespace spirv_oracle
