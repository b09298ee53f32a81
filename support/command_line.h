// Command-line options as a table. Each option is one row, which defines its parsing and its help
// text.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

struct OptionRow {
  std::string_view group;     // heading in the help; the rows of a group are adjacent
  std::string_view name;      // without dashes
  char letter = '\0';         // the short form, if any
  std::string_view argument;  // the name of the value in the help; "": the option has no value
  bool repeatable = false;
  std::string_view help;
  std::string_view hides;  // how the option can hide bugs; "" if it cannot
  std::function<Result<void>(const std::string& value)> apply;
  bool may_lack_value = false;  // --NAME or --NAME=VALUE; `apply` then gets "" or VALUE
  bool two_words = false;  // -NAME A B, as in other compilers, or --NAME A B; `apply` gets "A B"
};

// Applies the options in `arguments` (without the name of the program), in their order. Returns the
// other arguments. Errors: bad_input for the first error.
Result<std::vector<std::string>> parse_command_line(const std::vector<OptionRow>& rows,
                                                    const std::vector<std::string>& arguments);

// The help text of the rows, under the headings of their groups.
std::string option_help(const std::vector<OptionRow>& rows);

}  // namespace spirv_oracle
