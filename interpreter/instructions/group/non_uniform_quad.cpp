// Non-Uniform Instructions: quad

#include "interpreter/instructions/group/non_uniform_shuffle.h"

namespace spirv_oracle {
namespace {

// A quad consists of four invocations with adjacent ids, the first of which is a multiple of 4. The
// quad index is the id modulo 4.
constexpr unsigned first_of_quad(unsigned lane) { return lane & ~3u; }

struct OpGroupNonUniformQuadBroadcast : UniformShuffle<grammar::OpGroupNonUniformQuadBroadcast> {
  static constexpr std::string_view function = "subgroupQuadBroadcast";
  static constexpr Clause not_uniform{"OpGroupNonUniformQuadBroadcast.index-not-uniform",
                                      "non-uniform-operand", Effect::undefined_behavior,
                                      "Index is not the same for all active invocations of a quad"};
  static constexpr Clause undefined_operand{
      "OpGroupNonUniformQuadBroadcast.index-undefined", "undefined-operand",
      Effect::undefined_behavior,
      "Index must be the same for all active invocations of a quad, but it is undefined"};
  static constexpr Clause out_of_range{"OpGroupNonUniformQuadBroadcast.index-out-of-range",
                                       "lane-out-of-range", Effect::undefined_result,
                                       "Index is greater than or equal to 4"};
  static constexpr Clause not_in_tangle{
      "OpGroupNonUniformQuadBroadcast.index-not-in-tangle", "inactive-source-lane",
      Effect::undefined_result, "Index selects an invocation of the quad that is not active"};
  static constexpr auto clauses =
      clause_list(not_uniform, undefined_operand, out_of_range, not_in_tangle);

  static constexpr unsigned selected(unsigned lane, std::uint64_t index, unsigned) {
    return first_of_quad(lane) + static_cast<unsigned>(index);
  }
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         std::uint64_t index, unsigned) {
    if (index >= 4) return out_of_range;
    const unsigned id = selected(lane, index, 1);
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }

  // Vulkan and GLSL require Index to be uniform only within the quad.
  static constexpr unsigned uniform_lanes = 4;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    lower_with<Self>(lowering, instruction, instruction.id(Grammar::index), 1);
  }
};

struct OpGroupNonUniformQuadSwap : UniformShuffle<grammar::OpGroupNonUniformQuadSwap> {
  static constexpr std::string_view function = "subgroupQuadSwap";
  static constexpr Clause not_in_tangle{
      "OpGroupNonUniformQuadSwap.source-not-in-tangle", "inactive-source-lane",
      Effect::undefined_result, "Value is read from an invocation of the quad that is not active"};
  static constexpr Clause invalid_direction{"OpGroupNonUniformQuadSwap.direction-invalid",
                                            "invalid-direction", Effect::undefined_behavior,
                                            "Direction is not 0, 1 or 2"};
  // Only for a Direction that is not a constant, which is invalid.
  static constexpr Clause not_uniform{"OpGroupNonUniformQuadSwap.direction-not-uniform",
                                      "non-uniform-operand", Effect::undefined_behavior,
                                      "Direction does not come from a constant instruction"};
  static constexpr Clause undefined_operand{"OpGroupNonUniformQuadSwap.direction-undefined",
                                            "undefined-operand", Effect::undefined_behavior,
                                            "Direction is undefined"};
  static constexpr auto clauses = clause_list(not_in_tangle, invalid_direction, undefined_operand);

