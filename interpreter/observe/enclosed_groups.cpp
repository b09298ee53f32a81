// Enclosures of group operations and of atomics that combine floats: the combinations of what several invocations contribute.
#include <algorithm>
#include <cmath>

#include "interpreter/enclosures/few_orders.h"
#include "interpreter/exec/lanes/tangle_groups.h"
#include "interpreter/exec/workgroup_sync.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::bits_of_float;
using internal::is_finite_number;
using internal::number_of;

namespace {

// For more values than this, a range is as good.
constexpr std::size_t max_totals = 16;

// Units of work for a combination of two parts. Up to always_in_hull contributions take less than a millisecond.
constexpr std::uint64_t work_of_step = 3;
constexpr std::size_t always_in_hull = 8;

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

// The rules with the least precision that RelaxedPrecision permits.
FloatRules relaxed_rules(FloatRules rules) {
  rules.format = binary16;
  rules.rounding = RoundingModes::neighbor;
  rules.may_flush = true;
  return rules;
}

// Zeros may have either sign.
std::vector<std::uint64_t> bits_of_totals(const NumberFormat& format,
                                          std::span<const Real> numbers) {
  std::vector<std::uint64_t> bits;
  for (const Real number : numbers) {
    bits.push_back(bits_of_float(format, number));
    if (number == 0) bits.push_back(bits_of_float(format, std::signbit(number) ? 0.0L : -0.0L));
  }
  std::ranges::sort(bits);
  return bits;
}

}  // namespace

// The combination of contributions in any order, as far as they are known so far.
class Enclosures::RunningTotal {
 public:
  RunningTotal(EnclosureKind kind, const FloatRules& rules) : kind_(kind), rules_(rules) {}

  void add(const Interval& contribution) {
    const Interval value = rules_.operand(contribution);
    if (is_extreme(kind_))
      add_to_extreme(value);
    else
      add_term(value);
  }
  Interval result() const {
    if (is_unknown_) return Interval::everything();
    return is_extreme(kind_) ? extreme_ : total();
  }

 private:
  void add_to_extreme(const Interval& value) {
    // "If for any two Values one of them is a NaN, the other is chosen": OpGroupNonUniformFMin and its siblings.
    if (!rules_.assumes_finite && !value.has_numbers()) return;
    is_unknown_ |= value.nan || (rules_.assumes_finite && !is_finite_number(value));
    if (count_++ == 0)
      extreme_ = value;
    else
      extreme_ = kind_ == EnclosureKind::minimum ? exact::minimum(extreme_, value)
                                                 : exact::maximum(extreme_, value);
  }
  void add_term(const Interval& value) {
    is_unknown_ |= !is_finite_number(value);
    if (is_unknown_) return;
    const MaybePolynomial leaf = Polynomial::leaf(value);
    if (count_++ == 0)
      total_ = leaf;
    else
      total_ = kind_ == EnclosureKind::sum ? sum_of(total_, leaf) : product_of(total_, leaf);
  }
  Interval total() const {
    if (!total_) return Interval::everything();
    // Two contributions have only one order.
    const Interval total = count_ == 1   ? total_->exact
                           : count_ == 2 ? rules_.rounded(total_->exact)
                                         : total_->range(rules_);
    return is_finite_number(total) ? total : Interval::everything();
  }

  EnclosureKind kind_;
  FloatRules rules_;
  unsigned count_ = 0;
  bool is_unknown_ = false;
  Interval extreme_ = Interval::everything();
  MaybePolynomial total_;
};

class Enclosures::Accumulation {
 public:
  Accumulation(EnclosureKind kind, const EnclosedInstruction& instruction)
      : kind_(kind), rules_(instruction.rules), total_(kind_, rules_) {
    if (instruction.is_relaxed && rules_.format.digits == binary32.digits)
      relaxed_total_.emplace(kind_, relaxed_rules(rules_));
    knows_few_ = !is_extreme(kind_) && !relaxed_total_;
  }

