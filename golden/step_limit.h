// How long runs may take that differ from one that has ended.
#pragma once

#include <cstdint>

namespace spirv_oracle::golden {

// The limit of steps for a changed module or a wrong driver, which may run forever. `steps`: those of the run that ended.
constexpr std::uint64_t step_limit_of_changed(std::uint64_t steps) { return 10 * steps + 100'000; }

}  // namespace spirv_oracle::golden
