// Enclosures of group operations: the combinations of what several invocations contribute.
#include <algorithm>

#include "interpreter/observe/enclosed_component.h"
#include "interpreter/semantics/kernel.h"

namespace spirv_oracle {

using internal::is_finite_number;

Computed Enclosures::combined(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                              const EnclosedPlane& contribution, const LaneMask& lanes,
                              View& reason) const {
  const EnclosureKind kind = instruction.rule.kind;
  const bool is_extreme = kind == EnclosureKind::minimum || kind == EnclosureKind::maximum;
  const bool keeps_special = is_extreme && !instruction.rules.assumes_finite;
  Computed all{Interval::everything()};
  bool is_first = true;
  unsigned count = 0;
  lanes.for_each([&](unsigned lane) {
    const View operand = view(subgroup, contribution, lane);
    if (!operand.is_exact) reason = reason_of(reason, operand);
    const Interval value = instruction.rules.operand(operand.value.value);
    // "If for any two Values one of them is a NaN, the other is chosen": OpGroupNonUniformFMin and its siblings.
    if (keeps_special && !value.has_numbers()) return;
    const MaybeExpression leaf = Expression::leaf(value);
    ++count;
    if (is_first) {
      all = {value, leaf};
    } else if (kind == EnclosureKind::minimum || kind == EnclosureKind::maximum) {
      all.value = kind == EnclosureKind::minimum ? exact::minimum(all.value, value)
                                                 : exact::maximum(all.value, value);
    } else {
      all.expression = kind == EnclosureKind::sum ? sum_of(all.expression, leaf)
                                                  : product_of(all.expression, leaf);
    }
    const bool is_bound = keeps_special ? !value.nan : is_finite_number(value);
    if (!is_bound) all = {Interval::everything()};
    is_first = false;
  });
  if (count < 2 || is_extreme) return {all.value};
  if (!all.expression) return {Interval::everything()};
  // Two have one order.
  if (count == 2) return {instruction.rules.rounded(all.expression->exact)};
  return {all.expression->range(instruction.rules)};
}

void Enclosures::combine_group(Subgroup& subgroup, const EnclosedInstruction& instruction,
                               const EnclosedResult& result, const LaneMask& group,
                               std::uint32_t origin) {
  const EnclosedPlane& contribution = result.operands[0][0];
  const bool reduces = instruction.group == spv::GroupOperation::Reduce ||
                       instruction.group == spv::GroupOperation::ClusteredReduce;
  const auto set_lane = [&](unsigned lane, const Computed& value, View reason) {
    if (subgroup.header(result.plane.slot).undefined.test(lane))
      return clear(subgroup, result.plane.slot, lane);
    reason = reason_of(reason, own_reason(instruction, origin));
    set(subgroup, instruction, result.plane, lane, value, reason);
  };
  if (reduces) {
    View reason;
    const Computed value = combined(subgroup, instruction, contribution, group, reason);
    group.for_each([&](unsigned lane) { set_lane(lane, value, reason); });
    return;
  }
  const bool is_inclusive = instruction.group == spv::GroupOperation::InclusiveScan;
  group.for_each([&](unsigned lane) {
    const LaneMask before = group & LaneMask::first(is_inclusive ? lane + 1 : lane);
    if (before.none()) return clear(subgroup, result.plane.slot, lane);
    View reason;
    const Computed value = combined(subgroup, instruction, contribution, before, reason);
    set_lane(lane, value, reason);
  });
}

void Enclosures::combine(Subgroup& subgroup, const EnclosedInstruction& instruction,
                         const EnclosedResult& result, std::uint32_t origin) {
  const bool is_known = result.operands[0].size() == 1 && !instruction.across_workgroup &&
                        instruction.group <= spv::GroupOperation::ClusteredReduce;
  if (!is_known) {
    subgroup.active.for_each([&](unsigned lane) {
      if (subgroup.header(result.plane.slot).undefined.test(lane))
        return clear(subgroup, result.plane.slot, lane);
      set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
    });
    return;
  }
  const bool is_clustered = instruction.group == spv::GroupOperation::ClusteredReduce;
  const unsigned size = is_clustered ? std::max(1u, instruction.cluster) : subgroup.size;
  for (unsigned first = 0; first < subgroup.size; first += size) {
    const LaneMask group =
        subgroup.active & LaneMask::first(first + size) & ~LaneMask::first(first);
    if (group.any()) combine_group(subgroup, instruction, result, group, origin);
  }
}

}  // namespace spirv_oracle
