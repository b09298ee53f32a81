// Enclosures whose values are known one by one: results that are whole numbers, that may be flushed, or that are computed
// from such components; integers; and bits that get another type.
#include <algorithm>
#include <cmath>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::bits_of;
using internal::bits_of_number;
using internal::is_finite_number;
using internal::number_of_bits;
using internal::numbers_in;
using internal::representable;

namespace {

// For more values than this, a range is as good. Words with several packed components have more.
constexpr std::size_t max_values = 16, max_words = 64;
// The cost of the lists is small compared with the tables.
constexpr std::size_t max_sets = 1u << 14;
// How many combinations of operands are tried.
constexpr std::size_t max_combinations = 64;

using Bits = std::vector<std::uint64_t>;
using Numbers = std::vector<Real>;
using Alternatives = std::array<std::vector<Numbers>, 3>;

void keep_each_once(auto& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Zeros may have either sign.
Bits bits_of_numbers(ScalarType type, std::span<const Real> numbers) {
  Bits bits;
  for (const Real number : numbers) {
    bits.push_back(bits_of_number(type, number));
    if (number == 0 && type.is_float())
      bits.push_back(bits_of_number(type, std::signbit(number) ? 0.0L : -0.0L));
  }
  keep_each_once(bits);
  return bits;
}

// Computes the results for each combination of the numbers that the operands may be.
class Combinations {
 public:
  Combinations(const EnclosedOperands& in, const Alternatives& alternatives)
      : in_(in), alternatives_(alternatives) {
    in_.are_exact = false;
    for (std::size_t k = 0; k < 3; ++k) operands_[k].resize(alternatives[k].size());
  }

  // Whether all operands are known one by one, and there are not too many combinations.
  bool are_few() const {
    std::size_t count = 1;
    for (const auto& operand : alternatives_) {
      for (const Numbers& numbers : operand) {
        count *= numbers.size();
        if (count == 0 || count > max_combinations) return false;
      }
    }
    return true;
  }
  // The alternatives include flushed operands, and the rule need not flush them.
  void do_not_flush() { in_.rules.may_flush = in_.operand_rules.may_flush = false; }

  // Operands 0 and 1 are one value.
  void keep_equal_operands() { keeps_equal_ = true; }

  template <class Visit>
  void for_each(const Visit& visit) {
    choose(0, 0, visit);
  }

 private:
  template <class Visit>
  void choose(std::size_t k, std::size_t component, const Visit& visit) {
    while (k < 3 && component == alternatives_[k].size()) {
      ++k;
      component = 0;
    }
    if (k == 3) {
      const bool are_equal =
          !keeps_equal_ || operands_[0][0].value.low == operands_[1][0].value.low;
      if (are_equal) visit(in_);
      return;
    }
    for (const Real number : alternatives_[k][component]) {
      operands_[k][component] = {Interval::point(number)};
      in_.operand[k] = operands_[k];
      choose(k, component + 1, visit);
    }
  }

  EnclosedOperands in_;
  const Alternatives& alternatives_;
  std::array<std::vector<Computed>, 3> operands_;
  bool keeps_equal_ = false;
};

// The results of a rule without steps in between, one by one.
std::optional<Numbers> results_one_by_one(Combinations& combinations, const EnclosureRule& rule,
                                          const FloatRules& rules, ScalarType type) {
  Numbers all;
  bool are_known = true;
  combinations.do_not_flush();
  combinations.for_each([&](const EnclosedOperands& in) {
    if (!are_known) return;
    Computed computed = rule.enclose(in);
    if (computed.numbers.empty()) {
      auto numbers = numbers_in(computed.value, type, max_values);
      are_known = numbers && computed.value.is_finite();
      if (!are_known) return;
      computed.numbers = std::move(*numbers);
    }
    all.insert(all.end(), computed.numbers.begin(), computed.numbers.end());
  });
  if (!are_known) return std::nullopt;
  if (type.is_float() && rules.may_flush) {
    for (std::size_t i = 0, count = all.size(); i < count; ++i)
      if (all[i] != 0 && std::fabs(all[i]) < rules.least_normal()) all.push_back(0);
  }
  keep_each_once(all);
  return all;
}

// The least interval that contains the results for all combinations.
Computed hull_of_results(Combinations& combinations, const EnclosureRule& rule) {
  Computed all{{infinite_real, -infinite_real, false}};
  combinations.for_each([&](const EnclosedOperands& in) {
    const Computed computed = rule.enclose(in);
    all.value = hull(all.value, computed.value);
    all.has_any_zero |= computed.has_any_zero;
  });
  return all;
}

bool has_sign(const Interval& x) { return x.low > 0 || x.high < 0; }

}  // namespace

Enclosures::Values Enclosures::shared(Bits bits) {
  if (bits.empty() || sets_of_values_.size() >= max_sets) return nullptr;
  return &*sets_of_values_.insert(std::move(bits)).first;
}

Enclosures::Values Enclosures::values_of_numbers(ScalarType type, std::span<const Real> numbers) {
  return shared(bits_of_numbers(type, numbers));
}

void Enclosures::give_values(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                             const Values& values) {
  if (values == nullptr || find(subgroup, plane.slot, lane) == nullptr) return;
  ComponentState& place = at(subgroup, plane.slot, lane);
  if (place.knowledge != Knowledge::enclosed ||
      !std::ranges::binary_search(*values, bits_of(subgroup, plane, lane)))
    return;
  // An interval of integers without gaps says the same.
  const Interval& all = place.value;
  const bool has_gaps = place.is_float || all.high - all.low >= static_cast<Real>(values->size());
  if (has_gaps) place.values = values;
}

std::optional<Bits> Enclosures::few_values(const Subgroup& subgroup, const EnclosedPlane& plane,
                                           unsigned lane) const {
  const PlaneHeader& header = subgroup.header(plane.slot);
  const ComponentState* place = find(subgroup, plane.slot, lane);
  const bool is_marked = header.implementation_dependent.test(lane);
  if (header.undefined.test(lane) || (is_marked && (place == nullptr || !place->covers_mark)))
    return std::nullopt;
  if (place == nullptr || place->knowledge == Knowledge::exact) {
    const std::uint64_t bits = bits_of(subgroup, plane, lane);
    // A NaN may have any bits.
    if (std::isnan(number_of_bits(plane.type, bits))) return std::nullopt;
    return Bits{bits};
  }
  if (place->knowledge == Knowledge::nothing) return std::nullopt;
  if (place->values != nullptr) return *place->values;
  const Interval value = view(subgroup, plane, lane).value.value;
  const auto numbers = numbers_in(value, plane.type, max_values);
  if (!numbers || !value.is_finite()) return std::nullopt;
  return bits_of_numbers(plane.type, *numbers);
}

Enclosures::Values Enclosures::values_of_any(std::span<const Candidate> candidates) {
  const auto is_like_first = [&](const Candidate& candidate) {
    const Candidate& first = candidates[0];
    const ComponentState* a = find(*first.of.subgroup, first.plane.slot, first.of.lane);
    const ComponentState* b = find(*candidate.of.subgroup, candidate.plane.slot, candidate.of.lane);
    return a != nullptr && b != nullptr && a->knowledge == Knowledge::enclosed &&
           b->knowledge == Knowledge::enclosed && a->values == b->values && a->value == b->value &&
           a->is_float == b->is_float && a->covers_mark == b->covers_mark;
  };
  Bits all;
  for (const Candidate& candidate : candidates) {
    if (&candidate != &candidates[0] && is_like_first(candidate)) continue;
    const auto bits = few_values(*candidate.of.subgroup, candidate.plane, candidate.of.lane);
    if (!bits) return nullptr;
    all.insert(all.end(), bits->begin(), bits->end());
    keep_each_once(all);
    if (all.size() > max_words) return nullptr;
  }
  return shared(std::move(all));
}

std::vector<Real> Enclosures::alternatives(const Subgroup& subgroup, const EnclosedPlane& plane,
                                           unsigned lane, const FloatRules& rules) const {
  Numbers numbers;
  const ComponentState* place = find(subgroup, plane.slot, lane);
  const View operand = view(subgroup, plane, lane);
  if (operand.is_exact) {
    numbers = {operand.value.value.low};
  } else if (place != nullptr && !place->expression &&
             (place->values != nullptr || !plane.type.is_float())) {
    for (const std::uint64_t value : few_values(subgroup, plane, lane).value_or(Bits{}))
      numbers.push_back(number_of_bits(plane.type, value));
  }
  if (plane.type.is_float()) {
    if (!std::ranges::all_of(numbers, [](Real number) { return std::isfinite(number); })) return {};
    for (std::size_t i = 0, count = numbers.size(); i < count; ++i)
      if (rules.operand(Interval::point(numbers[i])).contains_zero()) numbers.push_back(0);
  }
  keep_each_once(numbers);
  return numbers;
}

Enclosures::Values Enclosures::values_of_result(const Subgroup& subgroup,
                                                const EnclosedInstruction& instruction,
                                                const EnclosedResult& result, unsigned lane,
                                                const EnclosedOperands& in, Computed& computed) {
  const ScalarType type = result.plane.type;
  if (type.bytes == 0 || instruction.is_relaxed) return nullptr;
  if (!computed.numbers.empty()) return values_of_numbers(type, computed.numbers);
  const FloatRules& rules = instruction.operand_rules;
  // Rearranged expressions have further results.
  const bool is_rearranged = computed.expression && computed.expression->has_groupings();
  const bool may_have_few = !instruction.is_kernel && !is_rearranged &&
                            (!instruction.rule.is_loose || computed.value.is_everything());
  if (!may_have_few) return nullptr;
  const auto may_be_several = [&](const EnclosedPlane& plane, const Interval& value) {
    const ComponentState* place = find(subgroup, plane.slot, lane);
    const bool is_listed = place != nullptr && (place->values != nullptr || !plane.type.is_float());
    return is_listed || (plane.type.is_float() && !(rules.operand(value) == value));
  };
  // A denormal result may be flushed.
  bool are_several =
      in.rules.may_flush && has_sign(in.usual) && in.usual.magnitude() < in.rules.least_normal();
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t c = 0; c < in.operand[k].size(); ++c)
      are_several |= may_be_several(result.operands[k][c], in.operand[k][c].value);
  }
  if (!are_several) return nullptr;
  Alternatives all;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const EnclosedPlane& plane : result.operands[k])
      all[k].push_back(alternatives(subgroup, plane, lane, rules));
  }
  Combinations combinations(in, all);
  if (!combinations.are_few()) return nullptr;
  if (instruction.rule.is_loose) {
    computed = hull_of_results(combinations, instruction.rule);
    return nullptr;
  }
  const auto numbers = results_one_by_one(combinations, instruction.rule, in.rules, type);
  if (!numbers || numbers->size() > max_values) return nullptr;
  return values_of_numbers(type, *numbers);
}

