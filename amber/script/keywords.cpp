#include "amber/script/keywords.h"

#include <algorithm>

#include "amber/script/state_words.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::string_view filters[] = {"nearest", "linear"};
constexpr std::string_view address_modes[] = {"repeat", "mirrored_repeat", "clamp_to_edge",
                                              "clamp_to_border", "mirrored_clamp_to_edge"};
constexpr std::string_view border_colors[] = {"float_transparent_black", "int_transparent_black",
                                              "float_opaque_black",      "int_opaque_black",
                                              "float_opaque_white",      "int_opaque_white"};
constexpr std::string_view on_off[] = {"on", "off"};

KeywordValue word(std::string_view name, std::span<const std::string_view> words) {
  return {ValueKind::word, name, words};
}
KeywordValue number(std::string_view name) { return {ValueKind::number, name, {}}; }

}  // namespace

std::span<const KeywordRow> sampler_keywords() {
  static const std::vector<KeywordRow> rows{
      {"MAG_FILTER", {word("a filter", filters)}},
      {"MIN_FILTER", {word("a filter", filters)}},
      {"ADDRESS_MODE_U", {word("an address mode", address_modes)}},
      {"ADDRESS_MODE_V", {word("an address mode", address_modes)}},
      {"ADDRESS_MODE_W", {word("an address mode", address_modes)}},
      {"BORDER_COLOR", {word("a border color", border_colors)}},
      {"MIN_LOD", {number("MIN_LOD")}},
      {"MAX_LOD", {number("MAX_LOD")}},
      {"NORMALIZED_COORDS", {}},
      {"UNNORMALIZED_COORDS", {}},
      {"COMPARE", {word("on or off", on_off)}},
      {"COMPARE_OP", {word("a compare operation", compare_operation_words)}},
  };
  return rows;
}

const KeywordRow* find_keyword(std::span<const KeywordRow> rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [name](const KeywordRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<std::string_view> keyword_names(std::span<const KeywordRow> rows) {
  std::vector<std::string_view> names;
  for (const KeywordRow& row : rows) names.push_back(row.name);
  return names;
}

std::vector<std::string> parse_keyword_values(ScriptReader& reader, const KeywordRow& row) {
  std::vector<std::string> values;
  for (const KeywordValue& value : row.values) {
    const Token token = reader.peek();
    if (value.kind == ValueKind::word) reader.one_of(value.name, value.words);
    if (value.kind == ValueKind::number) reader.number(value.name);
    values.emplace_back(token.text);
  }
  return values;
}

}  // namespace spirv_oracle::amber
