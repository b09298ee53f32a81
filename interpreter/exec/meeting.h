// Control flow without structure: kernels. Lanes that part wait for each other at meetings, of which there
// is one for each block. Those at the earliest one, in an order of the blocks in which all branches but
// those back to the header of a loop go forward, go on first; the way back to a header comes behind all
// blocks of its loop, and before what follows the loop. So lanes meet as early as they can, and never in
// different iterations of a loop that all of them are in.
#pragma once

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// The tangle is done here: picks the next one. Null if the subgroup stops.
const Op* next_at_meetings(Subgroup& subgroup);

// The function begins: extra = index into Program::graphs.
const Op* enter_graph(Subgroup&, const Op*);
// operand 0 = the meeting to go to; extra = cost, as in all that follow.
const Op* go_to_meeting(Subgroup&, const Op*);
// operand 0 = condition, 1 = meeting where true, 2 = meeting where false.
const Op* branch_to_meetings(Subgroup&, const Op*);
// operand 0 = selector, 1 = index of the table in Program::data, as switch_handler() has it but with
// meetings for targets.
Handler switch_to_meetings_handler(unsigned selector_bytes);

}  // namespace spirv_oracle
