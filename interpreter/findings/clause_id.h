// Ids of clauses that several instructions share. They contain the name of the instruction.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace spirv_oracle::internal {

// The end of a clause's id as a template argument.
template <std::size_t N>
struct FixedString {
  char text[N]{};
  constexpr FixedString(const char (&from)[N]) {  // NOLINT: implicit, reads like a string
    std::copy_n(from, N, text);
  }
};

// The id of a clause of the instruction with the grammar type G.
template <class G, FixedString End>
struct ClauseId {
  static constexpr std::size_t length = G::name.size() + sizeof(End.text) - 1;
  static constexpr auto text = [] {
    std::array<char, length> joined{};
    std::copy_n(G::name.data(), G::name.size(), joined.begin());
    std::copy_n(End.text, sizeof(End.text) - 1, joined.begin() + G::name.size());
    return joined;
  }();
  static constexpr std::string_view view{text.data(), text.size()};
};

}  // namespace spirv_oracle::internal
