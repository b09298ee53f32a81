// Divergence and reconvergence of tangles: the handlers of control records, and their common parts.
#pragma once

#include <cstdint>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Where lanes wait that leave a construct (operand 1 of a leave record).
enum class Wait : std::uint32_t { at_merge, at_continue, at_header };

// Ends the current tangle and selects the next one, from the innermost construct outward. Null if
// the subgroup stops.
const Record* next_tangle(Subgroup& subgroup);

// enter frame: extra = index of { depth, kind, construct, merge, continue target, header } in Program::data.
const Record* enter_frame(Subgroup&, const Record*);
// jump: operand 0 = target; extra = cost, as in all following records.
Handler jump_handler();
// jump to a block of the innermost construct to which several branches lead: joins lanes that
// arrive through the others, which is permitted. operand 1 = index into Program::constructs, 0 for
// a case of an OpSwitch.
const Record* jump_and_join(Subgroup&, const Record*);
// branch: operand 0 = condition, 1 = target if true, 2 = target if false.
Handler branch_handler();
// switch: operand 0 = selector, 1 = index of the table in Program::data:
// { count, cases that run before the default, default target, (low word, high word, target) * count },
// in the order in which the paths run.
Handler switch_handler(unsigned selector_bytes);
// leave: operand 0 = depth of the frame, 1 = Wait.
Handler leave_handler();
// terminate: the lanes of the tangle end.
const Record* terminate(Subgroup&, const Record*);
// unreachable: lanes reached a place that the module declares unreachable.
const Record* unreachable(Subgroup&, const Record*);
// Must follow a tangled instruction. If the tangle depends on reconvergence that is not guaranteed,
// reports that and makes the results implementation-dependent. extra = index of { count, slots } in
// Program::data.
const Record* watch_guarantee(Subgroup&, const Record*);
// finish: the end of the entry point, for all lanes that returned.
const Record* finish(Subgroup&, const Record*);

}  // namespace spirv_oracle
