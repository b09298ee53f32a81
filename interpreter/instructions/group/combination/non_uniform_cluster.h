// ClusterSize: a constant that may come from a specialization, so errors are found when the
// instruction executes.
#pragma once

#include <bit>

#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/group/combination/non_uniform.h"

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

// The value of the operand under the specialization.
inline ClusterSize cluster_size(Lowering& lowering, Id id) {
  if (const auto constant = internal::constant_operand(lowering, id)) {
    const ClusterMistake mistake = cluster_mistake(*constant, lowering.program().subgroup_size);
    if (mistake != ClusterMistake::none) return {1, mistake};
    return {static_cast<std::uint32_t>(*constant), mistake};
  }
  const ConstantValue* constant = lowering.types().constant(id);
  return {1, constant != nullptr ? ClusterMistake::undefined : ClusterMistake::no_constant};
}

// The clauses of every instruction with a ClusterSize.
template <class G>
struct ClusterClauses {
  static constexpr Clause not_power_of_two{
      internal::ClauseId<G, ".cluster-size-not-power-of-two">::view, "invalid-cluster-size",
      Effect::undefined_behavior, "ClusterSize is not a power of 2"};
  static constexpr Clause too_large{internal::ClauseId<G, ".cluster-size-too-large">::view,
                                    "invalid-cluster-size", Effect::undefined_behavior,
                                    "ClusterSize is greater than the size of the scope"};
  static constexpr Clause undefined{internal::ClauseId<G, ".cluster-size-undefined">::view,
                                    "undefined-operand", Effect::undefined_behavior,
                                    "ClusterSize is undefined"};

  // Emits a record that reports the error.
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
    lowering.fail_input("ClusterSize is not a constant");
  }
};

}  // namespace spirv_oracle