  void add(const View& contribution) {
    const Interval& value = contribution.value.value;
    is_empty_ = false;
    if (!contribution.is_exact) reason_.add(contribution.reason);
    total_.add(value);
    if (relaxed_total_) relaxed_total_->add(relaxed_rules(rules_).rounded(value));
    add_to_few(value);
  }
  bool is_empty() const { return is_empty_; }
  const Reason& reason() const { return reason_; }
  struct Totals {
    Interval value;
    std::vector<std::uint64_t> bits;  // of all of them, if they are few and known one by one
    std::uint64_t work = 0;
  };
  // The totals of all orders. They are less tight if that would take `most_work`.
  Totals totals(std::uint64_t most_work);

 private:
  Interval total() const {
    const Interval total = total_.result();
    return relaxed_total_ ? hull(total, relaxed_total_->result()) : total;
  }
  // All sums or products.
  std::optional<std::vector<Real>> all_totals() const {
    std::vector<Real> numbers;
    for (const Interval& value : few_) {
      if (!value.is_point()) return std::nullopt;
      numbers.push_back(value.low);
    }
    return combinations_in_all_orders(rules_, combination(), numbers);
  }
  Interval hull_of_totals() {
    if (!hull_) hull_.emplace(rules_, combination());
    while (hull_->count() < few_.size()) hull_->add(few_[hull_->count()]);
    return hull_->hull();
  }

  Combination combination() const {
    return kind_ == EnclosureKind::sum ? Combination::sum : Combination::product;
  }
  void add_to_few(const Interval& value) {
    knows_few_ = knows_few_ && is_finite_number(value);
    const bool is_neutral = value.is_point() && value.low == (kind_ == EnclosureKind::sum ? 0 : 1);
    if (!knows_few_ || is_neutral) return;
    few_.push_back(value);
    knows_few_ = few_.size() <= max_in_hull_of_orders;
  }

  EnclosureKind kind_;
  const FloatRules& rules_;
  RunningTotal total_;
  std::optional<RunningTotal> relaxed_total_;
  std::vector<Interval> few_;  // those that change the total, while knows_few_
  std::optional<HullOfOrders> hull_;
  bool knows_few_ = false, is_empty_ = true;
  Reason reason_;
};

Enclosures::Accumulation::Totals Enclosures::Accumulation::totals(std::uint64_t most_work) {
  Totals totals{.value = total(), .bits = {}};
  if (totals.value.is_point() || !knows_few_ || few_.empty()) return totals;
  if (few_.size() <= max_enclosed_in_all_orders) {
    if (const auto all = all_totals()) {
      totals.value = {all->front(), all->back(), false};
      std::vector<std::uint64_t> bits = bits_of_totals(rules_.format, *all);
      if (all->size() > 1 && bits.size() <= max_totals) totals.bits = std::move(bits);
      return totals;
    }
  }
  const std::uint64_t work = work_of_step * HullOfOrders::steps(few_.size());
  if (work >= most_work) return totals;
  totals.work = work;
  totals.value = hull_of_totals();
  return totals;
}

Enclosures::Combined Enclosures::combined(Accumulation& all, Subgroup& subgroup) {
  // A run whose work is limited does not spend much of it on one bound.
  const std::uint64_t always = work_of_step * HullOfOrders::steps(always_in_hull) + 1;
  const Accumulation::Totals totals = all.totals(std::max(always, max_work_ / 64));
  count_work(subgroup, totals.work);
  Combined combined;
  combined.reason = all.reason();
  combined.value.value = totals.value;
  if (!totals.bits.empty()) combined.values = shared(totals.bits);
  return combined;
}

