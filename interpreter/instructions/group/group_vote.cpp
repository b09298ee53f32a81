// Group and Subgroup Instructions: SPV_KHR_subgroup_vote

#include "interpreter/instructions/group/non_uniform_vote.h"

namespace spirv_oracle {
namespace {

struct OpSubgroupAllKHR : Vote<grammar::OpSubgroupAllKHR>, AllVote {};
struct OpSubgroupAnyKHR : Vote<grammar::OpSubgroupAnyKHR>, AnyVote {};

struct OpSubgroupAllEqualKHR : Vote<grammar::OpSubgroupAllEqualKHR> {
  static constexpr auto enclosure = &enclosures::bits;
  static constexpr bool flushes_denormals = true;

  static bool vote(const Tangle& tangle, const LaneMask& predicate) {
    return all_equal(tangle, predicate);
  }
  static bool is_decided(const Tangle& tangle, const LaneMask& known, const LaneMask& predicate) {
    return equality_is_decided(tangle, known,
                               [&](const Tangle& those) { return all_equal(those, predicate); });
  }
};

}  // namespace

std::span<const InstructionDefinition> group_subgroup_vote_instructions() {
  return InstructionList<OpSubgroupAllKHR, OpSubgroupAnyKHR, OpSubgroupAllEqualKHR>::definitions;
}

}  // namespace spirv_oracle
