// DATA that is a range of a named memory: memory(NAME), memory(NAME+BYTES) or memory(NAME+BYTES,SIZE).
#pragma once

#include <string_view>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Whether the DATA of an option names a range of a memory.
bool is_memory_range(std::string_view data);

// The range, of one of these memories. Requires is_memory_range(). Errors: bad_input if the memory does not exist, or the
// range exceeds it.
Result<MemoryRange> parse_memory_range(std::string_view data,
                                       const std::vector<NamedMemory>& memories);

}  // namespace spirv_oracle
