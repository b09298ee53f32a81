// The scalars that a buffer consists of.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/scalar.h"
#include "interpreter/value_layout.h"

namespace spirv_oracle::golden {

struct Component {
  std::uint64_t offset = 0;  // bytes
  ScalarKind type = ScalarKind::uint8;
};

// The components of a buffer of `size` bytes by its layout, or as elements of `type` without one; in ascending
// order. What no member covers (padding, a part of an element at the end) is bytes.
std::vector<Component> components_of(std::uint64_t size, const ValueLayoutPointer& layout,
                                     ElementType type);

}  // namespace spirv_oracle::golden
