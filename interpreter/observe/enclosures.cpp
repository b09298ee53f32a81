#include "interpreter/observe/enclosures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/semantics/access.h"
#include "interpreter/semantics/kernel.h"

namespace spirv_oracle {
namespace {

// Bounds of the tables: planes times invocations, those of them that are not exact, stored components.
constexpr std::uint64_t max_places = 1u << 24;
constexpr std::size_t max_open_places = 1u << 21;
constexpr std::size_t max_entries = 1u << 20;

bool is_float(ScalarType type) { return type.scalar_class == ScalarType::Class::floating; }

bool is_inside(const ObjectEntry& object, std::uint64_t address, unsigned bytes) {
  return bytes <= object.size && AddressSpace::offset(address) <= object.size - bytes;
}

// The memory of the workgroup, or of its invocations.
bool is_own(const Allocation& allocation) {
  return allocation.kind == MemoryKind::workgroup || allocation.kind == MemoryKind::lane_private;
}

// The component as a number: Booleans are 0 and 1.
Real number_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  const Slot slot = plane.slot;
  if (plane.type.bytes == 0) return subgroup.truth(slot).test(lane) ? 1 : 0;
  if (is_float(plane.type)) {
    switch (plane.type.bytes) {
      case 2:
        return static_cast<Real>(to_float(subgroup.values<Float16>(slot)[lane]));
      case 4:
        return static_cast<Real>(subgroup.values<float>(slot)[lane]);
      default:
        return static_cast<Real>(subgroup.values<double>(slot)[lane]);
    }
  }
  const auto of = [&]<class Signed, class Unsigned>(Signed, Unsigned) {
    return plane.type.is_signed ? static_cast<Real>(subgroup.values<Signed>(slot)[lane])
                                : static_cast<Real>(subgroup.values<Unsigned>(slot)[lane]);
  };
  switch (plane.type.bytes) {
    case 1:
      return of(std::int8_t{}, std::uint8_t{});
    case 2:
      return of(std::int16_t{}, std::uint16_t{});
    case 4:
      return of(std::int32_t{}, std::uint32_t{});
    default:
      return of(std::int64_t{}, std::uint64_t{});
  }
}

std::uint64_t bits_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  if (plane.type.bytes == 0) return subgroup.truth(plane.slot).test(lane) ? 1 : 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, subgroup.values<std::byte>(plane.slot) + std::size_t{lane} * plane.type.bytes,
              plane.type.bytes);
  return bits;
}

Interval representable(ScalarType type) {
  if (type.bytes == 0) return {0, 1, false};
  const int bits = 8 * type.bytes;
  if (type.is_signed)
    return {-std::ldexp(Real{1}, bits - 1), std::ldexp(Real{1}, bits - 1) - 1, false};
  return {0, std::ldexp(Real{1}, bits) - 1, false};
}

// An integer of an instruction that may be computed with 16 bits.
bool fits_16_bits(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  if (plane.type.scalar_class != ScalarType::Class::integer) return true;
  const Real number = number_of(subgroup, plane, lane);
  return number >= -32768 && number <= (plane.type.is_signed ? 32767 : 65535);
}

}  // namespace

bool Enclosures::is_affordable(const Program& program, std::uint64_t max_memory) {
  const std::uint64_t invocations =
      std::uint64_t{program.layout.subgroup_count} * program.subgroup_size;
  const std::uint64_t places = program.planes.size() * invocations;
  return places <= max_places && places * sizeof(std::uint32_t) < max_memory;
}

bool Enclosures::is_out_of_memory() const {
  constexpr std::uint64_t of_tree_node = 4 * sizeof(void*);
  std::uint64_t used = places_.capacity() * sizeof(Place);
  for (const auto& places : place_of_) used += places.size() * sizeof(std::uint32_t);
  used += stored_.size() * (sizeof(StoredPlace) + of_tree_node + sizeof(EnclosedComponent));
  return used > max_memory_ || places_.size() > max_open_places || stored_.size() > max_entries;
}

Enclosures::Enclosures(const Program& program, std::uint64_t max_memory)
    : program_(program), max_memory_(max_memory), plane_number_(program.register_units) {
  for (std::size_t i = 0; i < program.planes.size(); ++i)
    plane_number_[program.planes[i].slot] = static_cast<std::uint32_t>(i);
  place_of_.assign(program.layout.subgroup_count,
                   std::vector<std::uint32_t>(program.planes.size() * program.subgroup_size));
}

ScalarType Enclosures::type_of(Slot slot) const {
  return program_.planes[plane_number_[slot]].type;
}

std::size_t Enclosures::index_of(Slot slot, unsigned lane) const {
  return std::size_t{plane_number_[slot]} * program_.subgroup_size + lane;
}

