#include "debugger/fields.h"

#include <limits>

namespace spirv_oracle {
namespace {

using nlohmann::json;

std::optional<std::int64_t> integer_of(const json& value) {
  if (!value.is_number_integer()) return {};
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > most) return {};
  return value.get<std::int64_t>();
}

}  // namespace

const json& field(const json& object, const char* name) {
  static const json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

const json& object_field(const json& object, const char* name) {
  static const json none = json::object();
  const json& value = field(object, name);
  return value.is_object() ? value : none;
}

const json& list_field(const json& object, const char* name) {
  static const json none = json::array();
  const json& value = field(object, name);
  return value.is_array() ? value : none;
}

std::string text_field(const json& object, const char* name) {
  const json& value = field(object, name);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<std::int64_t> integer_field(const json& object, const char* name) {
  return integer_of(field(object, name));
}

std::int64_t integer_field_or(const json& object, const char* name, std::int64_t otherwise) {
  return integer_field(object, name).value_or(otherwise);
}

bool flag_field(const json& object, const char* name) {
  const json& value = field(object, name);
  return value.is_boolean() && value.get<bool>();
}

std::vector<std::uint64_t> numbers_field(const json& object, const char* name) {
  std::vector<std::uint64_t> numbers;
  for (const json& element : list_field(object, name)) {
    const auto number = integer_of(element);
    if (number && *number >= 0) numbers.push_back(static_cast<std::uint64_t>(*number));
  }
  return numbers;
}

std::string compact_text(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace spirv_oracle
