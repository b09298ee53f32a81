// The words of the scripts for the state of graphics pipelines. Each list has the order of its enumeration.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "amber/script/script_reader.h"

namespace spirv_oracle::amber {

inline constexpr std::array compare_operation_words =
    std::to_array<std::string_view>({"never", "less", "equal", "less_or_equal", "greater",
                                     "not_equal", "greater_or_equal", "always"});

inline constexpr std::array stencil_operation_words = std::to_array<std::string_view>(
    {"keep", "zero", "replace", "increment_and_clamp", "decrement_and_clamp", "invert",
     "increment_and_wrap", "decrement_and_wrap"});

inline constexpr std::array blend_factor_words = std::to_array<std::string_view>(
    {"zero", "one", "src_color", "one_minus_src_color", "dst_color", "one_minus_dst_color",
     "src_alpha", "one_minus_src_alpha", "dst_alpha", "one_minus_dst_alpha", "constant_color",
     "one_minus_constant_color", "constant_alpha", "one_minus_constant_alpha", "src_alpha_saturate",
     "src1_color", "one_minus_src1_color", "src1_alpha", "one_minus_src1_alpha"});

// As AmberScript spells them. The others are those of advanced_blend_words.
inline constexpr std::array blend_operation_words =
    std::to_array<std::string_view>({"add", "substract", "reverse_substract", "min", "max"});

// The operations of VK_EXT_blend_operation_advanced.
inline constexpr std::array advanced_blend_words =
    std::to_array<std::string_view>({"zero",
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
                                     "blue"});

inline constexpr std::array polygon_mode_words =
    std::to_array<std::string_view>({"fill", "line", "point"});

inline constexpr std::array topology_words = std::to_array<std::string_view>(
    {"POINT_LIST", "LINE_LIST", "LINE_STRIP", "TRIANGLE_LIST", "TRIANGLE_STRIP", "TRIANGLE_FAN",
     "LINE_LIST_WITH_ADJACENCY", "LINE_STRIP_WITH_ADJACENCY", "TRIANGLE_LIST_WITH_ADJACENCY",
     "TRIANGLE_STRIP_WITH_ADJACENCY", "PATCH_LIST"});

// Reads one of the words, in the order of the enumeration. `what` names it in messages.
template <class Enum>
Enum read_word(ScriptReader& reader, std::string_view what,
               std::span<const std::string_view> words) {
  const std::string_view word = reader.one_of(what, words);
  return static_cast<Enum>(std::ranges::find(words, word) - words.begin());
}

}  // namespace spirv_oracle::amber
