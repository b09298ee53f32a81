// The scalars in a buffer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/scalar.h"
#include "golden/bundle/bundle.h"
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

// The component of an attachment that begins at a byte: "pixel (3, 0) green", "pixel (0, 1) depth".
std::string pixel_name(const BundleResource& attachment, std::uint64_t offset);

}  // namespace spirv_oracle::golden
