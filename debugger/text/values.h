// Values and places of the protocol as text.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace spirv_oracle {

// Of {"value", "state"}, as spirv-run prints it: "undef" for an undefined value, a ? after one that is
// implementation-dependent. "-" if there is none.
std::string value_text(const nlohmann::json& value);
// The value as value_text() prints it, with the interval in which it lies ("enclosure"): "0.5 in [0.25, 0.75]".
std::string enclosed_text(const nlohmann::json& value);

// A value that a user has edited in the form of enclosed_text(), as an expression: without intervals, and without the ? of
// implementation-dependent values.
std::string without_marks(std::string_view text);

// The text of a value with "undef" for "undefined", as spirv-run prints it.
std::string with_undef(std::string text);

// "(1,0,0)" for [1, 0, 0].
std::string coordinates_text(const nlohmann::json& list);

// "reduce.comp:14", or "" if the place has no line.
std::string place_text(const nlohmann::json& place);

// "workgroup (1,0,0), subgroup 0, lane 2" of the fields that are there.
std::string who_text(const nlohmann::json& who);

// "0-3,7" of a field with lanes.
std::string lanes_text(const nlohmann::json& object, const char* name);

}  // namespace spirv_oracle
