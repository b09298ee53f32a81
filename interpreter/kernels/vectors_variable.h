// The environment variable that selects smaller vectors than the host has (host_vectors.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace spirv_oracle {

inline constexpr const char* vectors_variable = "SPIRV_ORACLE_VECTORS";

// Its value; empty if it is not set.
inline std::string_view vectors_asked_for() {
  const char* const value = std::getenv(vectors_variable);
  return value != nullptr ? value : "";
}
inline bool are_vectors_known(std::string_view name) {
  constexpr std::array<std::string_view, 3> known{"", "baseline", "avx2"};
  return std::find(known.begin(), known.end(), name) != known.end();
}

}  // namespace spirv_oracle
