// Fields of JSON objects that others wrote: a field that is missing or has another type counts as absent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace spirv_oracle {

// The field, or null.
const nlohmann::json& field(const nlohmann::json& object, const char* name);
// The field if it is an object or an array; otherwise an empty one.
const nlohmann::json& object_field(const nlohmann::json& object, const char* name);
const nlohmann::json& list_field(const nlohmann::json& object, const char* name);

// "" if absent.
std::string text_field(const nlohmann::json& object, const char* name);
// Integers only.
std::optional<std::int64_t> integer_field(const nlohmann::json& object, const char* name);
std::int64_t integer_field_or(const nlohmann::json& object, const char* name,
                              std::int64_t otherwise);
// false if absent.
bool flag_field(const nlohmann::json& object, const char* name);
// Those elements of the list that are numbers from 0.
std::vector<std::uint64_t> numbers_field(const nlohmann::json& object, const char* name);

// One line; bytes that are not UTF-8 are replaced.
std::string compact_text(const nlohmann::json& value);

}  // namespace spirv_oracle
