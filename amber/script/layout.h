// The layout of the elements of a buffer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "amber/script/data_type.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

enum class LayoutRule : std::uint8_t { std140, std430 };

// One scalar of an element.
struct Field {
  std::uint64_t offset = 0;  // from the beginning of the element
  ScalarKind kind = ScalarKind::uint32;
  std::uint8_t size = 4;  // bytes; 3 for depth of 24 bits
  std::uint8_t row = 0;   // index of the component in its vector or column
  std::string path;       // ".b[2]" in a struct, "" otherwise
};

// Padding may follow any field.
struct ElementLayout {
  std::vector<Field> fields;  // in the order in which a script gives values
  std::uint64_t stride = 0;   // distance between elements
};

// Computes the extents of a struct under each rule. Errors: limit if it is too large or too deep.
Result<void> complete_struct(StructType& type);

// Errors: limit if a struct has too many scalars or bytes, bad_input if strides are too small.
Result<ElementLayout> layout_of(const DataType& type, LayoutRule rule);

}  // namespace spirv_oracle::amber
