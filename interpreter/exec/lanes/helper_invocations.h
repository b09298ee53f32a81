// Helper invocations of fragment shaders (Vulkan, "Helper Invocations").
#pragma once

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// Lets helper invocations skip the records up to one of include_helpers: they have no effect on memory.
// operand 0 = index of that record.
const Record* exclude_helpers(Subgroup& subgroup, const Record* record);
// extra = index of { count, slots } in Program::data: results that are undefined in helper invocations.
const Record* include_helpers(Subgroup& subgroup, const Record* record);

// Executes the records up to the one with the index in operand 0, which are those of a group instruction, with the results in
// the list at operand 1 in Program::data, { count, slots }. If the tangle has
// helper invocations and others, executes them without helper invocations as well: results that differ are
// implementation-dependent, and undefined if they are undefined then.
const Record* compare_without_helpers(Subgroup& subgroup, const Record* record);

// The active lanes become helper invocations. result = the plane of the built-in HelperInvocation, or no_slot; extra = 1 if
// its variable is Volatile. Otherwise its value is undefined from now on (OpDemoteToHelperInvocation).
const Record* demote_to_helpers(Subgroup& subgroup, const Record* record);
// result = whether the invocation is a helper invocation now.
const Record* is_helper(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
