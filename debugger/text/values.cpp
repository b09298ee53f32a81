#include "debugger/text/values.h"

#include <fmt/format.h>

#include "debugger/fields.h"
#include "support/text.h"

namespace spirv_oracle {

using nlohmann::json;

std::string with_undef(std::string text) {
  constexpr std::string_view undefined = "undefined";
  for (std::size_t at = 0; (at = text.find(undefined, at)) != std::string::npos;)
    text.replace(at, undefined.size(), "undef");
  return text;
}

std::string value_text(const json& value) {
  const json& stated = field(value, "value");
  std::string text = with_undef(stated.is_string() ? stated.get<std::string>()
                                : stated.is_null() ? std::string()
                                                   : compact_text(stated));
  const std::string state = text_field(value, "state");
  // The elements of composites have marks of their own.
  const bool composite = text.starts_with('{') || text.starts_with('[') || text.starts_with('(');
  if (state == "undefined" && !composite) return "undef";
  if (state == "implementation-dependent" && !composite && !text.ends_with('?')) text += '?';
  if (text.empty()) return "-";
  return text;
}

std::string enclosed_text(const json& value) {
  const std::string enclosure = text_field(value, "enclosure");
  return enclosure.empty() ? value_text(value) : value_text(value) + " in " + enclosure;
}

std::string without_marks(std::string_view text) {
  const auto begins_interval = [](std::string_view rest) {
    return rest.starts_with(" in [") || rest.starts_with(" in {");
  };
  constexpr std::string_view may_be_nan = " or NaN";
  std::string unmarked;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (begins_interval(rest)) {
      const std::size_t end = rest.find(rest[4] == '[' ? ']' : '}');
      if (end == std::string_view::npos) return unmarked.append(rest);
      i += end;
      if (text.substr(i + 1).starts_with(may_be_nan)) i += may_be_nan.size();
      continue;
    }
    const std::string_view after = rest.substr(1);
    const bool ends_value =
        after.empty() || after.starts_with(',') || after.starts_with(')') || begins_interval(after);
    if (rest[0] != '?' || !ends_value) unmarked += rest[0];
  }
  return unmarked;
}

std::string coordinates_text(const json& list) {
  if (!list.is_array()) return "";
  std::string text;
  for (const json& element : list) {
    if (!text.empty()) text += ',';
    text += compact_text(element);
  }
  return '(' + text + ')';
}

std::string place_text(const json& place) {
  const std::string file = text_field(place, "file");
  const std::int64_t line = integer_field_or(place, "line", 0);
  if (line <= 0) return "";
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), line);
}

std::string who_text(const json& who) {
  std::string text;
  const auto add = [&text](const std::string& part) {
    if (!text.empty()) text += ", ";
    text += part;
  };
  if (field(who, "workgroup").is_array())
    add("workgroup " + coordinates_text(field(who, "workgroup")));
  if (const auto subgroup = integer_field(who, "subgroup"))
    add(fmt::format("subgroup {}", *subgroup));
  if (const auto lane = integer_field(who, "lane")) add(fmt::format("lane {}", *lane));
  if (field(who, "pixel").is_array()) {
    add(fmt::format("pixel {} of primitive {}{}", coordinates_text(field(who, "pixel")),
                    integer_field_or(who, "primitive", 0),
                    flag_field(who, "helper") ? " (helper invocation)" : ""));
  } else if (field(who, "invocation").is_array())
    add("global id " + coordinates_text(field(who, "invocation")));
  return text;
}

std::string lanes_text(const json& object, const char* name) {
  return number_ranges(numbers_field(object, name));
}

}  // namespace spirv_oracle
