// Group and Subgroup Instructions: SPV_KHR_subgroup_rotate

#include "interpreter/instructions/group/combination/non_uniform_cluster.h"
#include "interpreter/instructions/group/non_uniform_shuffle.h"

namespace spirv_oracle {
namespace {

struct OpGroupNonUniformRotateKHR : UniformShuffle<grammar::OpGroupNonUniformRotateKHR> {
  static constexpr Clause not_uniform{
      "OpGroupNonUniformRotateKHR.delta-not-uniform", "non-uniform-operand",
      Effect::undefined_behavior, "Delta is not the same for all active invocations of the group"};
  static constexpr Clause undefined_operand{
      "OpGroupNonUniformRotateKHR.delta-undefined", "undefined-operand", Effect::undefined_behavior,
      "Delta must be the same for all active invocations of the group, but it is undefined"};
  static constexpr Clause inactive{"OpGroupNonUniformRotateKHR.source-inactive",
                                   "inactive-source-lane", Effect::undefined_result,
                                   "the selected lane is inactive"};
  using Cluster = ClusterClauses<grammar::OpGroupNonUniformRotateKHR>;
  static constexpr auto clauses =
      clause_list(not_uniform, undefined_operand, inactive, Cluster::not_power_of_two,
                  Cluster::too_large, Cluster::undefined);

  static constexpr bool rotates = true;

  // `rotation_group_size` is ClusterSize or, without it, the size of the scope.
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         std::uint64_t delta,
                                                         unsigned rotation_group_size) {
    const unsigned turned = (lane + static_cast<unsigned>(delta)) & (rotation_group_size - 1);
    const unsigned id = turned + (lane & ~(rotation_group_size - 1));
    if (!tangle.contains(id)) return inactive;
    return id;
  }

  // LocalId is SubgroupLocalInvocationId or, at Workgroup scope, the local invocation index.
  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    std::uint32_t rotation_group_size = lowering.program().subgroup_size;
    if (instruction.has(Grammar::cluster_size)) {
      const ClusterSize size = cluster_size(lowering, instruction.id(Grammar::cluster_size));
      if (size.mistake != ClusterMistake::none) {
        return Cluster::lower_mistake(lowering, instruction, size.mistake);
      }
      rotation_group_size = size.value;
    }
    lower_with<Self>(lowering, instruction, instruction.id(Grammar::delta), rotation_group_size);
  }
};

}  // namespace

std::span<const InstructionDefinition> group_rotate_instructions() {
  return InstructionList<OpGroupNonUniformRotateKHR>::definitions;
}

}  // namespace spirv_oracle
