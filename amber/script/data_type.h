// The data types of scripts, with the names of AmberScript and of VkScript.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amber/script/image_format.h"
#include "data/scalar.h"

namespace spirv_oracle::amber {

struct StructType;

// A scalar, vector or matrix; or a struct; or the texel of an image format.
struct DataType {
  std::string name;  // as the script writes it
  ScalarKind scalar = ScalarKind::uint32;
  unsigned rows = 1;     // components of a vector, or of a column
  unsigned columns = 1;  // of a matrix
  const ImageFormat* format = nullptr;
  std::shared_ptr<const StructType> structure;
  bool is_array = false;           // written with []: the elements are laid out as in an array
  std::uint64_t array_length = 0;  // of a struct member; 0: not an array

  bool is_matrix() const { return columns > 1; }
};

// Strides and offsets are those in the script; none: by the rules of the layout.
struct StructMember {
  std::string name;
  DataType type;
  std::optional<std::uint64_t> offset;
  std::optional<std::uint64_t> array_stride;
  std::optional<std::uint64_t> matrix_stride;
};

// The space that a type takes in memory.
struct Extent {
  std::uint64_t size = 0;
  std::uint64_t alignment = 1;
};

struct StructType {
  std::string name;
  std::vector<StructMember> members;
  std::optional<std::uint64_t> stride;

  // Set by complete_struct (layout.h).
  std::array<Extent, 2> extents{};  // by LayoutRule
  unsigned depth = 0;               // of nested structs
};

// Reads a type without structs: "int8", "vec3<float>", "mat2x3<float16>[]", "R8G8_UINT".
std::optional<DataType> parse_amber_type(std::string_view text);

// Reads "float", "uint16_t", "u8vec3", "dmat3x2".
std::optional<DataType> parse_vk_type(std::string_view text);

}  // namespace spirv_oracle::amber