const Enclosures::Place* Enclosures::find(const Subgroup& subgroup, Slot slot,
                                          unsigned lane) const {
  const std::uint32_t place = place_of_[subgroup.id][index_of(slot, lane)];
  return place == 0 ? nullptr : &places_[place];
}

Enclosures::Place& Enclosures::at(const Subgroup& subgroup, Slot slot, unsigned lane) {
  std::uint32_t& place = place_of_[subgroup.id][index_of(slot, lane)];
  if (place == 0) {
    place = static_cast<std::uint32_t>(places_.size());
    places_.emplace_back();
  }
  return places_[place];
}

void Enclosures::clear(const Subgroup& subgroup, Slot slot, unsigned lane) {
  const std::uint32_t place = place_of_[subgroup.id][index_of(slot, lane)];
  if (place != 0) places_[place] = {};
}

Enclosures::View Enclosures::view(const Subgroup& subgroup, const EnclosedPlane& plane,
                                  unsigned lane) const {
  View view;
  const PlaneHeader& header = subgroup.header(plane.slot);
  const Place* place = find(subgroup, plane.slot, lane);
  view.is_marked = header.implementation_dependent.test(lane);
  // An interval is one of floats or of integers: as the other, only exact values are known.
  const bool is_other_type = place != nullptr && place->knowledge != Knowledge::exact &&
                             place->is_float != is_float(plane.type);
  const bool is_known = !header.undefined.test(lane) && !is_other_type &&
                        (!view.is_marked || (place != nullptr && place->covers_mark));
  if (place != nullptr) {
    view.reason = place->reason;
    view.is_loose = place->is_loose;
  }
  if (!is_known || (place != nullptr && place->knowledge == Knowledge::nothing)) {
    view.is_exact = false;
    view.value = {Interval::everything()};
    return view;
  }
  if (place == nullptr || place->knowledge == Knowledge::exact) {
    view.value.value = Interval::point(number_of(subgroup, plane, lane));
    if (place != nullptr) view.value.expression = place->expression;
    return view;
  }
  view.is_exact = false;
  view.value = {place->value, place->expression};
  return view;
}

Enclosures::View Enclosures::reason_of(const View& a, const View& b) const {
  if (a.reason == 0) return b;
  if (b.reason == 0) return a;
  return b.is_loose && !a.is_loose ? b : a;
}

Enclosures::View Enclosures::own_reason(const EnclosedInstruction& instruction,
                                        std::uint32_t origin) const {
  View own;
  own.reason = origin;
  own.is_loose = instruction.rule.is_loose;
  return own;
}

void Enclosures::set_unknown(Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                             const View& reason) {
  Place& place = at(subgroup, plane.slot, lane);
  place = {};
  place.knowledge = Knowledge::nothing;
  place.is_float = is_float(plane.type);
  place.reason = reason.reason;
  place.is_loose = reason.is_loose;
  if (place.is_float) return;
  subgroup.header(plane.slot).implementation_dependent.set(lane);
  subgroup.open_bits.set_all(plane.slot, lane);
}

void Enclosures::set(Subgroup& subgroup, const EnclosedInstruction& instruction,
                     const EnclosedPlane& plane, unsigned lane, const Computed& computed,
                     const View& reason) {
  const Interval usual = Interval::point(number_of(subgroup, plane, lane));
  const Interval value = hull(computed.value, usual);
  PlaneHeader& header = subgroup.header(plane.slot);
  const bool fits =
      is_float(plane.type) || (value.low >= representable(plane.type).low &&
                               value.high <= representable(plane.type).high && !value.nan);
  if (!fits || value.is_everything()) return set_unknown(subgroup, plane, lane, reason);
  const bool is_zero = value.low == 0 && value.high == 0;
  const bool keeps_sign = instruction.keeps_sign_of_zero && !computed.has_any_zero;
  const bool is_exact = value.is_point() && (!is_zero || !is_float(plane.type) || keeps_sign);
  if (is_exact && !computed.expression) {
    header.implementation_dependent.reset(lane);
    return clear(subgroup, plane.slot, lane);
  }
  Place& place = at(subgroup, plane.slot, lane);
  place.knowledge = is_exact ? Knowledge::exact : Knowledge::enclosed;
  place.is_float = is_float(plane.type);
  place.covers_mark = false;
  place.value = value;
  place.expression = computed.expression;
  place.reason = reason.reason;
  place.is_loose = reason.is_loose;
  if (is_exact || place.is_float) {
    header.implementation_dependent.reset(lane);
    return;
  }
  // What decisions and addresses are made of is followed as all open values are.
  place.covers_mark = plane.type.bytes != 0;
  header.implementation_dependent.set(lane);
  subgroup.open_bits.set_all(plane.slot, lane);
}

