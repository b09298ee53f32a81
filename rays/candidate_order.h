// The order in which traversal reports candidates, which implementations choose.
#pragma once

#include <cstdint>

namespace spirv_oracle {

struct CandidateOrder {
  enum class Kind : std::uint8_t {
    forward,   // by instance, geometry and primitive
    backward,  // the reverse
    random,    // another order for each seed and ray
    repeated,  // forward; candidates that may be reported several times are reported twice
  };
  Kind kind = Kind::forward;
  std::uint64_t seed = 0;  // of Kind::random

  bool operator==(const CandidateOrder&) const = default;
};

}  // namespace spirv_oracle
