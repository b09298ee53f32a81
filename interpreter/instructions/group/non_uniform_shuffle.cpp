// Non-Uniform Instructions: shuffle

#include "interpreter/instructions/group/non_uniform_shuffle.h"

#include "interpreter/findings/clause_id.h"

namespace spirv_oracle {
namespace {

struct OpGroupNonUniformShuffle : Shuffle<grammar::OpGroupNonUniformShuffle>, SelectsById {
  static constexpr std::string_view function = "subgroupShuffle";
  static constexpr Clause out_of_range{"OpGroupNonUniformShuffle.id-out-of-range",
                                       "lane-out-of-range", Effect::undefined_result,
                                       "Id is greater than or equal to the size of the scope"};
  static constexpr Clause not_in_tangle{"OpGroupNonUniformShuffle.id-not-in-tangle",
                                        "inactive-source-lane", Effect::undefined_result,
                                        "Id selects an invocation that is not active"};
  static constexpr auto clauses = clause_list(out_of_range, not_in_tangle);

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned, unsigned id) {
    if (id >= tangle.size) return out_of_range;
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }
};

struct OpGroupNonUniformShuffleXor : Shuffle<grammar::OpGroupNonUniformShuffleXor>, SelectsByXor {
  static constexpr std::string_view function = "subgroupShuffleXor";
  static constexpr Clause out_of_range{
      "OpGroupNonUniformShuffleXor.source-out-of-range", "lane-out-of-range",
      Effect::undefined_result,
      "the current invocation's id xor Mask is greater than or equal to the size of the scope"};
  static constexpr Clause not_in_tangle{
      "OpGroupNonUniformShuffleXor.source-not-in-tangle", "inactive-source-lane",
      Effect::undefined_result,
      "the current invocation's id xor Mask selects an invocation that is not active"};
  static constexpr auto clauses = clause_list(out_of_range, not_in_tangle);

  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         unsigned mask) {
    const unsigned id = selected(lane, mask);
    if (id >= tangle.size) return out_of_range;
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }
};

template <class G>
struct SourceClause {
  static constexpr Clause not_in_tangle{internal::ClauseId<G, ".source-not-in-tangle">::view,
                                        "inactive-source-lane", Effect::undefined_result,
                                        "the source invocation is not active"};
};

struct OpGroupNonUniformShuffleUp : Shuffle<grammar::OpGroupNonUniformShuffleUp>,
                                    SourceClause<grammar::OpGroupNonUniformShuffleUp> {
  static constexpr std::string_view function = "subgroupShuffleUp";
  static constexpr Clause delta_too_large{
      "OpGroupNonUniformShuffleUp.delta-too-large", "lane-out-of-range", Effect::undefined_result,
      "Delta is greater than the current invocation's id within the scope"};
  static constexpr auto clauses = clause_list(delta_too_large, not_in_tangle);

  static constexpr unsigned selected(unsigned lane, unsigned delta) { return lane - delta; }
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         unsigned delta) {
    if (delta > lane) return delta_too_large;
    const unsigned id = selected(lane, delta);
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }
};

struct OpGroupNonUniformShuffleDown : Shuffle<grammar::OpGroupNonUniformShuffleDown>,
                                      SourceClause<grammar::OpGroupNonUniformShuffleDown> {
  static constexpr std::string_view function = "subgroupShuffleDown";
  static constexpr Clause delta_too_large{
      "OpGroupNonUniformShuffleDown.delta-too-large", "lane-out-of-range", Effect::undefined_result,
      "Delta is greater than or equal to the size of the scope"};
  static constexpr auto clauses = clause_list(delta_too_large, not_in_tangle);

  static constexpr unsigned selected(unsigned lane, unsigned delta) { return lane + delta; }
  template <class T>
  [[gnu::always_inline]] static Checked<unsigned> source(const T& tangle, unsigned lane,
                                                         unsigned delta) {
    if (delta >= tangle.size) return delta_too_large;
    const unsigned id = selected(lane, delta);
    if (!tangle.contains(id)) return not_in_tangle;
    return id;
  }
};

}  // namespace

std::span<const InstructionDefinition> non_uniform_shuffle_instructions() {
  return InstructionList<OpGroupNonUniformShuffle, OpGroupNonUniformShuffleXor,
                         OpGroupNonUniformShuffleUp, OpGroupNonUniformShuffleDown>::definitions;
}

}  // namespace spirv_oracle