namespace {

// One list for all calls: they are many.
struct Gathered {
  std::array<std::vector<Computed>, 3> numbers;
};

bool is_finite_number(const Interval& x) { return x.is_finite() && x.has_numbers(); }

}  // namespace

Computed Enclosures::apply(const EnclosedInstruction& instruction,
                           const EnclosedOperands& in) const {
  if (instruction.rule.kind != EnclosureKind::bounded) return instruction.rule.enclose(in);
  if (instruction.bound == nullptr) return {Interval::everything()};
  return {enclose_by_bound(instruction.bound, instruction.rule.shape, in)};
}

Computed Enclosures::relaxed(const EnclosedInstruction& instruction,
                             const EnclosedOperands& in) const {
  EnclosedOperands half = in;
  half.rules.format = half.operand_rules.format = binary16;
  half.rules.rounding = half.operand_rules.rounding = RoundingModes::neighbor;
  half.rules.may_flush = half.operand_rules.may_flush = true;
  std::array<std::vector<Computed>, 3> operands;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const Computed& operand : in.operand[k])
      operands[k].push_back({half.rules.rounded(operand.value)});
    half.operand[k] = operands[k];
  }
  return apply(instruction, half);
}

void Enclosures::compute(Subgroup& subgroup, const EnclosedInstruction& instruction,
                         const EnclosedResult& result, unsigned lane, std::uint32_t origin) {
  static thread_local Gathered gathered;
  EnclosedOperands in;
  View reason;
  bool all_exact = true, any_marked = false, all_finite = true;
  bool has_signed_zeros = true;  // no operand may be flushed to a zero of an unknown sign
  for (std::size_t k = 0; k < 3; ++k) {
    std::vector<Computed>& numbers = gathered.numbers[k];
    numbers.clear();
    for (const EnclosedPlane& plane : result.operands[k]) {
      View operand = view(subgroup, plane, lane);
      all_exact &= operand.is_exact;
      any_marked |= operand.is_marked;
      if (is_float(plane.type)) {
        all_finite &= is_finite_number(operand.value.value);
        has_signed_zeros &=
            instruction.operand_rules.operand(operand.value.value) == operand.value.value;
      }
      reason = reason_of(reason, operand);
      numbers.push_back(std::move(operand.value));
    }
    in.operand[k] = numbers;
  }
  reason = reason_of(reason, own_reason(instruction, origin));
  if (instruction.rule.is_loose && !reason.is_loose) reason = own_reason(instruction, origin);
  const PlaneHeader& header = subgroup.header(result.plane.slot);
  const bool marks_itself = header.implementation_dependent.test(lane) && !any_marked;
  if (marks_itself && !instruction.rule.encloses_marked)
    return set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
  in.usual = Interval::point(number_of(subgroup, result.plane, lane));
  if (all_exact && instruction.has_fixed_rounding)
    return set(subgroup, instruction, result.plane, lane, {in.usual}, reason);
  in.component = result.component;
  in.component_count = result.component_count;
  in.rules = instruction.rules;
  in.operand_rules = instruction.operand_rules;
  in.representable = representable(result.plane.type);
  in.is_kernel = instruction.is_kernel;
  in.is_one_value = result.is_one_value;
  Computed computed = apply(instruction, in);
  if (instruction.is_relaxed && instruction.rules.format.digits == binary32.digits)
    computed = {hull(computed.value, relaxed(instruction, in).value)};
  computed.has_any_zero |= !all_exact || !has_signed_zeros;
  const bool is_open = is_float(result.plane.type) && !is_finite_number(computed.value);
  if (instruction.rules.assumes_finite && (!all_finite || is_open))
    computed = {Interval::everything()};
  set(subgroup, instruction, result.plane, lane, computed, reason);
}

