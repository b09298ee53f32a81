// Enclosures of what instructions compute from the operands of their own invocation, or move.
#include <algorithm>
#include <cmath>

#include "interpreter/exec/lanes/kernel.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::bits_of;
using internal::is_finite_number;
using internal::number_of;
using internal::representable;

namespace {

// An integer of an instruction that may use 16 bits.
bool fits_16_bits(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  if (plane.type.scalar_class != ScalarType::Class::integer) return true;
  const Real number = number_of(subgroup, plane, lane);
  return number >= -32768 && number <= (plane.type.is_signed ? 32767 : 65535);
}

// One list for all calls, to avoid allocations.
struct Gathered {
  std::array<std::vector<Computed>, 3> numbers;
};

}  // namespace

Computed Enclosures::relaxed(const EnclosedInstruction& instruction,
                             const EnclosedOperands& in) const {
  EnclosedOperands half = in;
  half.rules.format = half.operand_rules.format = binary16;
  half.rules.rounding = half.operand_rules.rounding = RoundingModes::neighbor;
  half.rules.may_flush = half.operand_rules.may_flush = true;
  half.are_exact = false;
  std::array<std::vector<Computed>, 3> operands;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Computed& operand : in.operand[k])
      operands[k].push_back({half.rules.rounded(operand.value)});
    half.operand[k] = operands[k];
  }
  return instruction.rule.enclose(half);
}

void Enclosures::compute(Subgroup& subgroup, const EnclosedInstruction& instruction,
                         const EnclosedResult& result, std::uint32_t origin) {
  EnclosedOperands in;
  in.component = result.component;
  in.component_count = result.component_count;
  in.rules = instruction.rules;
  in.operand_rules = instruction.operand_rules;
  in.encoded = instruction.encoded;
  in.representable = representable(result.plane.type);
  in.is_kernel = instruction.is_kernel;
  in.divides_exactly = instruction.divides_exactly;
  in.is_one_value = result.is_one_value;
  const LaneMask undefined = subgroup.header(result.plane.slot).undefined & subgroup.active;
  clear(subgroup, result.plane.slot, undefined);
  (subgroup.active & ~undefined).for_each([&](unsigned lane) {
    compute_in_lane(subgroup, instruction, result, in, lane, origin);
  });
}

void Enclosures::compute_in_lane(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                 const EnclosedResult& result, EnclosedOperands& in, unsigned lane,
                                 std::uint32_t origin) {
  static thread_local Gathered gathered;
  Reason reason;
  bool all_exact = true, any_marked = false, all_finite = true;
  bool has_signed_zeros = true;  // no operand may be flushed to a zero of an unknown sign
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<Computed>& numbers = gathered.numbers[k];
    numbers.clear();
    for (const EnclosedPlane& plane : result.operands[k]) {
      const View operand = view(subgroup, plane, lane);
      all_exact &= operand.is_exact;
      any_marked |= operand.is_marked;
      if (plane.type.is_float()) {
        all_finite &= is_finite_number(operand.value.value);
        has_signed_zeros &=
            instruction.operand_rules.operand(operand.value.value) == operand.value.value;
      }
      reason.add(operand.reason);
      numbers.push_back(operand.value);
    }
    in.operand[k] = numbers;
  }
  const Reason own = own_reason(instruction, origin);
  reason.add(own);
  if (instruction.rule.is_loose && !reason.is_loose) reason = own;
  const PlaneHeader& header = subgroup.header(result.plane.slot);
  const bool marks_itself = header.implementation_dependent.test(lane) && !any_marked;
  if (marks_itself && !instruction.rule.encloses_marked)
    return set_unknown(subgroup, result.plane, lane, own);
  in.usual = Interval::point(number_of(subgroup, result.plane, lane));
  // A declared rounding gives exact operands one result, unless denormals may be flushed, or the instruction itself
  // permits several.
  if (!marks_itself && all_exact && has_signed_zeros && instruction.has_fixed_rounding &&
      instruction.rules.operand(in.usual) == in.usual)
    return set(subgroup, instruction, result.plane, lane, {in.usual}, reason);
  if (instruction.rules.assumes_finite && !all_finite)
    return set_unknown(subgroup, result.plane, lane, reason);
  in.are_exact = all_exact;
  Computed computed = instruction.rule.enclose(in);
  if (instruction.is_relaxed && instruction.rules.format.digits == binary32.digits)
    computed = {hull(computed.value, relaxed(instruction, in).value)};
  const Values values = values_of_result(subgroup, instruction, result, lane, in, computed);
  computed.has_any_zero |= !all_exact || !has_signed_zeros;
  const bool is_unbounded = result.plane.type.is_float() && !is_finite_number(computed.value);
  if (instruction.rules.assumes_finite && is_unbounded)
    return set_unknown(subgroup, result.plane, lane, reason);
  set(subgroup, instruction, result.plane, lane, computed, reason);
  give_values(subgroup, result.plane, lane, values);
}