void Enclosures::combine_group(const EnclosedInstruction& instruction, const EnclosedResult& result,
                               Group group, std::uint32_t origin) {
  if (group.empty()) return;
  const auto set_lane = [&](const Invocation& of, const Combined& all) {
    if (of.subgroup->header(result.plane.slot).undefined.test(of.lane))
      return clear(*of.subgroup, result.plane.slot, of.lane);
    Reason reason = all.reason;
    reason.add(own_reason(instruction, origin));
    set(*of.subgroup, instruction, result.plane, of.lane, all.value, reason);
    give_values(*of.subgroup, result.plane, of.lane, all.values);
  };
  Accumulation all(instruction.rule.kind, instruction);
  const auto add = [&](const Invocation& of) {
    all.add(view(*of.subgroup, result.operands[0][0], of.lane));
  };
  if (reduces(instruction)) {
    for (const Invocation& invocation : group) add(invocation);
    const Combined total = combined(all, *group[0].subgroup);
    for (const Invocation& invocation : group) set_lane(invocation, total);
    return;
  }
  Combined identity_of_sum;  // its sign may be ignored, too
  identity_of_sum.value.value = Interval::point(0);
  for (const Invocation& invocation : group) {
    if (is_inclusive(instruction)) add(invocation);
    if (!all.is_empty())
      set_lane(invocation, combined(all, *invocation.subgroup));
    else if (instruction.rule.kind == EnclosureKind::sum)
      set_lane(invocation, identity_of_sum);
    else
      clear(*invocation.subgroup, result.plane.slot, invocation.lane);
    if (!is_inclusive(instruction)) add(invocation);
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
  if (!group.empty()) count_work(*group[0].subgroup, work_of(instruction, group.size()));
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

// --- atomics ---

void Enclosures::add_to_reduction(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                                  const Record& record, unsigned lane, ByteAddress place,
                                  const ComponentState& before) {
  constexpr std::size_t max_reductions = 1u << 15;
  const std::vector<EnclosedPlane>& values = instruction.results[0].others;
  if (place >= own_memory || values.size() != 1 || record.result == no_slot) return;
  const auto [found, is_new] = reductions_.try_emplace(place);
  AtomicReduction& reduction = found->second;
  if (is_new && reductions_.size() <= max_reductions) {
    reduction.bytes = record.operand[1];
    reduction.all = std::make_shared<Accumulation>(instruction.reduction, instruction);
    View base;
    base.is_exact = before.knowledge == Knowledge::exact;
    base.reason = before.reason;
    base.value.value =
        base.is_exact ? Interval::point(number_of(subgroup, {record.result, values[0].type}, lane))
        : before.knowledge == Knowledge::enclosed && before.is_float ? before.value
                                                                     : Interval::everything();
    reduction.all->add(base);
    if (base.value.value.nan) reduction.all = nullptr;
  }
  if (reduction.all == nullptr) return;
  View value = view(subgroup, values[0], lane);
  value.reason.add(own_reason(instruction, record.origin));
  value.is_exact = false;  // so that the reason counts
  // A NaN of an atomic minimum or maximum may win or lose.
  if (value.value.value.nan)
    reduction.all = nullptr;
  else
    reduction.all->add(value);
}

void Enclosures::end_reductions(ByteAddress first, std::uint64_t bytes) {
  constexpr ByteAddress widest = 8;
  auto at = reductions_.lower_bound(first < widest ? 0 : first - widest + 1);
  for (; at != reductions_.end() && at->first < first + bytes; ++at) {
    if (at->first + at->second.bytes > first) at->second.all = nullptr;
  }
}

std::vector<EnclosedComponent> Enclosures::reductions_in(const ObjectEntry& object) const {
  std::vector<EnclosedComponent> found;
  const ByteAddress begin = place_of(object.allocation, object.bytes);
  constexpr std::uint64_t most_work = 200'000'000;
  const std::uint64_t of_each =
      std::min(max_work_ / 4, most_work) / std::max<std::size_t>(reductions_.size(), 1);
  for (auto at = reductions_.lower_bound(begin);
       at != reductions_.end() && at->first < begin + object.size; ++at) {
    if (at->second.all == nullptr) continue;
    Accumulation all = *at->second.all;  // a copy, because totals() needs much memory
    const Accumulation::Totals totals = all.totals(of_each);
    if (totals.value.is_everything()) continue;
    ComponentState state;
    state.knowledge = Knowledge::enclosed;
    state.is_float = true;
    state.value = totals.value;
    state.reason = all.reason();
    if (!totals.bits.empty()) state.values = &totals.bits;
    EnclosedComponent component = *described(state, at->second.bytes);
    component.offset = at->first - begin;
    found.push_back(std::move(component));
  }
  return found;
}

}  // namespace spirv_oracle
