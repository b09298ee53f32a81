#include "amber/script/layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace spirv_oracle::amber {
namespace {

constexpr std::uint64_t max_fields = 1 << 16;
constexpr unsigned max_depth = 64;
constexpr std::uint64_t max_element_size = std::uint64_t{1} << 30;
constexpr std::uint64_t std140_alignment = 16;

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

Extent column_extent(const DataType& type, LayoutRule rule) {
  const std::uint64_t scalar = scalar_size(type.scalar);
  const std::uint64_t places = type.rows == 3 ? 4 : type.rows;  // a vec3 is aligned like a vec4
  const bool padded = type.is_matrix() && rule == LayoutRule::std140;
  return {scalar * type.rows,
          padded ? round_up(scalar * places, std140_alignment) : scalar * places};
}

// The distance between the columns of a matrix.
std::uint64_t column_stride(const StructMember& member, LayoutRule rule) {
  if (member.matrix_stride) return *member.matrix_stride;
  const Extent column = column_extent(member.type, rule);
  return round_up(column.size, column.alignment);
}

Extent measure_format(const ImageFormat& format) {
  if (format.packed_bits != 0) return {format.packed_bits / 8u, 1};
  std::uint64_t size = 0;
  for (const FormatComponent& component : format.components) size += component.bits / 8u;
  return {size, 1};
}

Extent measure_element(const StructMember& member, LayoutRule rule) {
  const DataType& type = member.type;
  if (type.format != nullptr) return measure_format(*type.format);
  if (type.structure) return type.structure->extents[static_cast<std::size_t>(rule)];
  Extent extent = column_extent(type, rule);
  if (type.is_matrix()) extent.size = column_stride(member, rule) * type.columns;
  return extent;
}

// The distance between the elements of an array.
std::uint64_t array_stride(const StructMember& member, const Extent& element, LayoutRule rule) {
  if (member.array_stride) return *member.array_stride;
  return round_up(element.size, rule == LayoutRule::std140
                                    ? round_up(element.alignment, std140_alignment)
                                    : element.alignment);
}

// The size of the member, including its array.
Extent measure(const StructMember& member, LayoutRule rule) {
  Extent extent = measure_element(member, rule);
  if (member.type.array_length == 0) return extent;
  extent.size = array_stride(member, extent, rule) * member.type.array_length;
  if (rule == LayoutRule::std140) extent.alignment = round_up(extent.alignment, std140_alignment);
  return extent;
}

// The sizes in a script are limited, so that nothing here overflows.
bool is_small(std::uint64_t value) { return value <= max_element_size; }

bool is_small(const StructMember& member) {
  return is_small(member.type.array_length) && is_small(member.offset.value_or(0)) &&
         is_small(member.array_stride.value_or(0)) && is_small(member.matrix_stride.value_or(0));
}

tl::unexpected<Error> too_large_error(const std::string& name) {
  return limit_reached(fmt::format("{} is too large: more than {} scalars, {} bytes or {} levels",
                                   name, max_fields, max_element_size, max_depth));
}

class Layout {
 public:
  explicit Layout(LayoutRule rule) : rule_(rule) {}

  // Adds the fields of one element at `offset`, including the strides of the member.
  Extent place(const StructMember& member, std::uint64_t offset, const std::string& path);
  void place_element(const StructMember& member, std::uint64_t offset, const std::string& path);

  std::vector<Field> fields;
  bool too_large = false;

 private:
  void place_numbers(const StructMember& member, std::uint64_t offset, const std::string& path);
  void place_struct(const StructType& type, std::uint64_t offset, const std::string& path);
  void place_format(const ImageFormat& format, std::uint64_t offset);