// Exact if all operands are, except for one rounding.
void Enclosures::keep_bits(Subgroup& subgroup, const EnclosedInstruction& instruction,
                           const EnclosedResult& result, unsigned lane, std::uint32_t origin) {
  Reason reason;
  bool all_exact = true, any_marked = false, has_inexact_float = false;
  const auto look = [&](const EnclosedPlane& plane) {
    const auto look_at = [&](unsigned of_lane) {
      const View operand = view(subgroup, plane, of_lane);
      all_exact &= operand.is_exact;
      any_marked |= operand.is_marked;
      // Headers mark what depends on an undefined integer.
      const bool has_header =
          operand.is_marked || subgroup.header(plane.slot).undefined.test(of_lane);
      has_inexact_float |= !operand.is_exact && (plane.type.is_float() || !has_header);
      reason.add(operand.reason);
    };
    if (instruction.across_lanes) {
      subgroup.active.for_each(look_at);
    } else {
      look_at(lane);
    }
  };
  for (const auto& operand : result.operands) std::ranges::for_each(operand, look);
  std::ranges::for_each(result.others, look);
  reason.add(own_reason(instruction, origin));
  const PlaneHeader& header = subgroup.header(result.plane.slot);
  const bool is_marked = header.implementation_dependent.test(lane);
  if (instruction.is_relaxed && !fits_16_bits(subgroup, result.plane, lane))
    return set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
  if (instruction.rule.kind == EnclosureKind::unknown && result.plane.type.is_float())
    return set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
  // Marks of integers are tracked bit by bit. Other records do not see the marks of floats.
  if (is_marked || has_inexact_float || (!all_exact && result.plane.type.is_float())) {
    if (is_marked && !has_inexact_float && !result.plane.type.is_float()) {
      ComponentState& place = at(subgroup, result.plane.slot, lane);
      place = {};
      place.knowledge = Knowledge::nothing;
      place.reason = reason;
      return;
    }
    return set_unknown(subgroup, result.plane, lane, reason);
  }
  if (instruction.rule.kind != EnclosureKind::neighbor)
    return clear(subgroup, result.plane.slot, lane);
  const Real usual = number_of(subgroup, result.plane, lane);
  if (!std::isfinite(usual))
    return set(subgroup, instruction, result.plane, lane,
               {instruction.rules.assumes_finite ? Interval::everything() : Interval::point(usual)},
               reason);
  const Real unit = instruction.rules.format.ulp(usual);
  const bool may_round =
      instruction.rules.rounding == RoundingModes::neighbor || instruction.rules.may_flush;
  const Interval value = may_round ? instruction.rules.within(widened(Interval::point(usual), unit))
                                   : Interval::point(usual);
  // Integers, and values that are far from inexact, cannot be separated from the rest here.
  set(subgroup, instruction, result.plane, lane, {value}, reason);
}

void Enclosures::take_candidates(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                 const EnclosedPlane& result, unsigned lane,
                                 std::span<const Candidate> candidates, std::uint32_t origin) {
  const PlaneHeader& header = subgroup.header(result.slot);
  if (header.undefined.test(lane)) return clear(subgroup, result.slot, lane);
  const auto place_of_candidate = [&](const Candidate& candidate) {
    return find(*candidate.of.subgroup, candidate.plane.slot, candidate.of.lane);
  };
  if (candidates.size() == 1) {
    const ComponentState* place = place_of_candidate(candidates[0]);
    if (place == nullptr) return clear(subgroup, result.slot, lane);
    const ComponentState copied = *place;
    at(subgroup, result.slot, lane) = copied;
    return;
  }
  Computed all{Interval::only_nan()};
  all.value.nan = false;
  bool all_exact = true, any_marked = false;
  Reason reason;
  for (const Candidate& candidate : candidates) {
    const View operand = view(*candidate.of.subgroup, candidate.plane, candidate.of.lane);
    all.value = hull(all.value, operand.value.value);
    all_exact &= operand.is_exact;
    any_marked |= operand.is_marked;
    reason.add(operand.reason);
  }
  reason.add(own_reason(instruction, origin));
  const bool is_marked = header.implementation_dependent.test(lane);
  // It is not known which value is selected. So its expression, the sign of its zero and the bits of its NaN are not
  // known either, unless the candidates agree.
  bool same_bits = true;
  for (const Candidate& candidate : candidates)
    same_bits &= bits_of(*candidate.of.subgroup, candidate.plane, candidate.of.lane) ==
                 bits_of(subgroup, result, lane);
  if (all_exact && same_bits && !is_marked) return clear(subgroup, result.slot, lane);
  if (is_marked && !any_marked) return set_unknown(subgroup, result, lane, reason);
  EnclosedInstruction with_zeros = {};
  with_zeros.keeps_sign_of_zero = all_exact && same_bits;
  const Values values = values_of_any(candidates);
  set(subgroup, with_zeros, result, lane, all, reason);
  give_values(subgroup, result, lane, values);
}

