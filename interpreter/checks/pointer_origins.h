// Finds the variables and parameters through which a physical pointer may have passed, from the
// text of the module.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Parameters and variables through which pointers were passed or from which they were loaded (PointerValue::origins): sets
// of ids, in which 0 represents unknown others.
class OriginSets {
 public:
  const std::vector<Id>& at(std::uint32_t index) const { return sets_[index]; }
  std::uint32_t add(std::vector<Id> ids) {
    sets_.push_back(std::move(ids));
    return static_cast<std::uint32_t>(sets_.size() - 1);
  }

 private:
  std::vector<std::vector<Id>> sets_{{0}};
};

// The origins of all pointers that a variable of the current function may hold. An id of 0
// represents unknown others.
std::vector<Id> origins_of_stored(Lowering& lowering, Id variable);

// Whether a pointer in a register may become a number, or be stored in memory that others read.
// Then the origins of loaded pointers are unknown.
bool physical_pointers_escape(const Module& module, const SpecializedModule& types);

}  // namespace spirv_oracle