// Exact where all operands are, but for one rounding.
void Enclosures::keep_bits(Subgroup& subgroup, const EnclosedInstruction& instruction,
                           const EnclosedResult& result, unsigned lane, std::uint32_t origin) {
  View reason;
  bool all_exact = true, any_marked = false, has_open_float = false;
  const auto look = [&](const EnclosedPlane& plane) {
    const auto look_at = [&](unsigned of_lane) {
      const View operand = view(subgroup, plane, of_lane);
      all_exact &= operand.is_exact;
      any_marked |= operand.is_marked;
      has_open_float |= !operand.is_exact && (is_float(plane.type) || !operand.is_marked);
      reason = reason_of(reason, operand);
    };
    if (instruction.across_lanes) {
      subgroup.active.for_each(look_at);
    } else {
      look_at(lane);
    }
  };
  for (const auto& operand : result.operands) std::ranges::for_each(operand, look);
  std::ranges::for_each(result.others, look);
  reason = reason_of(reason, own_reason(instruction, origin));
  const PlaneHeader& header = subgroup.header(result.plane.slot);
  const bool is_marked = header.implementation_dependent.test(lane);
  if (instruction.is_relaxed && !fits_16_bits(subgroup, result.plane, lane))
    return set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
  if (instruction.rule.kind == EnclosureKind::unknown && is_float(result.plane.type))
    return set_unknown(subgroup, result.plane, lane, own_reason(instruction, origin));
  // Marks of integers are followed bit by bit; those of floats are not seen by other records.
  if (is_marked || has_open_float || (!all_exact && is_float(result.plane.type))) {
    if (is_marked && !has_open_float && !is_float(result.plane.type)) {
      Place& place = at(subgroup, result.plane.slot, lane);
      place = {};
      place.knowledge = Knowledge::nothing;
      place.reason = reason.reason;
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
  // Integers and what is exact by far cannot be told from the rest here.
  set(subgroup, instruction, result.plane, lane, {value}, reason);
}

void Enclosures::take_candidates(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                 const EnclosedPlane& result, unsigned lane,
                                 std::span<const std::pair<EnclosedPlane, unsigned>> candidates,
                                 std::uint32_t origin) {
  const PlaneHeader& header = subgroup.header(result.slot);
  if (header.undefined.test(lane)) return clear(subgroup, result.slot, lane);
  if (candidates.size() == 1) {
    const Place* place = find(subgroup, candidates[0].first.slot, candidates[0].second);
    if (place == nullptr) return clear(subgroup, result.slot, lane);
    const Place copied = *place;
    at(subgroup, result.slot, lane) = copied;
    return;
  }
  Computed all{Interval::only_nan()};
  all.value.nan = false;
  bool all_exact = true, any_marked = false;
  View reason;
  for (const auto& [plane, of_lane] : candidates) {
    const View operand = view(subgroup, plane, of_lane);
    all.value = hull(all.value, operand.value.value);
    all_exact &= operand.is_exact;
    any_marked |= operand.is_marked;
    reason = reason_of(reason, operand);
  }
  reason = reason_of(reason, own_reason(instruction, origin));
  const bool is_marked = header.implementation_dependent.test(lane);
  // Which of several one gets is not known: neither what it was computed from, nor the sign of a zero or the bits
  // of a NaN, where those that may be taken differ.
  bool same_bits = true;
  for (const auto& [plane, of_lane] : candidates)
    same_bits &= bits_of(subgroup, plane, of_lane) == bits_of(subgroup, result, lane);
  if (all_exact && same_bits && !is_marked) return clear(subgroup, result.slot, lane);
  if (is_marked && !any_marked) return set_unknown(subgroup, result, lane, reason);
  EnclosedInstruction with_zeros = {};
  with_zeros.keeps_sign_of_zero = all_exact && same_bits;
  set(subgroup, with_zeros, result, lane, all, reason);
}

void Enclosures::move(Subgroup& subgroup, const EnclosedInstruction& instruction,
                      const EnclosedResult& result, unsigned lane, std::uint32_t origin) {
  // Operands of another type say which one is taken.
  std::vector<std::pair<EnclosedPlane, unsigned>> candidates;
  bool is_certain = true;
  View reason;
  const bool is_select = result.operands[0].size() == 1 && result.operands[0][0].type.bytes == 0 &&
                         result.operands[1].size() == 1 && result.operands[2].size() == 1;
  for (std::size_t k = 0; k < 3; ++k) {
    for (const EnclosedPlane& plane : result.operands[k]) {
      const bool is_selector = is_select
                                   ? k == 0
                                   : plane.type.bytes != result.plane.type.bytes ||
                                         plane.type.scalar_class != result.plane.type.scalar_class;
      if (!is_selector) {
        candidates.emplace_back(plane, lane);
        continue;
      }
      const View selector = view(subgroup, plane, lane);
      is_certain &= selector.is_exact;
      reason = reason_of(reason, selector);
    }
  }
  if (is_select && is_certain) {
    const bool first = subgroup.truth(result.operands[0][0].slot).test(lane);
    candidates = {candidates[first ? 0 : 1]};
  } else if (is_certain) {
    std::erase_if(candidates, [&](const auto& candidate) {
      return bits_of(subgroup, candidate.first, lane) != bits_of(subgroup, result.plane, lane);
    });
  }
  if (candidates.empty()) {
    // The operand that says which one has the type of the result.
    return keep_bits(subgroup, instruction, result, lane, origin);
  }
  if (is_certain || candidates.size() == 1)
    return take_candidates(subgroup, instruction, result.plane, lane, candidates, origin);
  Interval all = Interval::only_nan();
  all.nan = false;
  for (const auto& [plane, of_lane] : candidates) {
    const View operand = view(subgroup, plane, of_lane);
    all = hull(all, operand.value.value);
    reason = reason_of(reason, operand);
  }
  reason = reason_of(reason, own_reason(instruction, origin));
  EnclosedInstruction with_zeros = {};
  with_zeros.keeps_sign_of_zero = false;
  set(subgroup, with_zeros, result.plane, lane, {all}, reason);
}

void Enclosures::move_across_lanes(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                   const EnclosedResult& result, std::uint32_t origin) {
  if (result.operands[0].size() != 1 || instruction.across_workgroup) {
    subgroup.active.for_each(
        [&](unsigned lane) { keep_bits(subgroup, instruction, result, lane, origin); });
    return;
  }
  const EnclosedPlane& value = result.operands[0][0];
  std::vector<std::pair<EnclosedPlane, unsigned>> candidates;
  subgroup.active.for_each([&](unsigned lane) {
    candidates.clear();
    subgroup.active.for_each([&](unsigned source) {
      const bool same = bits_of(subgroup, value, source) == bits_of(subgroup, result.plane, lane);
      if (same && !subgroup.header(value.slot).undefined.test(source))
        candidates.emplace_back(value, source);
    });
    bool is_certain = !candidates.empty();
    for (std::size_t k = 1; k < 3; ++k) {
      for (const EnclosedPlane& plane : result.operands[k])
        is_certain &= view(subgroup, plane, lane).is_exact;
    }
    if (is_certain)
      return take_candidates(subgroup, instruction, result.plane, lane, candidates, origin);
    keep_bits(subgroup, instruction, result, lane, origin);
  });
}

void Enclosures::note_result(Subgroup& subgroup, const Op& op) {
  const EnclosedInstruction& instruction = program_.enclosed->instructions[op.extra];
  for (const EnclosedResult& result : instruction.results) {
    switch (instruction.rule.kind) {
      case EnclosureKind::moves_across_lanes:
        move_across_lanes(subgroup, instruction, result, op.origin);
        continue;
      case EnclosureKind::sum:
      case EnclosureKind::product:
      case EnclosureKind::minimum:
      case EnclosureKind::maximum:
        combine(subgroup, instruction, result, op.origin);
        continue;
      default:
        break;
    }
    subgroup.active.for_each([&](unsigned lane) {
      if (subgroup.header(result.plane.slot).undefined.test(lane))
        return clear(subgroup, result.plane.slot, lane);
      switch (instruction.rule.kind) {
        case EnclosureKind::computes:
        case EnclosureKind::bounded:
          return compute(subgroup, instruction, result, lane, op.origin);
        case EnclosureKind::moves:
          return move(subgroup, instruction, result, lane, op.origin);
        default:
          return keep_bits(subgroup, instruction, result, lane, op.origin);
      }
    });
  }
  note_further_results(subgroup, instruction, op.origin);
}

// What an instruction stores is as uncertain as a result that it has no rule for.
void Enclosures::note_further_results(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                      std::uint32_t origin) {
  if (instruction.stored_planes.empty() && instruction.stored_places.empty()) return;
  subgroup.active.for_each([&](unsigned lane) {
    View reason;
    bool all_exact = instruction.rule.kind == EnclosureKind::bits;
    for (const EnclosedResult& result : instruction.results) {
      for (const auto& operand : result.operands) {
        for (const EnclosedPlane& plane : operand) {
          const View of_operand = view(subgroup, plane, lane);
          if (is_float(plane.type)) all_exact &= of_operand.is_exact;
          reason = reason_of(reason, of_operand);
        }
      }
    }
    reason = reason_of(reason, own_reason(instruction, origin));
    for (const EnclosedPlane& plane : instruction.stored_planes) {
      if (all_exact)
        clear(subgroup, plane.slot, lane);
      else
        set_unknown(subgroup, plane, lane, reason);
    }
    for (const auto& stored : instruction.stored_places) {
      const std::uint64_t address =
          subgroup.values<std::uint64_t>(stored.address)[lane] + stored.offset;
      const ObjectEntry& object = subgroup.memory->find(address);
      const unsigned bytes = stored.type.memory_bytes();
      if (!is_inside(object, address, bytes)) continue;
      erase(place_of(object, address), bytes);
      if (all_exact) continue;
      Place unknown;
      unknown.knowledge = Knowledge::nothing;
      unknown.is_float = is_float(stored.type);
      unknown.reason = reason.reason;
      store(object, address, bytes, unknown);
      if (unknown.is_float) continue;
      for (unsigned byte = 0; byte < bytes; ++byte) {
        Definedness& state = object.shadow[AddressSpace::offset(address) + byte];
        state = std::max(state, Definedness::implementation_dependent);
      }
    }
  });
}

void Enclosures::note_copy(Subgroup& subgroup, const Op& op) {
  subgroup.active.for_each([&](unsigned lane) {
    const Place* source = find(subgroup, op.operand[0], lane);
    if (source == nullptr || source->knowledge == Knowledge::exact) {
      if (source == nullptr || !source->expression) return clear(subgroup, op.result, lane);
    }
    const Place copied = *source;
    at(subgroup, op.result, lane) = copied;
  });
}

void Enclosures::note_conversion(Subgroup& subgroup, const Op& op) {
  EnclosedInstruction instruction;
  instruction.rule.kind = EnclosureKind::bits;
  EnclosedResult result;
  result.plane = {op.result, type_of(op.result)};
  result.operands[0] = {{op.operand[0], type_of(op.operand[0])}};
  if (op.operand[1] != no_slot) result.operands[1] = {{op.operand[1], type_of(op.operand[1])}};
  if (op.extra == 1) {
    instruction.rule.kind = EnclosureKind::neighbor;
    instruction.rules.format = binary16;
    instruction.rules.rounding = RoundingModes::neighbor;
  }
  subgroup.active.for_each([&](unsigned lane) {
    if (subgroup.header(op.result).undefined.test(lane)) return clear(subgroup, op.result, lane);
    keep_bits(subgroup, instruction, result, lane, op.origin);
  });
}

void Enclosures::note_unset(Subgroup& subgroup, const Op& op) {
  subgroup.active.for_each([&](unsigned lane) { clear(subgroup, op.result, lane); });
}

void Enclosures::note_open(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                           std::uint32_t origin) {
  lanes.for_each([&](unsigned lane) {
    Place& place = at(subgroup, slot, lane);
    const std::uint32_t reason = place.reason != 0 ? place.reason : origin;
    place = {};
    place.knowledge = Knowledge::nothing;
    place.reason = reason;
    place.is_float = is_float(type_of(slot));
  });
}

// --- group operations ---

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

// --- memory ---

Enclosures::BytePlace Enclosures::place_of(const ObjectEntry& object, std::uint64_t address) {
  return reinterpret_cast<BytePlace>(object.bytes) + AddressSpace::offset(address);
}

Enclosures::Place Enclosures::loaded(BytePlace begin, unsigned bytes, bool is_float) const {
  const auto behind = stored_.lower_bound(begin + bytes);
  if (behind == stored_.begin()) return {};
  const auto& [known, stored] = *std::prev(behind);
  if (known + stored.bytes <= begin) return {};
  const bool is_whole = known == begin && stored.bytes == bytes;
  if (is_whole && stored.place.is_float == is_float) return stored.place;
  Place unknown;
  // Exact bits are exact however they are read.
  unknown.knowledge = Knowledge::nothing;
  unknown.reason = stored.place.reason;
  unknown.is_loose = stored.place.is_loose;
  unknown.is_float = is_float;
  for (auto entry = std::prev(behind); entry->first + entry->second.bytes > begin; --entry) {
    if (entry->second.place.knowledge != Knowledge::exact) return unknown;
    if (entry == stored_.begin()) break;
  }
  return {};
}

void Enclosures::erase(BytePlace first, std::uint64_t bytes) {
  const BytePlace end = first + bytes;
  auto entry = stored_.lower_bound(first);
  if (entry != stored_.begin() && std::prev(entry)->first + std::prev(entry)->second.bytes > first)
    --entry;
  while (entry != stored_.end() && entry->first < end) {
    const BytePlace begin = entry->first, last = begin + entry->second.bytes;
    StoredPlace rest = entry->second;
    entry = stored_.erase(entry);
    // What is left of a component can be anything that its other bits allowed.
    if (rest.place.knowledge == Knowledge::exact) continue;
    rest.place.knowledge = Knowledge::nothing;
    rest.place.covers_mark = false;
    rest.place.expression.reset();
    if (begin < first) {
      rest.bytes = static_cast<unsigned>(first - begin);
      stored_.insert_or_assign(begin, rest);
    }
    if (last > end) {
      rest.bytes = static_cast<unsigned>(last - end);
      entry = std::next(stored_.insert_or_assign(end, rest).first);
    }
  }
}

void Enclosures::store(const ObjectEntry& object, std::uint64_t address, unsigned bytes,
                       const Place& place) {
  const bool is_shared = object.allocation == nullptr || !is_own(*object.allocation);
  stored_.insert_or_assign(place_of(object, address), StoredPlace{bytes, is_shared, place});
}

void Enclosures::note_load(Subgroup& subgroup, const Op& op) {
  const AccessWords words(subgroup.data + op.extra);
  const auto* address = subgroup.values<std::uint64_t>(op.operand[0]);
  const PlaneHeader& of_address = subgroup.header(op.operand[0]);
  const auto load = [&](const EnclosedPlane& plane, unsigned lane, std::uint64_t from) {
    View reason;
    if (of_address.implementation_dependent.test(lane)) {
      if (const Place* place = find(subgroup, op.operand[0], lane); place != nullptr)
        reason.reason = place->reason;
      if (reason.reason == 0) reason.reason = op.origin;
      return set_unknown(subgroup, plane, lane, reason);
    }
    const ObjectEntry& object = subgroup.memory->find(from);
    const unsigned bytes = plane.type.memory_bytes();
    if (!is_inside(object, from, bytes)) return clear(subgroup, plane.slot, lane);
    const Place found = loaded(place_of(object, from), bytes, is_float(plane.type));
    if (found.knowledge == Knowledge::exact && !found.expression)
      return clear(subgroup, plane.slot, lane);
    if (found.knowledge == Knowledge::nothing) {
      reason.reason = found.reason;
      reason.is_loose = found.is_loose;
      return set_unknown(subgroup, plane, lane, reason);
    }
    at(subgroup, plane.slot, lane) = found;
  };
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const EnclosedPlane plane{words.slots[c], type_of(words.slots[c])};
    subgroup.active.for_each([&](unsigned lane) {
      if (subgroup.header(plane.slot).undefined.test(lane) || of_address.undefined.test(lane))
        return clear(subgroup, plane.slot, lane);
      load(plane, lane, address[lane] + words.offset + c * words.stride);
    });
  }
}

void Enclosures::note_store(Subgroup& subgroup, const Op& op) {
  const AccessWords words(subgroup.data + op.extra);
  const auto* address = subgroup.values<std::uint64_t>(op.operand[0]);
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const Slot slot = words.slots[c];
    const ScalarType type = type_of(slot);
    const unsigned bytes = type.memory_bytes();
    subgroup.active.for_each([&](unsigned lane) {
      const std::uint64_t to = address[lane] + words.offset + c * words.stride;
      const ObjectEntry& object = subgroup.memory->find(to);
      if (!is_inside(object, to, bytes)) return;
      erase(place_of(object, to), bytes);
      const Place* place = find(subgroup, slot, lane);
      if (place == nullptr || subgroup.header(slot).undefined.test(lane)) return;
      if (place->knowledge == Knowledge::exact && !place->expression) return;
      Place stored = *place;
      stored.is_float = is_float(type);
      const bool is_marked = subgroup.header(slot).implementation_dependent.test(lane);
      if (is_marked && !stored.covers_mark) stored.knowledge = Knowledge::nothing;
      if (stored.reason == 0) stored.reason = op.origin;
      store(object, to, bytes, stored);
    });
  }
}

