// How many components a value has.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The number of components of a value of the type, whose planes may then be listed. Fails if they are too many.
inline std::size_t count_components(const Lowering& lowering, Id type) {
  const std::uint32_t count = lowering.type(type).component_count;
  if (count <= SpecializedModule::max_components) return count;
  const bool is_saturated = count == std::numeric_limits<std::uint32_t>::max();
  lowering.fail({Status::limit, "a value of " + std::to_string(count) +
                                    (is_saturated ? " or more" : "") +
                                    " components is too large for registers"});
}

}  // namespace spirv_oracle
