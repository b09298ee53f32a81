// Definedness of bytes in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spirv_oracle {

// Whether the program follows which values and bytes are defined. A build of which this is false, by the
// CMake option SPIRV_ORACLE_FOLLOW_DEFINEDNESS, takes everything for defined: it is there to measure
// what following costs, and finds no use of an undefined value.
#if defined(SPIRV_ORACLE_IGNORES_DEFINEDNESS)
inline constexpr bool follows_definedness = false;
#else
inline constexpr bool follows_definedness = true;
#endif

// State of one byte of memory; a larger value wins when several bytes form one component.
enum class Definedness : std::uint8_t {
  defined = 0,
  implementation_dependent = 1,  // one of several values that the specification allows
  undefined = 2,                 // an undefined value was stored there
  uninitialized = 3,  // nothing was stored there yet; reading it gives an undefined value
};

// The state of a component of which one byte has that state: a value is never "uninitialized".
constexpr Definedness value_state(Definedness byte) {
  return byte == Definedness::uninitialized ? Definedness::undefined : byte;
}

// The state of a byte in which nothing was stored.
inline constexpr Definedness never_stored =
    follows_definedness ? Definedness::uninitialized : Definedness::defined;

// Bytes with one Definedness per byte, as the user gives them to a resource or gets them back.
// Invariant: bytes.size() == shadow.size().
struct ShadowedBytes {
  std::vector<std::byte> bytes;
  std::vector<Definedness> shadow;

  static ShadowedBytes zero(std::size_t size) {
    return {std::vector<std::byte>(size), std::vector<Definedness>(size, Definedness::defined)};
  }
  static ShadowedBytes uninitialized(std::size_t size) {
    return {std::vector<std::byte>(size), std::vector<Definedness>(size, never_stored)};
  }
  std::size_t size() const { return bytes.size(); }
};

}  // namespace spirv_oracle
