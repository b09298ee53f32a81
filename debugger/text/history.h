// The answers about the history of the run, as text.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace spirv_oracle {

// The depth to ask `why` for if the value is undefined: deep enough for most origins.
inline constexpr int depth_of_undefined_values = 64;
// Whether an answer to `why` explains an undefined value, so that its origin should be shown.
bool explains_undefined_value(const nlohmann::json& why);

// Of `why`: the value, then what it came from, indented. Of an undefined value only the way to where it became undefined, of others
// the first steps. `all`: everything.
std::string why_text(const nlohmann::json& why, bool all);
// Of `last_write`.
std::string last_write_text(const nlohmann::json& write);
// Of `who_else`, one access per line.
std::string who_else_text(const nlohmann::json& accesses);
// Of `diff`.
std::string diff_text(const nlohmann::json& diff);

}  // namespace spirv_oracle
