#include "amber/script/data_type.h"

#include <array>

namespace spirv_oracle::amber {
namespace {

struct ScalarName {
  std::string_view name;
  ScalarKind kind;
};

constexpr std::array amber_scalars{
    ScalarName{"int8", ScalarKind::int8},       ScalarName{"int16", ScalarKind::int16},
    ScalarName{"int32", ScalarKind::int32},     ScalarName{"int64", ScalarKind::int64},
    ScalarName{"uint8", ScalarKind::uint8},     ScalarName{"uint16", ScalarKind::uint16},
    ScalarName{"uint32", ScalarKind::uint32},   ScalarName{"uint64", ScalarKind::uint64},
    ScalarName{"float16", ScalarKind::float16}, ScalarName{"float", ScalarKind::float32},
    ScalarName{"double", ScalarKind::float64},
};

constexpr std::array vk_scalars{
    ScalarName{"int", ScalarKind::int32},         ScalarName{"uint", ScalarKind::uint32},
    ScalarName{"int8_t", ScalarKind::int8},       ScalarName{"uint8_t", ScalarKind::uint8},
    ScalarName{"int16_t", ScalarKind::int16},     ScalarName{"uint16_t", ScalarKind::uint16},
    ScalarName{"int64_t", ScalarKind::int64},     ScalarName{"uint64_t", ScalarKind::uint64},
    ScalarName{"float16_t", ScalarKind::float16}, ScalarName{"float", ScalarKind::float32},
    ScalarName{"double", ScalarKind::float64},
};

// The prefixes of vec and mat.
constexpr std::array vk_prefixes{
    ScalarName{"", ScalarKind::float32},    ScalarName{"d", ScalarKind::float64},
    ScalarName{"f16", ScalarKind::float16}, ScalarName{"i", ScalarKind::int32},
    ScalarName{"u", ScalarKind::uint32},    ScalarName{"i8", ScalarKind::int8},
    ScalarName{"u8", ScalarKind::uint8},    ScalarName{"i16", ScalarKind::int16},
    ScalarName{"u16", ScalarKind::uint16},  ScalarName{"i64", ScalarKind::int64},
    ScalarName{"u64", ScalarKind::uint64},
};

template <class Rows>
std::optional<ScalarKind> find_scalar(const Rows& rows, std::string_view name) {
  for (const ScalarName& row : rows) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

// A dimension from 2 to 4; 0 if there is none.
unsigned take_dimension(std::string_view& text) {
  if (text.empty() || text.front() < '2' || text.front() > '4') return 0;
  const auto dimension = static_cast<unsigned>(text.front() - '0');
  text.remove_prefix(1);
  return dimension;
}

// Removes "3" of a vector or "2x3" of a matrix from the text. Only VkScript, like GLSL, has square matrices
// with one number.
bool take_shape(std::string_view& text, bool matrix, bool vk_script, DataType& type) {
  if (!matrix) {
    type.rows = take_dimension(text);
    return type.rows != 0;
  }
  type.columns = take_dimension(text);
  if (vk_script && text.empty()) {
    type.rows = type.columns;
    return type.rows != 0;
  }
  if (!text.starts_with('x')) return false;
  text.remove_prefix(1);
  type.rows = take_dimension(text);
  return type.columns != 0 && type.rows != 0;
}

}  // namespace

std::optional<DataType> parse_amber_type(std::string_view text) {
  DataType type;
  type.name = text;
  if (const ImageFormat* format = find_image_format(text)) {
    type.format = format;
    return type;
  }
  if (text.ends_with("[]")) {
    type.is_array = true;
    text.remove_suffix(2);
  }
  const bool matrix = text.starts_with("mat");
  if (matrix || text.starts_with("vec")) {
    text.remove_prefix(3);
    if (!take_shape(text, matrix, false, type) || !text.starts_with('<') || !text.ends_with('>'))
      return std::nullopt;
    text = text.substr(1, text.size() - 2);
  }
  const auto scalar = find_scalar(amber_scalars, text);
  if (!scalar) return std::nullopt;
  type.scalar = *scalar;
  return type;
}

std::optional<DataType> parse_vk_type(std::string_view text) {
  DataType type;
  type.name = text;
  if (const auto scalar = find_scalar(vk_scalars, text)) {
    type.scalar = *scalar;
    return type;
  }
  for (const std::string_view shape : {"vec", "mat"}) {
    const std::size_t at = text.find(shape);
    if (at == std::string_view::npos) continue;
    const auto scalar = find_scalar(vk_prefixes, text.substr(0, at));
    std::string_view dimensions = text.substr(at + 3);
    const bool matrix = shape == "mat";
    // The list of types contains no matrices of integers.
    if (!scalar || (matrix && !is_float(*scalar))) return std::nullopt;
    if (!take_shape(dimensions, matrix, true, type) || !dimensions.empty()) return std::nullopt;
    type.scalar = *scalar;
    return type;
  }
  return std::nullopt;
}

}  // namespace spirv_oracle::amber
