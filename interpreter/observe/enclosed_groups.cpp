// Enclosures of group operations: the combinations of what several invocations contribute.
#include <algorithm>
#include <cmath>

#include "interpreter/enclosures/few_orders.h"
#include "interpreter/exec/tangle_groups.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::is_finite_number;

namespace {

// For more values than this, a range is as good.
constexpr std::size_t max_values = 16;
// Their cost is small compared with the tables.
constexpr std::size_t max_sets = 1u << 14;

bool is_partitioned(const EnclosedInstruction& instruction) {
  return instruction.group >= spv::GroupOperation::PartitionedReduceNV;
}

bool reduces(const EnclosedInstruction& instruction) {
  return instruction.group == spv::GroupOperation::Reduce ||
         instruction.group == spv::GroupOperation::ClusteredReduce ||
         instruction.group == spv::GroupOperation::PartitionedReduceNV;
}

bool is_inclusive(const EnclosedInstruction& instruction) {
  return instruction.group == spv::GroupOperation::InclusiveScan ||
         instruction.group == spv::GroupOperation::PartitionedInclusiveScanNV;
}

bool is_extreme(EnclosureKind kind) {
  return kind == EnclosureKind::minimum || kind == EnclosureKind::maximum;
}

// The minimum or maximum of the contributions.
Interval extreme_of(EnclosureKind kind, const FloatRules& rules,
                    std::span<const Interval> contributions) {
  Interval all = Interval::everything();
  bool is_first = true;
  for (const Interval& contribution : contributions) {
    const Interval value = rules.operand(contribution);
    // "If for any two Values one of them is a NaN, the other is chosen": OpGroupNonUniformFMin and its siblings.
    if (!rules.assumes_finite && !value.has_numbers()) continue;
    if (value.nan || (rules.assumes_finite && !is_finite_number(value)))
      return Interval::everything();
    if (is_first)
      all = value;
    else
      all =
          kind == EnclosureKind::minimum ? exact::minimum(all, value) : exact::maximum(all, value);
    is_first = false;
  }
  return all;
}

// The sum or product of the contributions, in any order.
Interval total_of(EnclosureKind kind, const FloatRules& rules,
                  std::span<const Interval> contributions) {
  MaybePolynomial all;
  bool is_first = true;
  for (const Interval& contribution : contributions) {
    const Interval value = rules.operand(contribution);
    if (!is_finite_number(value)) return Interval::everything();
    const MaybePolynomial leaf = Polynomial::leaf(value);
    if (is_first)
      all = leaf;
    else
      all = kind == EnclosureKind::sum ? sum_of(all, leaf) : product_of(all, leaf);
    is_first = false;
  }
  if (!all) return Interval::everything();
  // Two contributions have only one order.
  const Interval total = contributions.size() == 1   ? all->exact
                         : contributions.size() == 2 ? rules.rounded(all->exact)
                                                     : all->range(rules);
  return is_finite_number(total) ? total : Interval::everything();
}

Interval combination_of(const EnclosedInstruction& instruction, const FloatRules& rules,
                        std::span<const Interval> contributions) {
  const EnclosureKind kind = instruction.rule.kind;
  return is_extreme(kind) ? extreme_of(kind, rules, contributions)
                          : total_of(kind, rules, contributions);
}

// With the least precision that RelaxedPrecision permits.
Interval relaxed_combination_of(const EnclosedInstruction& instruction,
                                std::span<const Interval> contributions) {
  FloatRules half = instruction.rules;
  half.format = binary16;
  half.rounding = RoundingModes::neighbor;
  half.may_flush = true;
  std::vector<Interval> rounded;
  for (const Interval& contribution : contributions) rounded.push_back(half.rounded(contribution));
  return combination_of(instruction, half, rounded);
}

// All sums or products of the contributions, if only a few change anything.
std::optional<std::vector<Real>> all_totals_of(const EnclosedInstruction& instruction,
                                               std::span<const Interval> contributions) {
  const bool is_sum = instruction.rule.kind == EnclosureKind::sum;
  const Real neutral = is_sum ? 0 : 1;
  std::vector<Real> contributing;
  for (const Interval& contribution : contributions) {
    if (!is_finite_number(contribution) || !contribution.is_point()) return std::nullopt;
    if (contribution.low != neutral) contributing.push_back(contribution.low);
    if (contributing.size() > max_enclosed_in_all_orders) return std::nullopt;
  }
  return combinations_in_all_orders(instruction.rules,
                                    is_sum ? Combination::sum : Combination::product, contributing);
}

std::uint64_t bits_of_number(const NumberFormat& format, Real number) {
  const auto value = static_cast<double>(number);
  if (format.digits == binary64.digits) return std::bit_cast<std::uint64_t>(value);
  if (format.digits == binary32.digits)
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return std::bit_cast<std::uint16_t>(to_float16(value));
}

// Zeros may have either sign.
std::vector<std::uint64_t> bits_of_numbers(const NumberFormat& format,
                                           std::span<const Real> numbers) {
  std::vector<std::uint64_t> bits;
  for (const Real number : numbers) {
    bits.push_back(bits_of_number(format, number));
    if (number == 0) bits.push_back(bits_of_number(format, std::signbit(number) ? 0.0L : -0.0L));
  }
  std::ranges::sort(bits);
  return bits;
}

}  // namespace