// The result is in question where the place was; the place where that or an operand is.
void Enclosures::note_atomic(Subgroup& subgroup, const Op& op) {
  const EnclosedInstruction& instruction = program_.enclosed->instructions[op.extra];
  const std::vector<EnclosedPlane>& values = instruction.results[0].others;
  const auto* addresses = subgroup.values<std::uint64_t>(op.operand[0]);
  const unsigned bytes = op.operand[1];
  const bool has_result = op.result != no_slot;
  const bool has_float =
      has_result ? is_float(type_of(op.result)) : !values.empty() && is_float(values[0].type);
  // One lane after the other, as they find what those before them left.
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    const ObjectEntry& object = subgroup.memory->find(address);
    if (!is_inside(object, address, bytes)) {
      if (has_result) clear(subgroup, op.result, lane);
      return;
    }
    const Place before = loaded(place_of(object, address), bytes, has_float);
    View reason;
    reason.reason = before.reason;
    const bool was_known = before.knowledge == Knowledge::exact;
    bool is_known = was_known;
    for (const EnclosedPlane& value : values) {
      const View operand = view(subgroup, value, lane);
      is_known &= operand.is_exact;
      reason = reason_of(reason, operand);
      if (!instruction.adds_floats || !has_result || !operand.is_exact) continue;
      // "Value in memory correctly rounded": whichever way.
      const Real original = number_of(subgroup, {op.result, value.type}, lane);
      const Interval sum = exact::add(Interval::point(original), operand.value.value);
      is_known &= sum.is_point() && instruction.rules.rounded(sum).is_point();
    }
    reason = reason_of(reason, own_reason(instruction, op.origin));
    if (has_result) {
      if (was_known || subgroup.header(op.result).undefined.test(lane))
        clear(subgroup, op.result, lane);
      else
        set_unknown(subgroup, {op.result, type_of(op.result)}, lane, reason);
    }
    if (instruction.rule.number == static_cast<std::uint32_t>(spv::Op::OpAtomicLoad)) return;
    erase(place_of(object, address), bytes);
    if (is_known) return;
    Place unknown;
    unknown.knowledge = Knowledge::nothing;
    unknown.reason = reason.reason;
    unknown.is_float = has_float;
    store(object, address, bytes, unknown);
  });
}

