// Enclosures in registers, and the records that maintain them.
#include "interpreter/observe/enclosures.h"

#include <algorithm>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::as_integers;
using internal::bits_of;
using internal::number_of;
using internal::representable;

namespace {

// Limits of the tables: planes times invocations, inexact entries, stored components.
constexpr std::uint64_t max_places = 1u << 24;
constexpr std::size_t max_indeterminate_places = 1u << 21;
constexpr std::size_t max_entries = 1u << 20;

}  // namespace

bool Enclosures::is_affordable(const Program& program, std::uint64_t max_memory) {
  const std::uint64_t invocations =
      std::uint64_t{program.layout.subgroup_count} * program.subgroup_size;
  const std::uint64_t places = program.registers.planes.size() * invocations;
  return places <= max_places && places * sizeof(std::uint32_t) < max_memory;
}

bool Enclosures::is_out_of_memory() const {
  constexpr std::uint64_t of_tree_node = 4 * sizeof(void*);
  std::uint64_t used = places_.capacity() * sizeof(Place);
  for (const auto& places : place_of_) used += places.size() * sizeof(std::uint32_t);
  used += stored_.size() * (sizeof(StoredPlace) + of_tree_node + sizeof(EnclosedComponent));
  return used > max_memory_ || places_.size() > max_indeterminate_places ||
         stored_.size() > max_entries;
}

Enclosures::Enclosures(const Program& program, std::uint64_t max_memory)
    : program_(program), max_memory_(max_memory), plane_number_(program.registers.units) {
  for (std::size_t i = 0; i < program.registers.planes.size(); ++i)
    plane_number_[program.registers.planes[i].slot] = static_cast<std::uint32_t>(i);
  place_of_.assign(
      program.layout.subgroup_count,
      std::vector<std::uint32_t>(program.registers.planes.size() * program.subgroup_size));
}

ScalarType Enclosures::type_of(Slot slot) const {
  return program_.registers.planes[plane_number_[slot]].type;
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
  // An interval contains floats or integers. Read as the other kind, only exact values are known.
  const bool is_other_type = place != nullptr && place->knowledge != Knowledge::exact &&
                             place->is_float != plane.type.is_float();
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
  view.value = {place->is_float ? place->value : as_integers(place->value, plane.type),
                place->expression};
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
  place.is_float = plane.type.is_float();
  place.reason = reason.reason;
  place.is_loose = reason.is_loose;
  if (place.is_float) return;
  subgroup.header(plane.slot).implementation_dependent.set(lane);
  subgroup.indeterminate_bits.set_all(plane.slot, lane);
}

void Enclosures::set(Subgroup& subgroup, const EnclosedInstruction& instruction,
                     const EnclosedPlane& plane, unsigned lane, const Computed& computed,
                     const View& reason) {
  const Interval usual = Interval::point(number_of(subgroup, plane, lane));
  const Interval value = hull(computed.value, usual);
  PlaneHeader& header = subgroup.header(plane.slot);
  const bool fits =
      plane.type.is_float() || (value.low >= representable(plane.type).low &&
                                value.high <= representable(plane.type).high && !value.nan);
  if (!fits || value.is_everything()) return set_unknown(subgroup, plane, lane, reason);
  const bool is_zero = value.low == 0 && value.high == 0;
  const bool keeps_sign = instruction.keeps_sign_of_zero && !computed.has_any_zero;
  const bool is_exact = value.is_point() && (!is_zero || !plane.type.is_float() || keeps_sign);
  if (is_exact && !computed.expression) {
    header.implementation_dependent.reset(lane);
    return clear(subgroup, plane.slot, lane);
  }
  Place& place = at(subgroup, plane.slot, lane);
  place.knowledge = is_exact ? Knowledge::exact : Knowledge::enclosed;
  place.is_float = plane.type.is_float();
  place.covers_mark = false;
  place.value = value;
  place.values = nullptr;
  place.expression = computed.expression;
  place.reason = reason.reason;
  place.is_loose = reason.is_loose;
  if (is_exact || place.is_float) {
    header.implementation_dependent.reset(lane);
    return;
  }
  // Values that control decisions or addresses are tracked like all indeterminate values.
  place.covers_mark = plane.type.bytes != 0;
  header.implementation_dependent.set(lane);
  subgroup.indeterminate_bits.set_all(plane.slot, lane);
}

