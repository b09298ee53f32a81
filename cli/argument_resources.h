// Adds the arguments of a kernel from the options to a dispatch.
#pragma once

#include "cli/options.h"
#include "data/data.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Adds the value of an option --arg. Errors: bad_input, with the option.
Result<void> add_argument(const EntryPointInfo& entry, const ArgumentOption& option,
                          const DataContext& context, Dispatch& dispatch);

}  // namespace spirv_oracle
