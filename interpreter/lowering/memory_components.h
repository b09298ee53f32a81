// The components of a value in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/ir/program.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// The layout of a matrix or of one of its columns, as declared by the structure member that
// contains it.
struct MatrixLayout {
  std::uint64_t stride = 0;  // bytes between columns (rows if row_major); 0: natural
  bool row_major = false;
  std::uint64_t component_stride = 0;  // of a column of a row-major matrix; 0: natural
};

// A component in memory at a constant distance from a pointer.
struct MemoryComponent {
  std::uint64_t offset = 0;
  ScalarType type;
};

// The components of a value of `type` in memory, relative to a pointer to it. None if there are too many for registers.
std::vector<MemoryComponent> memory_components(const SpecializedModule& types, Id type,
                                               const MatrixLayout& matrix);

// The bytes that the components of a value of `type` occupy in memory, without the padding between them. None if they are
// more than 2^16 separate ranges.
std::optional<std::vector<ByteRange>> occupied_bytes(const SpecializedModule& types, Id type);

}  // namespace spirv_oracle