void Enclosures::note_copied_bytes(const std::byte* target, const std::byte* source,
                                   std::uint64_t bytes, const Allocation& in) {
  const bool is_shared = !is_own(in);
  const auto from = reinterpret_cast<BytePlace>(source);
  const auto to = reinterpret_cast<BytePlace>(target);
  std::vector<std::pair<BytePlace, StoredPlace>> copies;
  auto entry = stored_.lower_bound(from);
  if (entry != stored_.begin() && std::prev(entry)->first + std::prev(entry)->second.bytes > from)
    --entry;
  for (; entry != stored_.end() && entry->first < from + bytes; ++entry) {
    const BytePlace begin = std::max(entry->first, from);
    const BytePlace end = std::min(entry->first + entry->second.bytes, from + bytes);
    StoredPlace copy = entry->second;
    const bool is_whole = end - begin == copy.bytes;
    copy.bytes = static_cast<unsigned>(end - begin);
    copy.is_shared = is_shared;
    if (!is_whole) {
      copy.place.knowledge = Knowledge::nothing;
      copy.place.covers_mark = false;
      copy.place.expression.reset();
    }
    copies.emplace_back(begin - from + to, std::move(copy));
  }
  erase(to, bytes);
  for (auto& [place, copy] : copies) stored_.insert_or_assign(place, std::move(copy));
}