Enclosures::Combined Enclosures::combined(const EnclosedInstruction& instruction,
                                          const EnclosedPlane& contribution, Group group) {
  Combined all;
  std::vector<Interval> contributions;
  for (const Invocation& invocation : group) {
    const View operand = view(*invocation.subgroup, contribution, invocation.lane);
    if (!operand.is_exact) all.reason = reason_of(all.reason, operand);
    contributions.push_back(operand.value.value);
  }
  const FloatRules& rules = instruction.rules;
  all.value.value = combination_of(instruction, rules, contributions);
  if (instruction.is_relaxed && rules.format.digits == binary32.digits) {
    all.value.value = hull(all.value.value, relaxed_combination_of(instruction, contributions));
    return all;
  }
  if (is_extreme(instruction.rule.kind)) return all;
  const auto totals = all_totals_of(instruction, contributions);
  if (!totals) return all;
  all.value.value = {totals->front(), totals->back(), false};
  std::vector<std::uint64_t> bits = bits_of_numbers(rules.format, *totals);
  if (totals->size() > 1 && bits.size() <= max_values && sets_of_values_.size() < max_sets)
    all.values = &*sets_of_values_.insert(std::move(bits)).first;
  return all;
}

void Enclosures::combine_group(const EnclosedInstruction& instruction, const EnclosedResult& result,
                               Group group, std::uint32_t origin) {
  const EnclosedPlane& contribution = result.operands[0][0];
  const auto set_lane = [&](const Invocation& of, const Combined& all) {
    if (of.subgroup->header(result.plane.slot).undefined.test(of.lane))
      return clear(*of.subgroup, result.plane.slot, of.lane);
    const View reason = reason_of(all.reason, own_reason(instruction, origin));
    set(*of.subgroup, instruction, result.plane, of.lane, all.value, reason);
    give_values(*of.subgroup, result.plane, of.lane, all.values);
  };
  if (reduces(instruction)) {
    const Combined all = combined(instruction, contribution, group);
    for (const Invocation& invocation : group) set_lane(invocation, all);
    return;
  }
  Combined identity_of_sum;  // its sign may be ignored, too
  identity_of_sum.value.value = Interval::point(0);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Group before = group.first(is_inclusive(instruction) ? i + 1 : i);
    if (!before.empty())
      set_lane(group[i], combined(instruction, contribution, before));
    else if (instruction.rule.kind == EnclosureKind::sum)
      set_lane(group[i], identity_of_sum);
    else
      clear(*group[i].subgroup, result.plane.slot, group[i].lane);
  }
}

std::vector<Enclosures::Invocation> Enclosures::invocations_of(Subgroup& subgroup,
                                                               const LaneMask& lanes) {
  std::vector<Invocation> invocations;
  lanes.for_each([&](unsigned lane) { invocations.push_back({&subgroup, lane}); });
  return invocations;
}

std::optional<std::vector<LaneMask>> Enclosures::groups_of(const Subgroup& subgroup,
                                                           const EnclosedInstruction& instruction) {
  const Tangle tangle = tangle_of(subgroup);
  if (is_partitioned(instruction)) {
    if (instruction.ballot[0] == no_slot) return std::nullopt;
    const BallotOperand ballot{subgroup, instruction.ballot.data()};
    const PlaneHeader header = ballot.header_of_words(ballot_words(tangle.size));
    if ((header.implementation_dependent & tangle.lanes).any()) return std::nullopt;
    Partition partition = partition_of(tangle, subgroup.existing, ballot);
    if (partition.mistake != PartitionMistake::none) return std::nullopt;
    return std::move(partition.subsets);
  }
  if (instruction.group > spv::GroupOperation::ClusteredReduce) return std::nullopt;
  const bool is_clustered = instruction.group == spv::GroupOperation::ClusteredReduce;
  return clusters_of(tangle, is_clustered ? std::max(1u, instruction.cluster) : tangle.size);
}

void Enclosures::combine(Subgroup& subgroup, const EnclosedInstruction& instruction,
                         const EnclosedResult& result, std::uint32_t origin) {
  const auto groups = groups_of(subgroup, instruction);
  if (groups && result.operands[0].size() == 1 && !instruction.across_workgroup) {
    for (const LaneMask& group : *groups)
      combine_group(instruction, result, invocations_of(subgroup, group), origin);
    return;
  }
  subgroup.active.for_each([&](unsigned lane) {
    if (subgroup.header(result.plane.slot).undefined.test(lane))
      return clear(subgroup, result.plane.slot, lane);
    set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
  });
}

void Enclosures::note_combined(std::span<Subgroup* const> arrived, std::uint32_t sync,
                               std::uint32_t origin) {
  const auto found = program_.enclosed->combined.find(sync);
  if (found == program_.enclosed->combined.end()) return;
  const EnclosedInstruction& instruction = program_.enclosed->instructions[found->second];
  std::vector<Invocation> group;
  for (const Arrival& arrival : by_invocation(arrived))
    group.push_back({arrival.subgroup, arrival.lane});
  for (const EnclosedResult& result : instruction.results) {
    if (instruction.rule.kind == EnclosureKind::moves_across_lanes) {
      move_across_lanes(instruction, result, group, origin);
    } else if (result.operands[0].size() == 1 && !is_partitioned(instruction) &&
               instruction.group <= spv::GroupOperation::ExclusiveScan) {
      combine_group(instruction, result, group, origin);
    } else {
      for (const Invocation& of : group) {
        if (!of.subgroup->header(result.plane.slot).undefined.test(of.lane))
          set_unknown(*of.subgroup, result.plane, of.lane, own_reason(instruction, origin));
      }
    }
  }
}

}  // namespace spirv_oracle
