// Line numbers that the source text itself sets, with #line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace spirv_oracle {

// The text of a file in which each line has its number. Lines are empty if several have their number, or if it is
// unknown which one has: for example, after a directive between #if and #endif. None if the text has no
// such directives, so that its lines have their numbers already. `most`: the largest result in bytes; without room, the
// result is empty.
std::optional<std::string> text_by_line_number(std::string_view text, std::string_view file,
                                               std::size_t most);

}  // namespace spirv_oracle