void Enclosures::start_workgroup() {
  std::erase_if(stored_, [](const auto& entry) { return !entry.second.is_shared; });
}

std::vector<EnclosedComponent> Enclosures::stored_in(const ObjectEntry& object) const {
  std::vector<EnclosedComponent> found;
  const auto begin = reinterpret_cast<BytePlace>(object.bytes);
  for (auto entry = stored_.lower_bound(begin);
       entry != stored_.end() && entry->first < begin + object.size; ++entry) {
    const Place& place = entry->second.place;
    if (place.knowledge == Knowledge::exact) continue;
    EnclosedComponent component;
    component.offset = entry->first - begin;
    component.bytes = entry->second.bytes;
    component.is_float = place.is_float;
    component.is_unknown = place.knowledge == Knowledge::nothing;
    if (!component.is_unknown) {
      component.has_numbers = place.value.has_numbers();
      component.low = static_cast<double>(place.value.low);
      component.high = static_cast<double>(place.value.high);
      component.may_be_nan = place.value.nan;
    }
    component.instruction = program_.origins[place.reason].instruction;
    found.push_back(component);
  }
  return found;
}

namespace {

// Shadow runs of uncertain branches do not enclose: whatever they compute may be another value.
void mark_open(Subgroup& subgroup, Slot slot) {
  if (slot == no_slot) return;
  subgroup.header(slot).implementation_dependent |=
      subgroup.active & ~subgroup.header(slot).undefined;
  subgroup.active.for_each([&](unsigned lane) { subgroup.open_bits.set_all(slot, lane); });
}

}  // namespace

