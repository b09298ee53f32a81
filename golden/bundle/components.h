// The scalars in a buffer.
#pragma once

#include <cstdint>
#include <vector>

#include "data/scalar.h"
#include "interpreter/value_layout.h"

namespace spirv_oracle::golden {

struct Component {
  std::uint64_t offset = 0;  // bytes
  ScalarKind type = ScalarKind::uint8;
};

// The components of a buffer of `size` bytes, in ascending order: by its layout, or without one as
// elements of `type`. Bytes that no member covers (padding, a partial element at the end) are
// single bytes.
std::vector<Component> components_of(std::uint64_t size, const ValueLayoutPointer& layout,
                                     ElementType type);

}  // namespace spirv_oracle::golden
