// Non-Uniform Instructions: broadcast

#include "interpreter/instructions/group/non_uniform_broadcast.h"

namespace spirv_oracle {
namespace {

struct OpGroupNonUniformBroadcast : BroadcastFromUniform<grammar::OpGroupNonUniformBroadcast> {
  static constexpr std::string_view function = "subgroupBroadcast";
  static constexpr Clause not_uniform{"OpGroupNonUniformBroadcast.id-not-uniform",
                                      "non-uniform-operand",
                                      Effect::undefined_behavior,
                                      "Id is not the same for all active invocations",
                                      ArithmeticPoison::unchanged,
                                      "to read from an invocation that differs per lane, use "
                                      "OpGroupNonUniformShuffle (subgroupShuffle in GLSL)"};
  static constexpr Clause undefined_operand{
      "OpGroupNonUniformBroadcast.id-undefined", "undefined-operand", Effect::undefined_behavior,
      "Id must be the same for all active invocations, but it is undefined"};
  static constexpr Clause out_of_range{"OpGroupNonUniformBroadcast.id-out-of-range",
                                       "lane-out-of-range", Effect::undefined_result,
                                       "Id is greater than or equal to the size of the scope"};
  static constexpr Clause not_in_tangle{"OpGroupNonUniformBroadcast.id-not-in-tangle",
                                        "inactive-source-lane",
                                        Effect::undefined_result,
                                        "Id selects an invocation that is not active",
                                        ArithmeticPoison::unchanged,
                                        "to read from any active invocation, use "
                                        "OpGroupNonUniformBroadcastFirst (subgroupBroadcastFirst "
                                        "in GLSL, WaveReadLaneFirst in HLSL), or let the selected "
                                        "invocation take part"};
  static constexpr auto clauses =
      clause_list(not_uniform, undefined_operand, out_of_range, not_in_tangle);

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned,
                                                         std::uint64_t id, unsigned) {
    if (id >= tangle.size) return out_of_range;
    if (!tangle.contains(id)) return not_in_tangle;
    return static_cast<unsigned>(id);
  }
};

struct OpGroupNonUniformBroadcastFirst
    : BroadcastFromFirst<grammar::OpGroupNonUniformBroadcastFirst> {
  static constexpr std::string_view function = "subgroupBroadcastFirst";
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_broadcast_instructions() {
  return InstructionList<OpGroupNonUniformBroadcast, OpGroupNonUniformBroadcastFirst>::definitions;
}

}  // namespace spirv_oracle