const Op* enclose_copy(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures()) {
    enclosures->note_copy(subgroup, *op);
  } else {
    mark_open(subgroup, op->result);
  }
  return op + 1;
}
const Op* enclose_result(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures()) {
    enclosures->note_result(subgroup, *op);
  } else {
    const auto& instructions = subgroup.program->enclosed->instructions;
    for (const EnclosedResult& result : instructions[op->extra].results)
      mark_open(subgroup, result.plane.slot);
  }
  return op + 1;
}
const Op* enclose_conversion(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures()) {
    enclosures->note_conversion(subgroup, *op);
  } else {
    mark_open(subgroup, op->result);
  }
  return op + 1;
}
const Op* enclose_unset(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures())
    enclosures->note_unset(subgroup, *op);
  return op + 1;
}
const Op* enclose_load(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures()) {
    enclosures->note_load(subgroup, *op);
    return op + 1;
  }
  const AccessWords words(subgroup.data + op->extra);
  for (std::uint32_t c = 0; c < words.count; ++c) mark_open(subgroup, words.slots[c]);
  return op + 1;
}
const Op* enclose_store(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures())
    enclosures->note_store(subgroup, *op);
  return op + 1;
}
const Op* enclose_atomic(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = subgroup.workgroup->enclosures()) {
    enclosures->note_atomic(subgroup, *op);
  } else {
    mark_open(subgroup, op->result);
  }
  return op + 1;
}

}  // namespace spirv_oracle
