// Ids of the clauses of extended instructions, which begin with the name of the set.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "interpreter/findings/clause_id.h"

namespace spirv_oracle::internal {

// The name of the grammar type G in the ids of its clauses (see ClauseId), after that of the set: "OpenCL.std.fmax".
template <class G, FixedString Set>
struct InSet {
  static constexpr std::string_view set{Set.text, sizeof(Set.text) - 1};
  static constexpr auto text = [] {
    std::array<char, set.size() + G::name.size()> joined{};
    std::ranges::copy(G::name, std::ranges::copy(set, joined.begin()).out);
    return joined;
  }();
  static constexpr std::string_view name{text.data(), text.size()};
};

}  // namespace spirv_oracle::internal
