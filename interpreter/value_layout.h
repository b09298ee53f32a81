// The layout of the contents of buffers, according to their types in the module.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// A scalar or vector, an array or a structure in memory. A matrix is an array of its columns.
struct ValueLayout {
  enum class Kind : std::uint8_t { vector, array, structure };
  struct Member {
    std::string name;
    std::uint64_t offset = 0;  // bytes from the beginning of the structure
    std::shared_ptr<const ValueLayout> type;
  };

  Kind kind = Kind::vector;
  std::uint64_t size = 0;  // bytes from the first to the last; for a runtime array, 0

  ScalarKind scalar = ScalarKind::uint32;  // vectors
  unsigned components = 1;                 // 1: a scalar
  std::uint64_t component_stride = 0;      // bytes; larger than the scalar in a row-major matrix

  std::shared_ptr<const ValueLayout> element;  // arrays
  std::optional<std::uint64_t> count;          // none: a runtime array
  std::uint64_t stride = 0;                    // bytes

  std::vector<Member> members;  // structures
};

using ValueLayoutPointer = std::shared_ptr<const ValueLayout>;

// The contents of the storage and uniform buffers of an entry point, and of the buffers that
// arguments of a kernel point to, by their bindings (with element 0). Omits types that overlap
// themselves, that have members without bytes, or that the interpreter does not support. Empty if
// the entry point does not exist.
std::map<BindingKey, ValueLayoutPointer> describe_layouts(
    const Module& module, const InstructionRegistry& registry, const std::string& entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization,
    std::uint64_t max_memory = Limits().max_memory);

}  // namespace spirv_oracle
