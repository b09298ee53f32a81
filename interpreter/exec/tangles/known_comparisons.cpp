#include "interpreter/exec/tangles/known_comparisons.h"

#include <algorithm>
#include <type_traits>

#include "interpreter/exec/tangles/untaken_paths.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/kernels/sign_extension.h"

namespace spirv_oracle {
namespace {

// Each decision costs time for each of them. A subgroup has at most 128 lanes.
constexpr std::size_t max_facts = 512, max_facts_about_one = 16;

std::uint64_t bits_of(const Subgroup& subgroup, Slot slot, std::uint32_t bytes, unsigned lane) {
  return lane_bits(subgroup.registers, {slot, ScalarType::unsigned_integer(bytes)}, lane);
}

void set_bits(Subgroup& subgroup, Slot slot, std::uint32_t bytes, unsigned lane,
              std::uint64_t value) {
  for_width(bytes, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) subgroup.values<T>(slot)[lane] = static_cast<T>(value);
  });
}

std::uint64_t mask_of(std::uint32_t bytes) { return ~std::uint64_t{0} >> (64 - 8 * bytes); }

bool holds(IntegerRelation relation, std::uint64_t a, std::uint64_t b, std::uint32_t bytes) {
  switch (relation) {
    case IntegerRelation::equal:
      return a == b;
    case IntegerRelation::less_unsigned:
      return a < b;
    case IntegerRelation::less_signed:
      return sign_extended(a, 8 * bytes) < sign_extended(b, 8 * bytes);
    case IntegerRelation::none:
      break;
  }
  return false;
}

// Unless the fact is known already, or there are too many.
template <class Fact>
void add_new(const Fact& fact, std::vector<Fact>& facts) {
  const auto is_same = [&fact](const Fact& known) {
    return known.slot == fact.slot && known.lane == fact.lane && known.value == fact.value &&
           known.relation == fact.relation && known.is_first == fact.is_first &&
           known.holds == fact.holds && known.other == fact.other && known.bytes == fact.bytes;
  };
  if (facts.size() < max_facts && std::ranges::none_of(facts, is_same)) facts.push_back(fact);
}

}  // namespace

bool KnownComparisons::Fact::agrees(std::uint64_t candidate) const {
  const std::uint64_t a = is_first ? candidate : other, b = is_first ? other : candidate;
  return spirv_oracle::holds(relation, a, b, bytes) == holds;
}

// None unless exactly one operand is implementation-dependent, and the other one certain.
std::optional<KnownComparisons::Fact> KnownComparisons::fact_of(const Subgroup& subgroup,
                                                                const Comparison& comparison,
                                                                unsigned lane, bool truth) {
  const PlaneHeader& header_1 = subgroup.header(comparison.operand_1);
  const PlaneHeader& header_2 = subgroup.header(comparison.operand_2);
  const bool is_first = header_1.implementation_dependent.test(lane);
  const bool are_defined = !header_1.undefined.test(lane) && !header_2.undefined.test(lane);
  if (!are_defined || is_first == header_2.implementation_dependent.test(lane)) return std::nullopt;
  Fact fact;
  fact.slot = is_first ? comparison.operand_1 : comparison.operand_2;
  fact.bytes = comparison.bytes;
  fact.lane = lane;
  fact.relation = comparison.relation;
  fact.is_first = is_first;
  fact.holds = truth != comparison.is_negated;
  fact.other = bits_of(subgroup, is_first ? comparison.operand_2 : comparison.operand_1,
                       comparison.bytes, lane);
  fact.value = bits_of(subgroup, fact.slot, comparison.bytes, lane);
  return fact;
}

std::vector<KnownComparisons::Fact> KnownComparisons::facts_about(const Subgroup& subgroup,
                                                                  const Fact& fact) const {
  const std::uint64_t now = bits_of(subgroup, fact.slot, fact.bytes, fact.lane);
  std::vector<Fact> about;
  for (const Fact& known : facts_) {
    if (known.slot == fact.slot && known.lane == fact.lane && known.bytes == fact.bytes &&
        known.value == now && about.size() < max_facts_about_one)
      about.push_back(known);
  }
  return about;
}

