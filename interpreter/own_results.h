// What an ExchangeLog holds beside what invocations get from each other.
#pragma once

#include <cstdint>

namespace spirv_oracle {

// In Exchange::instruction: the invocation computed or loaded the result by itself.
inline constexpr std::uint32_t own_result = std::uint32_t{1} << 31;

// A log that has this many records gets no more own results, so that there is room for exchanges.
inline constexpr std::uint64_t most_before_own_results = std::uint64_t{1} << 22;

}  // namespace spirv_oracle
