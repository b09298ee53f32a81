// ClusterSize: a constant whose mistakes are found when the instruction is executed, as it may come
// from a specialization.
#pragma once

#include <array>
#include <bit>
#include <string_view>

#include "interpreter/semantics/non_uniform.h"

namespace spirv_oracle {

enum class ClusterMistake : std::uint8_t {
  none,
  not_power_of_two,
  too_large,
  undefined,
  no_constant
};

struct ClusterSize {
  std::uint32_t value = 1;
  ClusterMistake mistake = ClusterMistake::none;
};

inline ClusterMistake cluster_mistake(std::uint64_t cluster_size, unsigned scope_size) {
  if (!std::has_single_bit(cluster_size)) return ClusterMistake::not_power_of_two;
  if (cluster_size > scope_size) return ClusterMistake::too_large;
  return ClusterMistake::none;
}

// The value of the operand in a module with this specialization.
inline ClusterSize cluster_size(const Lowering& lowering, Id id) {
  if (const auto constant = internal::constant_operand(lowering, id)) {
    const ClusterMistake mistake = cluster_mistake(*constant, lowering.dispatch().subgroup_size);
    if (mistake != ClusterMistake::none) return {1, mistake};
    return {static_cast<std::uint32_t>(*constant), mistake};
  }
  const ConstantValue* constant = lowering.types().constant(id);
  return {1, constant != nullptr ? ClusterMistake::undefined : ClusterMistake::no_constant};
}

namespace internal {

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

}  // namespace internal

// What every instruction with a ClusterSize leaves undefined.
template <class G>
struct ClusterClauses {
  static constexpr Clause not_power_of_two{
      internal::ClauseId<G, ".cluster-size-not-power-of-two">::view, "invalid-cluster-size",
      Effect::undefined_behavior, "ClusterSize is not at least 1 and a power of 2"};
  static constexpr Clause too_large{internal::ClauseId<G, ".cluster-size-too-large">::view,
                                    "invalid-cluster-size", Effect::undefined_behavior,
                                    "ClusterSize is greater than the size of the scope"};
  static constexpr Clause undefined{internal::ClauseId<G, ".cluster-size-undefined">::view,
                                    "undefined-operand", Effect::undefined_behavior,
                                    "ClusterSize is undefined"};

  // Emits what reports the mistake.
  static void lower_mistake(Lowering& lowering, const Instruction& instruction,
                            ClusterMistake mistake) {
    switch (mistake) {
      case ClusterMistake::not_power_of_two:
        return internal::emit_for_components(lowering, instruction,
                                             &internal::execute_broken<not_power_of_two>);
      case ClusterMistake::too_large:
        return internal::emit_for_components(lowering, instruction,
                                             &internal::execute_broken<too_large>);
      case ClusterMistake::undefined:
        return internal::emit_for_components(lowering, instruction,
                                             &internal::execute_broken<undefined>);
      case ClusterMistake::none:
      case ClusterMistake::no_constant:
        break;
    }
    lowering.fail_input("ClusterSize is no constant");
  }
};

}  // namespace spirv_oracle
