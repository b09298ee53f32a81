// Command-line options as a table: each option is one row, from which parsing and help derive.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

struct OptionRow {
  std::string_view group;     // heading in the help; rows of a group stand together
  std::string_view name;      // without dashes
  char letter = '\0';         // the short form, if there is one
  std::string_view argument;  // what the value is called in the help; "": the option takes no value
  bool repeatable = false;
  std::string_view help;
  std::string_view hides;  // how the option can hide bugs; "": it cannot
  std::function<Result<void>(const std::string& value)> apply;
  bool may_lack_value = false;  // --NAME or --NAME=VALUE; `apply` then gets "" or VALUE
};

// Applies the options in `arguments` (without the name of the program), in their order, and
// returns the arguments that are no options. Errors: bad_input, for the first mistake.
Result<std::vector<std::string>> parse_command_line(const std::vector<OptionRow>& rows,
                                                    const std::vector<std::string>& arguments);

// The rows as help for people, under the headings of their groups.
std::string option_help(const std::vector<OptionRow>& rows);

}  // namespace spirv_oracle
