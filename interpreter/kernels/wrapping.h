// Integer arithmetic modulo 2^width, for every width and signedness.
#pragma once

#include <cstdint>
#include <type_traits>

namespace spirv_oracle {

// Narrow types promote to int, in which a product of two 16-bit values can overflow; unsigned is
// safe.
template <class T>
using Modular = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

template <class T>
constexpr T wrapping_add(T a, T b) {
  return static_cast<T>(static_cast<Modular<T>>(a) + static_cast<Modular<T>>(b));
}
template <class T>
constexpr T wrapping_subtract(T a, T b) {
  return static_cast<T>(static_cast<Modular<T>>(a) - static_cast<Modular<T>>(b));
}
template <class T>
constexpr T wrapping_multiply(T a, T b) {
  return static_cast<T>(static_cast<Modular<T>>(a) * static_cast<Modular<T>>(b));
}

// The high-order half of the full product.
template <class T>
constexpr T multiply_high(T a, T b) {
  if constexpr (sizeof(T) < 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> (8 * sizeof(T)));
  } else {
    __extension__ using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>((static_cast<Wide>(a) * static_cast<Wide>(b)) >> 64);
  }
}

}  // namespace spirv_oracle