void Enclosures::give_values(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                             const Values& values) {
  if (values == nullptr || find(subgroup, plane.slot, lane) == nullptr) return;
  Place& place = at(subgroup, plane.slot, lane);
  if (place.knowledge == Knowledge::enclosed && place.is_float &&
      std::ranges::binary_search(*values, bits_of(subgroup, plane, lane)))
    place.values = values;
}

void Enclosures::enclose(Subgroup& subgroup, Slot slot, unsigned lane,
                         const std::optional<Interval>& values, std::uint32_t origin) {
  if (!values) return clear(subgroup, slot, lane);
  const EnclosedInstruction instruction;
  set(subgroup, instruction, {slot, type_of(slot)}, lane, {*values},
      own_reason(instruction, origin));
}

void Enclosures::note_result(Subgroup& subgroup, const Op& op) {
  const EnclosedInstruction& instruction = program_.enclosed->instructions[op.extra];
  for (const EnclosedResult& result : instruction.results) {
    switch (instruction.rule.kind) {
      case EnclosureKind::moves_across_lanes:
        move_across_lanes(instruction, result, invocations_of(subgroup, subgroup.active),
                          op.origin);
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

void Enclosures::note_unset(Subgroup& subgroup, const Op& op) {
  subgroup.active.for_each([&](unsigned lane) { clear(subgroup, op.result, lane); });
}

void Enclosures::note_indeterminate(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                                    std::uint32_t origin) {
  lanes.for_each([&](unsigned lane) {
    Place& place = at(subgroup, slot, lane);
    const std::uint32_t reason = place.reason != 0 ? place.reason : origin;
    place = {};
    place.knowledge = Knowledge::nothing;
    place.reason = reason;
    place.is_float = type_of(slot).is_float();
  });
}

Enclosures* enclosures_of(const Subgroup& subgroup) {
  return static_cast<Enclosures*>(subgroup.workgroup->observers().values.encloser);
}

void mark_not_enclosed(Subgroup& subgroup, Slot slot) {
  if (slot == no_slot) return;
  subgroup.header(slot).implementation_dependent |=
      subgroup.active & ~subgroup.header(slot).undefined;
  subgroup.active.for_each([&](unsigned lane) { subgroup.indeterminate_bits.set_all(slot, lane); });
}

const Op* enclose_copy(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) {
    enclosures->note_copy(subgroup, *op);
  } else {
    mark_not_enclosed(subgroup, op->result);
  }
  return op + 1;
}
const Op* enclose_result(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) {
    enclosures->note_result(subgroup, *op);
  } else {
    const auto& instructions = subgroup.program->enclosed->instructions;
    for (const EnclosedResult& result : instructions[op->extra].results)
      mark_not_enclosed(subgroup, result.plane.slot);
  }
  return op + 1;
}
const Op* enclose_conversion(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) {
    enclosures->note_conversion(subgroup, *op);
  } else {
    mark_not_enclosed(subgroup, op->result);
  }
  return op + 1;
}
const Op* enclose_unset(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) enclosures->note_unset(subgroup, *op);
  return op + 1;
}
const Op* enclose_load(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) {
    enclosures->note_load(subgroup, *op);
    return op + 1;
  }
  const AccessWords words(subgroup.data + op->extra);
  for (std::uint32_t c = 0; c < words.count; ++c) mark_not_enclosed(subgroup, words.slots[c]);
  return op + 1;
}
const Op* enclose_store(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) enclosures->note_store(subgroup, *op);
  return op + 1;
}
const Op* enclose_atomic(Subgroup& subgroup, const Op* op) {
  if (Enclosures* enclosures = enclosures_of(subgroup)) {
    enclosures->note_atomic(subgroup, *op);
  } else {
    mark_not_enclosed(subgroup, op->result);
  }
  return op + 1;
}

}  // namespace spirv_oracle
