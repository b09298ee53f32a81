// Definedness of bytes in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace spirv_oracle {

// Whether the program tracks which values and bytes are defined. The CMake option
// SPIRV_ORACLE_FOLLOW_DEFINEDNESS makes this false. Such a build treats everything as defined and
// finds no use of an undefined value; it exists to measure the cost of tracking.
#if defined(SPIRV_ORACLE_IGNORES_DEFINEDNESS)
inline constexpr bool follows_definedness = false;
#else
inline constexpr bool follows_definedness = true;
#endif

// The state of a byte of memory. If several bytes form a component, the largest state wins.
enum class Definedness : std::uint8_t {
  defined = 0,
  implementation_dependent = 1,  // one of several values that the specification permits
  undefined = 2,                 // an undefined value was stored
  uninitialized = 3,             // nothing has been stored yet; reading it gives an undefined value
};

// The state of a component that contains a byte with this state. A value is never "uninitialized".
constexpr Definedness value_state(Definedness byte) {
  return byte == Definedness::uninitialized ? Definedness::undefined : byte;
}

// The state of a byte before anything is stored.
inline constexpr Definedness never_stored =
    follows_definedness ? Definedness::uninitialized : Definedness::defined;

// Bytes with one Definedness per byte, as resources get and return them. Invariant: bytes.size() ==
// shadow.size().
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
  bool operator==(const ShadowedBytes&) const = default;
};

}  // namespace spirv_oracle
