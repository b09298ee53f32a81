#include "amber/script/keywords.h"

#include <algorithm>

namespace spirv_oracle::amber {
namespace {

constexpr std::string_view filters[] = {"nearest", "linear"};
constexpr std::string_view address_modes[] = {"repeat", "mirrored_repeat", "clamp_to_edge",
                                              "clamp_to_border", "mirrored_clamp_to_edge"};
constexpr std::string_view border_colors[] = {"float_transparent_black", "int_transparent_black",
                                              "float_opaque_black",      "int_opaque_black",
                                              "float_opaque_white",      "int_opaque_white"};
constexpr std::string_view compare_ops[] = {
    "never", "less", "equal", "less_or_equal", "greater", "not_equal", "greater_or_equal",
    "always"};
constexpr std::string_view stencil_ops[] = {"keep",
                                            "zero",
                                            "replace",
                                            "increment_and_clamp",
                                            "decrement_and_clamp",
                                            "invert",
                                            "increment_and_wrap",
                                            "decrement_and_wrap"};
constexpr std::string_view blend_factors[] = {"zero",
                                              "one",
                                              "src_color",
                                              "one_minus_src_color",
                                              "dst_color",
                                              "one_minus_dst_color",
                                              "src_alpha",
                                              "one_minus_src_alpha",
                                              "dst_alpha",
                                              "one_minus_dst_alpha",
                                              "constant_color",
                                              "one_minus_constant_color",
                                              "constant_alpha",
                                              "one_minus_constant_alpha",
                                              "src_alpha_saturate",
                                              "src1_color",
                                              "one_minus_src1_color",
                                              "src1_alpha",
                                              "one_minus_src1_alpha"};
constexpr std::string_view blend_ops[] = {"add",
                                          "substract",
                                          "reverse_substract",
                                          "min",
                                          "max",
                                          "zero",
                                          "src",
                                          "dst",
                                          "src_over",
                                          "dst_over",
                                          "src_in",
                                          "dst_in",
                                          "src_out",
                                          "dst_out",
                                          "src_atop",
                                          "dst_atop",
                                          "xor",
                                          "multiply",
                                          "screen",
                                          "overlay",
                                          "darken",
                                          "lighten",
                                          "color_dodge",
                                          "color_burn",
                                          "hard_light",
                                          "soft_light",
                                          "difference",
                                          "exclusion",
                                          "invert",
                                          "invert_rgb",
                                          "linear_dodge",
                                          "linear_burn",
                                          "vivid_light",
                                          "linear_light",
                                          "pin_light",
                                          "hard_mix",
                                          "hsl_hue",
                                          "hsl_saturation",
                                          "hsl_color",
                                          "hsl_luminosity",
                                          "plus",
                                          "plus_clamped",
                                          "plus_clamped_alpha",
                                          "plus_darker",
                                          "minus",
                                          "minus_clamped",
                                          "contrast",
                                          "invert_org",
                                          "red",
                                          "green",
                                          "blue"};
constexpr std::string_view on_off[] = {"on", "off"};

KeywordValue word(std::string_view name, std::span<const std::string_view> words) {
  return {ValueKind::word, name, words};
}
KeywordValue number(std::string_view name) { return {ValueKind::number, name, {}}; }
KeywordValue literal(std::string_view name) { return {ValueKind::literal, name, {}}; }
KeywordValue byte(std::string_view name) { return {ValueKind::byte, name, {}}; }

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
      {"COMPARE_OP", {word("a compare operation", compare_ops)}},
  };
  return rows;
}

std::span<const KeywordRow> depth_keywords() {
  static const std::vector<KeywordRow> rows{
      {"TEST", {word("on or off", on_off)}},
      {"WRITE", {word("on or off", on_off)}},
      {"CLAMP", {word("on or off", on_off)}},
      {"COMPARE_OP", {word("a compare operation", compare_ops)}},
      {"BOUNDS", {literal("min"), number("min"), literal("max"), number("max")}},
      {"BIAS",
       {literal("constant"), number("constant"), literal("clamp"), number("clamp"),
        literal("slope"), number("slope")}},
  };
  return rows;
}

std::span<const KeywordRow> stencil_keywords() {
  static const std::vector<KeywordRow> rows{
      {"TEST", {word("on or off", on_off)}},
      {"FAIL_OP", {word("a stencil operation", stencil_ops)}},
      {"PASS_OP", {word("a stencil operation", stencil_ops)}},
      {"DEPTH_FAIL_OP", {word("a stencil operation", stencil_ops)}},
      {"COMPARE_OP", {word("a compare operation", compare_ops)}},
      {"COMPARE_MASK", {byte("COMPARE_MASK")}},
      {"WRITE_MASK", {byte("WRITE_MASK")}},
      {"REFERENCE", {byte("REFERENCE")}},
  };
  return rows;
}

std::span<const KeywordRow> blend_keywords() {
  static const std::vector<KeywordRow> rows{
      {"SRC_COLOR_FACTOR", {word("a blend factor", blend_factors)}},
      {"DST_COLOR_FACTOR", {word("a blend factor", blend_factors)}},
      {"COLOR_OP", {word("a blend operation", blend_ops)}},
      {"SRC_ALPHA_FACTOR", {word("a blend factor", blend_factors)}},
      {"DST_ALPHA_FACTOR", {word("a blend factor", blend_factors)}},
      {"ALPHA_OP", {word("a blend operation", blend_ops)}},
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
  constexpr std::uint64_t max_byte = 255;
  std::vector<std::string> values;
  for (const KeywordValue& value : row.values) {
    const Token token = reader.peek();
    if (value.kind == ValueKind::literal) {
      reader.one_of("a word", std::span(&value.name, 1));
      continue;
    }
    if (value.kind == ValueKind::word) reader.one_of(value.name, value.words);
    if (value.kind == ValueKind::number) reader.number(value.name);
    if (value.kind == ValueKind::byte) reader.unsigned_number(value.name, max_byte);
    values.emplace_back(token.text);
  }
  return values;
}

}  // namespace spirv_oracle::amber