  // Direction 0 is horizontal (0 and 1, 2 and 3), 1 vertical (0 and 2, 1 and 3), 2 diagonal (0 and
  // 3, 1 and 2).
  static constexpr unsigned selected(unsigned lane, std::uint64_t direction, unsigned) {
    return lane ^ (static_cast<unsigned>(direction) + 1);
  }
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         std::uint64_t direction, unsigned) {
    if (direction > 2) return invalid_direction;
    const unsigned id = selected(lane, direction, 1);
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    internal::require_subgroup_scope(lowering, instruction, Grammar::execution);
    const Id direction = instruction.id(Grammar::direction);
    const std::optional<std::uint64_t> value = internal::constant_operand(lowering, direction);
    if (!value && lowering.types().constant(direction) == nullptr) {
      lowering.fail_input("Direction is not a constant");
    }
    if (!value) {
      return internal::emit_for_components(lowering, instruction,
                                           &internal::execute_broken<undefined_operand>);
    }
    if (*value > 2) {
      return internal::emit_for_components(lowering, instruction,
                                           &internal::execute_broken<invalid_direction>);
    }
    lower_with<Self>(lowering, instruction, direction, 1);
  }
};

// Combines the bits of each quad with `combine`, and gives the result to all four lanes.
template <class Combine>
LaneMask within_quads(const LaneMask& lanes, Combine combine) {
  LaneMask result;
  for (unsigned w = 0; w < 2; ++w) {
    std::uint64_t word = lanes.words[w];
    word = combine(word, word >> 1);
    word = combine(word, word >> 2);
    result.words[w] = (word & 0x1111'1111'1111'1111) * 0xF;
  }
  return result;
}
LaneMask any_in_quad(const LaneMask& lanes) {
  return within_quads(lanes, [](std::uint64_t a, std::uint64_t b) { return a | b; });
}

//   LaneMask vote(const Tangle&, const LaneMask& predicate)
// and the `known` lanes that decide it whatever the rest of their quads is:
//   LaneMask deciding(const LaneMask& known, const LaneMask& predicate)
// `function`: the name in the source.
template <class G>
struct QuadVote {
  using Grammar = G;
  static constexpr unsigned predicate_place = internal::place<G>(G::predicate);

  template <class Self>
  static constexpr LaneExchange exchange() {
    return {
        .kind = LaneExchange::Kind::quad_predicate, .value = G::predicate, .name = Self::function};
  }

  template <class Self>
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const Slot predicate = record->operand[predicate_place];
    const PlaneHeader header = subgroup.header(predicate);
    subgroup.truth(record->result) = Self::vote(tangle_of(subgroup), subgroup.truth(predicate));
    const LaneMask known = subgroup.active & ~indeterminate_lanes(header);
    const LaneMask undecided = ~any_in_quad(Self::deciding(known, subgroup.truth(predicate)));
    subgroup.header(record->result) = {
        any_in_quad(header.undefined & subgroup.active) & undecided,
        any_in_quad(header.implementation_dependent & subgroup.active) & undecided};
    return record + 1;
  }

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const Slot predicate = lowering.slot(instruction.id(G::predicate));
    internal::emit_placed(lowering, &execute<Self>, lowering.define(instruction).slots[0],
                          {{predicate_place, predicate}});
  }
};

struct OpGroupNonUniformQuadAllKHR : QuadVote<grammar::OpGroupNonUniformQuadAllKHR> {
  static constexpr std::string_view function = "subgroupQuadAll";

  static LaneMask vote(const Tangle& tangle, const LaneMask& predicate) {
    return within_quads(predicate | ~tangle.lanes,
                        [](std::uint64_t a, std::uint64_t b) { return a & b; });
  }
  static LaneMask deciding(const LaneMask& known, const LaneMask& predicate) {
    return known & ~predicate;
  }
};

struct OpGroupNonUniformQuadAnyKHR : QuadVote<grammar::OpGroupNonUniformQuadAnyKHR> {
  static constexpr std::string_view function = "subgroupQuadAny";

  static LaneMask vote(const Tangle& tangle, const LaneMask& predicate) {
    return any_in_quad(predicate & tangle.lanes);
  }
  static LaneMask deciding(const LaneMask& known, const LaneMask& predicate) {
    return known & predicate;
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_quad_instructions() {
  return InstructionList<OpGroupNonUniformQuadBroadcast, OpGroupNonUniformQuadSwap,
                         OpGroupNonUniformQuadAllKHR, OpGroupNonUniformQuadAnyKHR>::definitions;
}

}  // namespace spirv_oracle
