// A further run of a dispatch that encloses values, for expectations about implementation-dependent elements.
#pragma once

#include <vector>

#include "amber/script/model.h"
#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

bool has_expectations(const std::vector<Command>& commands);

// Whether floats may have made some contents implementation-dependent.
bool is_worth_enclosing(const Module& module, const DispatchResult& result);

// Runs the dispatch again, and adds the enclosures to the buffers of `result`. Adds nothing if that run ends early.
void add_enclosures(const Module& module, const InstructionRegistry& registry, Dispatch dispatch,
                    Deadline deadline, DispatchResult& result);

}  // namespace spirv_oracle::amber