  LayoutRule rule_;
};

void add_field(Layout& layout, Field field) {
  if (layout.fields.size() >= max_fields || field.offset > max_element_size) {
    layout.too_large = true;
    return;
  }
  layout.fields.push_back(std::move(field));
}

void Layout::place_numbers(const StructMember& member, std::uint64_t offset,
                           const std::string& path) {
  const DataType& type = member.type;
  const std::uint64_t scalar = scalar_size(type.scalar);
  const std::uint64_t stride = column_stride(member, rule_);
  for (std::uint64_t c = 0; c < type.columns; ++c) {
    for (std::uint64_t r = 0; r < type.rows; ++r) {
      add_field(*this, {offset + c * stride + r * scalar, type.scalar,
                        static_cast<std::uint8_t>(scalar), static_cast<std::uint8_t>(r), path});
    }
  }
}

void Layout::place_struct(const StructType& type, std::uint64_t offset, const std::string& path) {
  std::uint64_t end = 0;
  for (const StructMember& member : type.members) {
    if (too_large) break;
    const Extent extent = measure(member, rule_);
    const std::uint64_t start = member.offset ? *member.offset : round_up(end, extent.alignment);
    place(member, offset + start, fmt::format("{}.{}", path, member.name));
    end = std::max(end, start + extent.size);
  }
}

void Layout::place_format(const ImageFormat& format, std::uint64_t offset) {
  if (format.packed_bits != 0) {
    const std::uint8_t size = format.packed_bits / 8;
    const ScalarKind kind = size == 1   ? ScalarKind::uint8
                            : size == 2 ? ScalarKind::uint16
                                        : ScalarKind::uint32;
    add_field(*this, {offset, kind, size, 0, ""});
    return;
  }
  std::uint64_t size = 0;
  std::uint8_t row = 0;
  for (const FormatComponent& component : format.components) {
    const auto bytes = static_cast<std::uint8_t>(component.bits / 8);
    add_field(*this, {offset + size, component_kind(component), bytes, row++, ""});
    size += bytes;
  }
}

void Layout::place_element(const StructMember& member, std::uint64_t offset,
                           const std::string& path) {
  if (member.type.format != nullptr) return place_format(*member.type.format, offset);
  if (member.type.structure) return place_struct(*member.type.structure, offset, path);
  return place_numbers(member, offset, path);
}

Extent Layout::place(const StructMember& member, std::uint64_t offset, const std::string& path) {
  const Extent extent = measure(member, rule_);
  if (member.type.array_length == 0) {
    place_element(member, offset, path);
    return extent;
  }
  const std::uint64_t stride = extent.size / member.type.array_length;
  for (std::uint64_t i = 0; i < member.type.array_length && !too_large; ++i)
    place_element(member, offset + i * stride, fmt::format("{}[{}]", path, i));
  return extent;
}

}  // namespace

Result<void> complete_struct(StructType& type) {
  type.depth = 1;
  for (const LayoutRule rule : {LayoutRule::std140, LayoutRule::std430}) {
    Extent whole{0, rule == LayoutRule::std140 ? std140_alignment : 1};
    for (const StructMember& member : type.members) {
      if (!is_small(member)) return too_large_error(type.name);
      if (member.type.structure)
        type.depth = std::max(type.depth, member.type.structure->depth + 1);
      const Extent extent = measure(member, rule);
      const std::uint64_t start =
          member.offset ? *member.offset : round_up(whole.size, extent.alignment);
      whole.alignment = std::max(whole.alignment, extent.alignment);
      if (extent.size > max_element_size) return too_large_error(type.name);
      whole.size = std::max(whole.size, start + extent.size);
    }
    whole.size = type.stride ? *type.stride : round_up(whole.size, whole.alignment);
    if (!is_small(whole.size) || type.depth > max_depth) return too_large_error(type.name);
    type.extents[static_cast<std::size_t>(rule)] = whole;
  }
  return {};
}

Result<ElementLayout> layout_of(const DataType& type, LayoutRule rule) {
  Layout layout(rule);
  const StructMember element{"", type, {}, {}, {}};
  const Extent extent = layout.place(element, 0, "");
  if (layout.too_large) return too_large_error(type.name);
  ElementLayout result{std::move(layout.fields), round_up(extent.size, extent.alignment)};
  if (type.is_array) result.stride = array_stride(element, extent, rule);
  if (type.structure && type.structure->stride) result.stride = *type.structure->stride;
  for (const Field& field : result.fields) {
    if (field.offset + field.size > result.stride) {
      return bad_input(
          fmt::format("{} takes more than its stride of {} bytes", type.name, result.stride));
    }
  }
  return result;
}

}  // namespace spirv_oracle::amber
