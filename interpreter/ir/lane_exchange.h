// How the lanes of an instruction depend on the values of each other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// A lane that reads the value of a lane that an operand selects.
struct LaneReader {
  std::uint64_t id = 0;  // within the scope
  // The operand in this lane: a number, or up to three components of a local id.
  std::array<std::uint64_t, 3> selector{};
  std::uint64_t cluster_size = 1;  // without that operand, the size of the subgroup
  std::uint64_t size = 1;          // of the scope, in invocations
  std::array<std::uint32_t, 3> local_size{1, 1, 1};  // of the scope; its product is `size`
  LaneMask active = {};                              // in the subgroup of the lane
};

struct LaneSource {
  unsigned operand = 0;  // the one whose value it reads
  std::uint64_t id = 0;  // of the lane that it reads, within the scope
  // False if the scope has no such invocation. Then, `id` is what the formula of the instruction gives.
  bool exists = true;
};

struct LaneExchange {
  enum class Kind : std::uint8_t {
    none,
    read,            // each lane reads the value of one lane
    combine,         // each lane combines the values that the group operation selects
    predicate,       // combines the values of all active lanes
    quad_predicate,  // combines the values of the active lanes of the quad
  };

  Kind kind = Kind::none;
  unsigned value = 0;     // the operand that is exchanged
  unsigned selector = 0;  // the operand that selects the source; 0: none
  unsigned cluster_size =
      0;  // the operand with the size of the cluster that a rotation stays in; 0: none
  // The function in the source, such as "subgroupShuffle", or what a combination computes: "a sum".
  std::string_view name = {};
  std::string_view name_in_workgroup = {};  // at Workgroup scope, if that is another function
  LaneSource (*source)(const LaneReader&) = nullptr;  // of a Kind::read

  bool combines() const { return kind >= Kind::combine; }
  // The operand Execution precedes the value. Instructions without it have Subgroup scope.
  bool has_scope() const { return value > 2; }
};

// For group instructions whose lanes do not depend on values of other lanes.
struct ExchangesNothing {
  template <class>
  static constexpr LaneExchange exchange() {
    return {};
  }
};

}  // namespace spirv_oracle
