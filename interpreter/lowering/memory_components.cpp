#include "interpreter/lowering/memory_components.h"

namespace spirv_oracle {
namespace {

void append_components(const SpecializedModule& types, Id type_id, std::uint64_t offset,
                       const MatrixLayout& matrix, std::vector<MemoryComponent>& out) {
  const Type& type = types.type(type_id);
  const std::uint64_t scalar_bytes = type.scalar.memory_bytes();
  switch (type.kind) {
    case Type::Kind::scalar:
    case Type::Kind::pointer:
      out.push_back(
          {offset, type.kind == Type::Kind::pointer ? ScalarType::pointer() : type.scalar});
      break;
    case Type::Kind::cooperative_matrix:  // in an invocation's own memory: its components
    case Type::Kind::tensor_layout:
    case Type::Kind::tensor_view:
    case Type::Kind::ray_query:
    case Type::Kind::vector: {
      const std::uint64_t stride =
          matrix.component_stride != 0 ? matrix.component_stride : scalar_bytes;
      for (std::uint32_t i = 0; i < type.count; ++i)
        out.push_back({offset + i * stride, type.scalar});
      break;
    }
    case Type::Kind::matrix: {
      const std::uint32_t rows = type.element_components;
      const std::uint64_t natural = scalar_bytes * (matrix.row_major ? type.count : rows);
      const std::uint64_t stride = matrix.stride != 0 ? matrix.stride : natural;
      for (std::uint32_t column = 0; column < type.count; ++column) {
        for (std::uint32_t row = 0; row < rows; ++row) {
          const std::uint64_t at = matrix.row_major ? row * stride + column * scalar_bytes
                                                    : column * stride + row * scalar_bytes;
          out.push_back({offset + at, type.scalar});
        }
      }
      break;
    }
    case Type::Kind::array:
      for (std::uint32_t i = 0; i < type.count; ++i) {
        append_components(types, type.element, offset + i * type.stride, matrix, out);
      }
      break;
    case Type::Kind::structure:
      for (const Type::Member& member : type.members) {
        append_components(types, member.type, offset + member.offset,
                          {member.matrix_stride, member.row_major, 0}, out);
      }
      break;
    default:
      break;
  }
}

constexpr std::size_t max_ranges = 1u << 16;

void append_range(const ByteRange& range, std::vector<ByteRange>& out) {
  if (!out.empty() && out.back().end == range.begin) {
    out.back().end = range.end;
  } else if (out.size() <= max_ranges) {
    out.push_back(range);
  }
}

void append_bytes(const SpecializedModule& types, Id type_id, std::uint64_t offset,
                  const MatrixLayout& matrix, std::vector<ByteRange>& out);

void append_array(const SpecializedModule& types, const Type& array, std::uint64_t offset,
                  const MatrixLayout& matrix, std::vector<ByteRange>& out) {
  std::vector<ByteRange> element;
  append_bytes(types, array.element, 0, matrix, element);
  const bool is_whole =
      element.size() == 1 && element[0].begin == 0 && element[0].end == array.stride;
  if (is_whole) return append_range({offset, offset + array.count * array.stride}, out);
  for (std::uint64_t i = 0; i < array.count && out.size() <= max_ranges; ++i) {
    const std::uint64_t begin = offset + i * array.stride;
    for (const ByteRange& range : element)
      append_range({begin + range.begin, begin + range.end}, out);
  }
}

void append_bytes(const SpecializedModule& types, Id type_id, std::uint64_t offset,
                  const MatrixLayout& matrix, std::vector<ByteRange>& out) {
  const Type& type = types.type(type_id);
  if (type.kind == Type::Kind::array) return append_array(types, type, offset, matrix, out);
  if (type.kind == Type::Kind::structure) {
    for (const Type::Member& member : type.members) {
      append_bytes(types, member.type, offset + member.offset,
                   {member.matrix_stride, member.row_major, 0}, out);
    }
    return;
  }
  std::vector<MemoryComponent> components;
  append_components(types, type_id, offset, matrix, components);
  for (const MemoryComponent& component : components)
    append_range({component.offset, component.offset + component.type.memory_bytes()}, out);
}

}  // namespace

std::optional<std::vector<ByteRange>> occupied_bytes(const SpecializedModule& types, Id type) {
  std::vector<ByteRange> bytes;
  append_bytes(types, type, 0, {}, bytes);
  if (bytes.size() > max_ranges) return std::nullopt;
  return bytes;
}

std::vector<MemoryComponent> memory_components(const SpecializedModule& types, Id type,
                                               const MatrixLayout& matrix) {
  std::vector<MemoryComponent> result;
  if (types.type(type).component_count > SpecializedModule::max_components) return result;
  result.reserve(types.type(type).component_count);
  append_components(types, type, 0, matrix, result);
  return result;
}

}  // namespace spirv_oracle
