// Programs that become too large because every call is inlined.
#pragma once

#include <cstddef>
#include <string_view>

#include "interpreter/ir/program.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// The error for an entry point that exceeds `limit` of `unit`, with the function whose copies take the most records.
Error too_large_when_inlined(const Program& program, std::size_t limit, std::string_view unit);

}  // namespace spirv_oracle