// Marks of integers are tracked bit by bit, by the instruction itself. Its result has no mark, or that of an operand.
void Enclosures::compute_integer(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                 const EnclosedResult& result, unsigned lane,
                                 std::uint32_t origin) {
  const ScalarType type = result.plane.type;
  PlaneHeader& header = subgroup.header(result.plane.slot);
  if (!header.implementation_dependent.test(lane) || instruction.is_relaxed)
    return keep_bits(subgroup, instruction, result, lane, origin);
  EnclosedOperands in;
  in.representable = representable(type);
  std::array<std::vector<Computed>, 3> operands;
  Alternatives all;
  Reason reason;
  bool are_known = result.others.empty();
  for (std::size_t k = 0; k < 3; ++k) {
    for (const EnclosedPlane& plane : result.operands[k]) {
      const View operand = view(subgroup, plane, lane);
      reason.add(operand.reason);
      Numbers numbers;
      for (const std::uint64_t bits : few_values(subgroup, plane, lane).value_or(Bits{}))
        numbers.push_back(number_of_bits(plane.type, bits));
      are_known &= !numbers.empty() || is_finite_number(operand.value.value);
      all[k].push_back(std::move(numbers));
      operands[k].push_back(operand.value);
    }
    in.operand[k] = operands[k];
  }
  if (!are_known) return keep_bits(subgroup, instruction, result, lane, origin);
  reason.add(own_reason(instruction, origin));
  Values values = nullptr;
  Computed computed;
  Combinations combinations(in, all);
  if (result.is_one_value) combinations.keep_equal_operands();
  if (combinations.are_few()) {
    if (const auto numbers = results_one_by_one(combinations, instruction.rule, in.rules, type)) {
      computed.value = {numbers->front(), numbers->back(), false};
      if (numbers->size() <= max_words) values = values_of_numbers(type, *numbers);
    } else {
      computed = hull_of_results(combinations, instruction.rule);
    }
  } else {
    computed = instruction.rule.enclose(in);
  }
  const Interval fitting = internal::as_integers(computed.value, type);
  const Real usual = number_of_bits(type, bits_of(subgroup, result.plane, lane));
  if (fitting.is_everything() || !fitting.contains(usual) ||
      (type.bytes == 0 && !fitting.is_point()))
    return keep_bits(subgroup, instruction, result, lane, origin);
  if (fitting.is_point()) {
    header.implementation_dependent.reset(lane);
    return clear(subgroup, result.plane.slot, lane);
  }
  ComponentState& place = at(subgroup, result.plane.slot, lane);
  place = {};
  place.knowledge = Knowledge::enclosed;
  place.covers_mark = true;
  place.value = fitting;
  place.reason = reason;
  give_values(subgroup, result.plane, lane, values);
}

void Enclosures::reinterpret(Subgroup& subgroup, const EnclosedInstruction& instruction,
                             const EnclosedResult& result, unsigned lane, std::uint32_t origin) {
  const auto& operand = result.operands[0];
  const bool is_whole = operand.size() == 1 && operand[0].type.bytes == result.plane.type.bytes &&
                        operand[0].type.scalar_class != ScalarType::Class::pointer &&
                        result.plane.type.scalar_class != ScalarType::Class::pointer;
  const ComponentState* place = is_whole ? find(subgroup, operand[0].slot, lane) : nullptr;
  if (place == nullptr) return keep_bits(subgroup, instruction, result, lane, origin);
  const bool is_marked = subgroup.header(operand[0].slot).implementation_dependent.test(lane);
  if (is_marked && !place->covers_mark)
    return keep_bits(subgroup, instruction, result, lane, origin);
  put(subgroup, result.plane, lane, *place);
}

}  // namespace spirv_oracle
