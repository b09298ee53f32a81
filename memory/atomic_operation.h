// The operations of atomics, as far as the order of atomics needs to tell them apart.
#pragma once

#include <cstdint>

namespace spirv_oracle {

// The effect of an atomic on the value. Operations of one kind commute, except for stores of
// different values and as AtomicEffect says.
enum class AtomicOperation : std::uint8_t {
  load,  // or an operation that preserves every value
  add,
  bit_and,
  bit_or,
  bit_xor,
  signed_min,
  signed_max,
  unsigned_min,
  unsigned_max,
  float_add,
  float_min,
  float_max,
  store,  // or an exchange
  compare_exchange,
};

}  // namespace spirv_oracle
