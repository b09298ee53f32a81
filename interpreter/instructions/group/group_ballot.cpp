// Group and Subgroup Instructions: SPV_KHR_shader_ballot

#include "interpreter/instructions/group/non_uniform_ballot.h"
#include "interpreter/instructions/group/non_uniform_broadcast.h"

namespace spirv_oracle {
namespace {

struct OpSubgroupBallotKHR : BallotOfPredicate<grammar::OpSubgroupBallotKHR> {
  static constexpr std::string_view function = "the vote";
};

struct OpSubgroupFirstInvocationKHR : BroadcastFromFirst<grammar::OpSubgroupFirstInvocationKHR> {
  static constexpr std::string_view function = "readFirstInvocation";
};

struct OpSubgroupReadInvocationKHR : BroadcastFromUniform<grammar::OpSubgroupReadInvocationKHR> {
  static constexpr std::string_view function = "readInvocation";
  static constexpr Clause not_uniform{
      "OpSubgroupReadInvocationKHR.index-not-uniform", "non-uniform-operand",
      Effect::undefined_result, "Index is not the same for all active invocations in the subgroup"};
  static constexpr Clause undefined_operand{
      "OpSubgroupReadInvocationKHR.index-undefined", "undefined-operand", Effect::undefined_result,
      "Index must be the same for all active invocations in the subgroup, but it is undefined"};
  static constexpr Clause out_of_range{
      "OpSubgroupReadInvocationKHR.index-out-of-range", "lane-out-of-range",
      Effect::undefined_result, "Index is greater than or equal to the size of the subgroup"};
  static constexpr Clause not_in_tangle{"OpSubgroupReadInvocationKHR.index-not-in-tangle",
                                        "inactive-source-lane", Effect::undefined_result,
                                        "the invocation that Index selects is not active"};
  static constexpr auto clauses =
      clause_list(not_uniform, undefined_operand, out_of_range, not_in_tangle);

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned,
                                                         std::uint64_t index, unsigned) {
    if (index >= tangle.size) return out_of_range;
    if (!tangle.contains(index)) return not_in_tangle;
    return static_cast<unsigned>(index);
  }
};

}  // namespace

std::span<const InstructionDefinition> group_subgroup_ballot_instructions() {
  return InstructionList<OpSubgroupBallotKHR, OpSubgroupFirstInvocationKHR,
                         OpSubgroupReadInvocationKHR>::definitions;
}

}  // namespace spirv_oracle
