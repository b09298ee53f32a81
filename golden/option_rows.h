// Rows for options that several commands of spirv-golden have.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/shard.h"
#include "support/command_line.h"

namespace spirv_oracle::golden {

// The targets of all rows must outlive them.

OptionRow option(std::string_view name, std::string_view argument, std::string_view help,
                 std::function<Result<void>(const std::string& value)> apply);
// --NAME without a value: sets `target`.
OptionRow flag_option(std::string_view name, std::string_view help, bool& target);
OptionRow text_option(std::string_view name, std::string_view argument, std::string_view help,
                      std::string& target);
// A whole number from `least` to `most`; `what` names it in messages.
OptionRow number_option(std::string_view name, std::string_view help, std::string_view what,
                        std::uint64_t least, std::uint64_t most,
                        std::function<void(std::uint64_t)> set);

OptionRow out_option(std::string& folder);
OptionRow jobs_option(std::uint32_t& jobs);
OptionRow resume_option(bool& resume);
OptionRow shard_option(Shard& shard);
OptionRow seconds_option(std::string_view help, double& seconds);
// --accept agreed
OptionRow accept_option(bool& only_agreed);
// --format text|json
OptionRow format_option(bool& json);

// `head`: the usage, and what the command does.
std::string command_help(std::string_view head, const std::vector<OptionRow>& rows);

}  // namespace spirv_oracle::golden
