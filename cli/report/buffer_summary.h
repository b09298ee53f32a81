// Summarizes large buffers in a few lines.
#pragma once

#include <string>
#include <string_view>

#include "data/scalar.h"
#include "memory/definedness.h"

namespace spirv_oracle {

// Buffers with more elements print as a summary, unless the user requests all of them.
inline constexpr std::uint64_t most_printed_elements = 256;

// `NAME: TYPE[COUNT] =` with the first and the last elements, and a line with the range of the
// components and the numbers of undefined and implementation-dependent ones. `option` is the option
// that prints everything.
std::string buffer_summary(std::string_view name, const ShadowedBytes& contents, ElementType type,
                           std::string_view option);

}  // namespace spirv_oracle
