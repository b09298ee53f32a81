// Selects code by the storage size of a component that is only moved.
#pragma once

#include <cstdint>

namespace spirv_oracle {

// Calls `action` with the type that stores components of `bytes` bytes in a plane: an unsigned
// integer, or bool for Booleans (0 bytes).
template <class Action>
auto for_width(unsigned bytes, Action action) {
  switch (bytes) {
    case 0:
      return action.template operator()<bool>();
    case 1:
      return action.template operator()<std::uint8_t>();
    case 2:
      return action.template operator()<std::uint16_t>();
    case 4:
      return action.template operator()<std::uint32_t>();
    default:
      return action.template operator()<std::uint64_t>();
  }
}

}  // namespace spirv_oracle
