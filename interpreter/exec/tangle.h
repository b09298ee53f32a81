// Forking and joining tangles. The handlers of control records, and what they share.
#pragma once

#include <cstdint>

#include "interpreter/exec/subgroup.h"

namespace spirv_oracle {

// Where lanes wait that leave a construct (operand 1 of a leave record).
enum class Wait : std::uint32_t { at_merge, at_continue, at_header };

// The tangle is done here: picks the next one, innermost construct first. Null if the subgroup stops.
const Op* next_tangle(Subgroup& subgroup);

// Words of an enter record in Program::data, at Op::extra.
struct EnterFrameData {
  std::uint32_t depth, kind, construct, merge, continue_target, header;
};

// enter frame: extra = index of EnterFrameData.
const Op* enter_frame(Subgroup&, const Op*);
// jump: operand 0 = target; extra = cost, as in all that follow.
const Op* jump(Subgroup&, const Op*);
// The same, to a block of the innermost construct that several branches lead to: joins those who come there
// by others, as they may. operand 1 = index into Program::constructs, 0 for a case of an OpSwitch.
const Op* jump_and_join(Subgroup&, const Op*);
// branch: operand 0 = condition, 1 = target where true, 2 = target where false.
const Op* branch_conditional(Subgroup&, const Op*);
// switch: operand 0 = selector, 1 = index of the table in Program::data:
// { count, cases that run before the default, default target, (low word, high word, target) * count },
// in the order in which the paths run.
Handler switch_handler(unsigned selector_bytes);
// leave: operand 0 = depth of the frame, 1 = Wait.
const Op* leave(Subgroup&, const Op*);
// The lanes of the tangle end.
const Op* terminate(Subgroup&, const Op*);
// The lanes came where the module said that nothing comes.
const Op* unreachable(Subgroup&, const Op*);
// Behind a tangled instruction: where the tangle rests on a join that is not guaranteed, reports that and
// makes the results implementation-dependent. extra = index of { count, slots } in Program::data.
const Op* watch_guarantee(Subgroup&, const Op*);
// The end of the entry point, reached by all lanes that returned.
const Op* finish(Subgroup&, const Op*);

}  // namespace spirv_oracle
