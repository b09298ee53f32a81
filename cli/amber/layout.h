// How the elements of a buffer lie in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/amber/data_type.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

enum class LayoutRule : std::uint8_t { std140, std430 };

// One scalar of an element.
struct Field {
  std::uint64_t offset = 0;  // from the beginning of the element
  ScalarKind kind = ScalarKind::uint32;
  std::uint8_t size = 4;  // bytes; 3 for depth of 24 bits
  std::uint8_t row = 0;   // which component of its vector or column
  std::string path;       // ".b[2]" in a struct, "" otherwise
};

// Padding may follow each field.
struct ElementLayout {
  std::vector<Field> fields;  // in the order in which a script gives values
  std::uint64_t stride = 0;   // from one element to the next
};

// Finds what a struct takes by each of the rules. Errors: limit for one that is too large or too
// deep.
Result<void> complete_struct(StructType& type);

// Errors: limit for a struct of too many scalars or bytes, bad_input for strides that are too small.
Result<ElementLayout> layout_of(const DataType& type, LayoutRule rule);

}  // namespace spirv_oracle::amber
