// Results in an ExchangeLog that invocations did not get from each other.
#pragma once

#include <cstdint>

namespace spirv_oracle {

// In ExchangedResult::instruction: the invocation computed or loaded the result itself.
inline constexpr std::uint32_t own_result = std::uint32_t{1} << 31;

// A log with this many records does not get further own results, so that room remains for
// exchanges.
inline constexpr std::uint64_t most_before_own_results = std::uint64_t{1} << 22;

}  // namespace spirv_oracle