void Enclosures::move(Subgroup& subgroup, const EnclosedInstruction& instruction,
                      const EnclosedResult& result, unsigned lane, std::uint32_t origin) {
  // Operands of another type select the source.
  std::vector<Candidate> candidates;
  bool is_certain = true;
  Reason reason;
  const bool is_select = result.operands[0].size() == 1 && result.operands[0][0].type.bytes == 0 &&
                         result.operands[1].size() == 1 && result.operands[2].size() == 1;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const EnclosedPlane& plane : result.operands[k]) {
      const bool is_selector = is_select
                                   ? k == 0
                                   : plane.type.bytes != result.plane.type.bytes ||
                                         plane.type.scalar_class != result.plane.type.scalar_class;
      if (!is_selector) {
        candidates.push_back({plane, {&subgroup, lane}});
        continue;
      }
      const View selector = view(subgroup, plane, lane);
      is_certain &= selector.is_exact;
      reason.add(selector.reason);
    }
  }
  if (is_select && is_certain) {
    const bool first = subgroup.truth(result.operands[0][0].slot).test(lane);
    candidates = {candidates[first ? 0 : 1]};
  } else if (is_certain) {
    std::erase_if(candidates, [&](const Candidate& candidate) {
      return bits_of(subgroup, candidate.plane, lane) != bits_of(subgroup, result.plane, lane);
    });
  }
  if (candidates.empty()) {
    // The selecting operand has the type of the result.
    return keep_bits(subgroup, instruction, result, lane, origin);
  }
  if (is_certain || candidates.size() == 1)
    return take_candidates(subgroup, instruction, result.plane, lane, candidates, origin);
  Interval all = Interval::only_nan();
  all.nan = false;
  for (const Candidate& candidate : candidates) {
    const View operand = view(subgroup, candidate.plane, lane);
    all = hull(all, operand.value.value);
    reason.add(operand.reason);
  }
  reason.add(own_reason(instruction, origin));
  EnclosedInstruction with_zeros = {};
  with_zeros.keeps_sign_of_zero = false;
  const Values values = values_of_any(candidates);
  set(subgroup, with_zeros, result.plane, lane, {all}, reason);
  give_values(subgroup, result.plane, lane, values);
}

void Enclosures::move_across_lanes(const EnclosedInstruction& instruction,
                                   const EnclosedResult& result, Group group,
                                   std::uint32_t origin) {
  const bool has_source = result.operands[0].size() == 1;
  std::vector<Candidate> candidates;
  for (const Invocation& target : group) {
    Subgroup& subgroup = *target.subgroup;
    const unsigned lane = target.lane;
    candidates.clear();
    if (has_source) {
      const EnclosedPlane& value = result.operands[0][0];
      const std::uint64_t bits = bits_of(subgroup, result.plane, lane);
      for (const Invocation& source : group) {
        if (bits_of(*source.subgroup, value, source.lane) == bits &&
            !source.subgroup->header(value.slot).undefined.test(source.lane))
          candidates.push_back({value, source});
      }
    }
    bool is_certain = !candidates.empty();
    for (std::size_t k = 1; k < 3; ++k) {
      for (const EnclosedPlane& plane : result.operands[k])
        is_certain &= view(subgroup, plane, lane).is_exact;
    }
    if (is_certain) {
      take_candidates(subgroup, instruction, result.plane, lane, candidates, origin);
    } else if (!instruction.across_workgroup) {
      keep_bits(subgroup, instruction, result, lane, origin);
    } else if (subgroup.header(result.plane.slot).undefined.test(lane)) {
      clear(subgroup, result.plane.slot, lane);
    } else {
      set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
    }
  }
}

void Enclosures::note_conversion(Subgroup& subgroup, const Record& record) {
  EnclosedInstruction instruction;
  instruction.rule.kind = EnclosureKind::bits;
  EnclosedResult result;
  result.plane = {record.result, type_of(record.result)};
  result.operands[0] = {{record.operand[0], type_of(record.operand[0])}};
  if (record.operand[1] != no_slot)
    result.operands[1] = {{record.operand[1], type_of(record.operand[1])}};
  if (record.extra == 1) {
    instruction.rule.kind = EnclosureKind::neighbor;
    instruction.rules.format = binary16;
    instruction.rules.rounding = RoundingModes::neighbor;
  }
  subgroup.active.for_each([&](unsigned lane) {
    if (subgroup.header(record.result).undefined.test(lane))
      return clear(subgroup, record.result, lane);
    keep_bits(subgroup, instruction, result, lane, record.origin);
  });
}

}  // namespace spirv_oracle