void KnownComparisons::note(const Subgroup& subgroup, const Comparison& comparison,
                            const LaneMask& lanes, const LaneMask& truth) {
  if (comparison.relation == IntegerRelation::none) return;
  lanes.for_each([&](unsigned lane) {
    if (const auto fact = fact_of(subgroup, comparison, lane, truth.test(lane)))
      add_new(*fact, facts_);
  });
}

// Where relations with a few numbers hold changes only at these numbers and at the ends of the type. So one of the numbers
// around them agrees if any does.
bool KnownComparisons::assume(Subgroup& shadow, const Fact& fact) {
  std::vector<Fact> all = facts_about(shadow, fact);
  all.push_back(fact);
  const std::uint64_t mask = mask_of(fact.bytes), sign = mask ^ mask >> 1;
  std::vector<std::uint64_t> candidates{fact.value};
  for (const Fact& known : all) {
    for (const std::uint64_t number : {known.other, known.other + 1, known.other - 1})
      candidates.push_back(number & mask);
  }
  candidates.insert(candidates.end(), {0, mask, sign, sign - 1});
  // The nearest one, so that a loop that it bounds does not run much longer.
  std::ranges::sort(candidates, {}, [&](std::uint64_t candidate) {
    return std::min((candidate - fact.value) & mask, (fact.value - candidate) & mask);
  });
  // Bits that are the same on every implementation.
  const std::uint64_t fixed = mask & ~shadow.indeterminate_bits.of(fact.slot, fact.lane);
  const auto agrees = [&](std::uint64_t candidate) {
    return ((candidate ^ fact.value) & fixed) == 0 &&
           std::ranges::all_of(all, [&](const Fact& known) { return known.agrees(candidate); });
  };
  const auto found = std::ranges::find_if(candidates, agrees);
  // With fixed bits, another number may agree.
  if (found == candidates.end()) return fixed != 0;
  const std::uint64_t value = *found;
  const bool is_only_one = std::ranges::any_of(all, [](const Fact& known) {
    return known.relation == IntegerRelation::equal && known.holds;
  });
  const std::uint64_t before = fact.value;
  set_bits(shadow, fact.slot, fact.bytes, fact.lane, value);
  if (is_only_one) shadow.header(fact.slot).implementation_dependent.reset(fact.lane);
  add_new(fact, facts_);
  for (Fact& known : facts_) {
    if (known.slot == fact.slot && known.lane == fact.lane && known.value == before)
      known.value = value;
  }
  return true;
}

LaneMask KnownComparisons::assume(Subgroup& shadow, const Comparison& comparison,
                                  const LaneMask& lanes, const LaneMask& truth) {
  if (comparison.relation == IntegerRelation::none) return lanes;
  LaneMask possible = lanes;
  lanes.for_each([&](unsigned lane) {
    const auto fact = fact_of(shadow, comparison, lane, truth.test(lane));
    if (fact && !assume(shadow, *fact)) possible.reset(lane);
  });
  return possible;
}

LaneMask KnownComparisons::lanes_with_value(const Subgroup& shadow, Slot selector,
                                            std::uint32_t bytes, std::uint64_t value,
                                            const LaneMask& lanes) const {
  LaneMask possible = lanes;
  lanes.for_each([&](unsigned lane) {
    Fact fact;
    fact.slot = selector;
    fact.bytes = bytes;
    fact.lane = lane;
    fact.other = value;
    fact.value = bits_of(shadow, selector, bytes, lane);
    const std::vector<Fact> about = facts_about(shadow, fact);
    if (!std::ranges::all_of(about, [&](const Fact& known) { return known.agrees(value); }))
      possible.reset(lane);
  });
  return possible;
}

}  // namespace spirv_oracle
