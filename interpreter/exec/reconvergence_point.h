// Unstructured control flow (kernels). Each block has a reconvergence point, where lanes that diverged wait for
// each other. The blocks are in an order in which every branch goes forward, except those back to the header of
// a loop; the edge back to a header has a point behind all blocks of its loop and before what follows the loop.
// Lanes at the earliest point in this order run first. So lanes reconverge as early as they can, and never in
// different iterations of a loop that all of them are in.
#pragma once

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// The tangle is done here: picks the next one. Null if the subgroup stops.
const Op* next_unstructured_tangle(Subgroup& subgroup);

// The function begins: extra = index into Program::graphs.
const Op* enter_graph(Subgroup&, const Op*);
// operand 0 = the reconvergence point to go to; extra = cost, as in all that follow.
const Op* jump_unstructured(Subgroup&, const Op*);
// operand 0 = condition, 1 = the point where true, 2 = the point where false.
const Op* branch_unstructured(Subgroup&, const Op*);
// operand 0 = selector, 1 = index of the table in Program::data, as switch_handler() has it but with
// reconvergence points for targets.
Handler unstructured_switch_handler(unsigned selector_bytes);

}  // namespace spirv_oracle
