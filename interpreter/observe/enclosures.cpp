// Enclosures in registers, and the records that maintain them.
#include "interpreter/observe/enclosures.h"

#include <algorithm>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::as_integers;
using internal::bits_between;
using internal::number_of;
using internal::representable;

namespace {

// Limits of the tables: planes times invocations, inexact entries, stored components.
constexpr std::uint64_t max_places = 1u << 24;
constexpr std::size_t max_indeterminate_places = 1u << 21;
constexpr std::size_t max_entries = 1u << 20;

// Units of work, as measured for subgroups of 32: for any record, together with the one before it; for each copied and for
// each computed component; and in addition if it is not exact.
constexpr std::uint64_t work_of_record = 2, work_of_copy = 4, work_of_result = 10,
                        work_of_inexact_result = 50;

}  // namespace

bool Enclosures::is_affordable(const Program& program, std::uint64_t max_memory) {
  return ShadowPlanes<std::uint32_t>::is_affordable(program, max_places, max_memory);
}

bool Enclosures::is_out_of_memory() const {
  if (work_of_all_ > max_work_) return true;
  constexpr std::uint64_t of_reduction = 1024;
  const std::uint64_t used = places_.capacity() * sizeof(ComponentState) + place_of_.bytes_used() +
                             stored_.bytes_used(sizeof(EnclosedComponent)) +
                             reductions_.size() * of_reduction;
  return used > max_memory_ || places_.size() > max_indeterminate_places ||
         stored_.size() > max_entries;
}

bool Enclosures::are_too_much(const std::deque<Enclosures>& of_workers, std::uint64_t max_work) {
  std::uint64_t work = 0, entries = 0;
  for (const Enclosures& each : of_workers) {
    work += each.work_;
    entries += each.stored_.size();
  }
  return work > max_work || entries > max_entries;
}

Enclosures::Enclosures(const Program& program, std::uint64_t max_memory, std::uint64_t max_work,
                       std::atomic<std::uint64_t>& work_of_all)
    : program_(program),
      max_memory_(max_memory),
      max_work_(max_work),
      work_of_all_(work_of_all),
      planes_(program),
      place_of_(program),
      has_place_(program.layout.subgroup_count,
                 std::vector<LaneMask>(program.registers.planes.size())) {}

void Enclosures::tell_work(Subgroup& subgroup) {
  const std::uint64_t of_all = work_of_all_ += work_ - std::exchange(work_told_, work_);
  if (of_all > max_work_) subgroup.step_limit = subgroup.steps;  // so that it is polled soon
}

const Enclosures::ComponentState* Enclosures::find(const Subgroup& subgroup, Slot slot,
                                                   unsigned lane) const {
  if (!places_in(subgroup, slot).test(lane)) return nullptr;
  return &places_[place_of_.at(subgroup, planes_[slot], lane)];
}

Enclosures::ComponentState& Enclosures::at(const Subgroup& subgroup, Slot slot, unsigned lane) {
  std::uint32_t& place = place_of_.at(subgroup, planes_[slot], lane);
  if (place == 0) {
    place = static_cast<std::uint32_t>(places_.size());
    places_.emplace_back();
  }
  LaneMask& lanes = places_in(subgroup, slot);
  if (!lanes.test(lane)) places_[place] = {};
  lanes.set(lane);
  return places_[place];
}

bool Enclosures::is_plain(const Subgroup& subgroup, const EnclosedPlane& plane) const {
  const PlaneHeader& header = subgroup.header(plane.slot);
  const LaneMask special =
      header.undefined | header.implementation_dependent | places_in(subgroup, plane.slot);
  return (special & subgroup.active).none();
}

// Whether the result consists of bits of operands of which nothing but the usual values are possible.
bool Enclosures::is_move_of_plain(const Subgroup& subgroup, const EnclosedInstruction& instruction,
                                  const EnclosedResult& result) const {
  const EnclosureKind kind = instruction.rule.kind;
  const bool is_move = kind == EnclosureKind::bits || kind == EnclosureKind::integers ||
                       kind == EnclosureKind::reinterprets || kind == EnclosureKind::moves ||
                       kind == EnclosureKind::moves_across_lanes;
  const LaneMask& marks = subgroup.header(result.plane.slot).implementation_dependent;
  if (!is_move || instruction.is_relaxed || instruction.across_workgroup ||
      (marks & subgroup.active).any())
    return false;
  const auto are_plain = [&](const std::vector<EnclosedPlane>& planes) {
    return std::ranges::all_of(
        planes, [&](const EnclosedPlane& plane) { return is_plain(subgroup, plane); });
  };
  return std::ranges::all_of(result.operands, are_plain) && are_plain(result.others);
}

Enclosures::View Enclosures::view(const Subgroup& subgroup, const EnclosedPlane& plane,
                                  unsigned lane) const {
  View view;
  const PlaneHeader& header = subgroup.header(plane.slot);
  const ComponentState* place = find(subgroup, plane.slot, lane);
  view.is_marked = header.implementation_dependent.test(lane);
  // An interval of integers says nothing about floats.
  const bool is_other_type = place != nullptr && place->knowledge != Knowledge::exact &&
                             !place->is_float && plane.type.is_float();
  const bool is_known = !header.undefined.test(lane) && !is_other_type &&
                        (!view.is_marked || (place != nullptr && place->covers_mark));
  if (place != nullptr) {
    view.reason = place->reason;
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
  if (plane.type.is_float()) {
    view.value = {place->value, place->expression};
  } else {
    const Interval integers =
        place->is_float ? bits_between(place->value, plane.type) : place->value;
    view.value = {as_integers(integers, plane.type)};
  }
  return view;
}

void Enclosures::put(Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                     const ComponentState& place) {
  if (place.knowledge == Knowledge::exact) return clear(subgroup, plane.slot, lane);
  if (place.knowledge == Knowledge::nothing)
    return set_unknown(subgroup, plane, lane, place.reason);
  const ComponentState copied = place;
  ComponentState& entry = at(subgroup, plane.slot, lane);
  entry = copied;
  entry.expression.reset();
  entry.covers_mark = !plane.type.is_float() && plane.type.bytes != 0;
  entry.encoding = plane.type.encoding;
  PlaneHeader& header = subgroup.header(plane.slot);
  if (plane.type.is_float()) {
    header.implementation_dependent.reset(lane);
    return;
  }
  header.implementation_dependent.set(lane);
  subgroup.indeterminate_bits.set_all(plane.slot, lane);
}

void Enclosures::set_unknown(Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane,
                             const Reason& reason) {
  ComponentState& place = at(subgroup, plane.slot, lane);
  place = {};
  place.knowledge = Knowledge::nothing;
  place.is_float = plane.type.is_float();
  place.reason = reason;
  if (place.is_float) return;
  subgroup.header(plane.slot).implementation_dependent.set(lane);
  subgroup.indeterminate_bits.set_all(plane.slot, lane);
}

void Enclosures::set(Subgroup& subgroup, const EnclosedInstruction& instruction,
                     const EnclosedPlane& plane, unsigned lane, const Computed& computed,
                     const Reason& reason) {
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
  ComponentState& place = at(subgroup, plane.slot, lane);
  place.knowledge = is_exact ? Knowledge::exact : Knowledge::enclosed;
  place.is_float = plane.type.is_float();
  place.covers_mark = false;
  place.encoding = plane.type.encoding;
  place.value = value;
  place.values = nullptr;
  place.expression = computed.expression;
  place.reason = reason;
  if (is_exact || place.is_float) {
    header.implementation_dependent.reset(lane);
    return;
  }
  // Values that control decisions or addresses are tracked like all indeterminate values.
  place.covers_mark = plane.type.bytes != 0;
  header.implementation_dependent.set(lane);
  subgroup.indeterminate_bits.set_all(plane.slot, lane);
}

std::uint64_t Enclosures::work_of(const EnclosedInstruction& instruction, std::uint64_t lanes) {
  const bool looks_at_all_lanes =
      instruction.across_lanes || instruction.rule.kind == EnclosureKind::moves_across_lanes;
  return looks_at_all_lanes ? lanes * lanes : work_of_result * lanes;
}

void Enclosures::note_component(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                const EnclosedResult& result, std::uint32_t origin) {
  switch (instruction.rule.kind) {
    case EnclosureKind::computes:
      return compute(subgroup, instruction, result, origin);
    case EnclosureKind::moves_across_lanes:
      return move_across_lanes(instruction, result, invocations_of(subgroup, subgroup.active),
                               origin);
    case EnclosureKind::sum:
    case EnclosureKind::product:
    case EnclosureKind::minimum:
    case EnclosureKind::maximum:
      return combine(subgroup, instruction, result, origin);
    default:
      break;
  }
  subgroup.active.for_each([&](unsigned lane) {
    if (subgroup.header(result.plane.slot).undefined.test(lane))
      return clear(subgroup, result.plane.slot, lane);
    if (instruction.rule.kind == EnclosureKind::moves)
      return move(subgroup, instruction, result, lane, origin);
    if (instruction.rule.kind == EnclosureKind::integers)
      return compute_integer(subgroup, instruction, result, lane, origin);
    if (instruction.rule.kind == EnclosureKind::reinterprets)
      return reinterpret(subgroup, instruction, result, lane, origin);
    keep_bits(subgroup, instruction, result, lane, origin);
  });
}

void Enclosures::enclose(Subgroup& subgroup, Slot slot, unsigned lane,
                         const std::optional<Computed>& values, std::uint32_t origin) {
  if (!values) return clear(subgroup, slot, lane);
  const EnclosedInstruction instruction;
  const EnclosedPlane plane{slot, type_of(slot)};
  set(subgroup, instruction, plane, lane, *values, own_reason(instruction, origin));
  give_values(subgroup, plane, lane, values_of_numbers(plane.type, values->numbers));
}

void Enclosures::note_result(Subgroup& subgroup, const Record& record) {
  const EnclosedInstruction& instruction = program_.enclosed->instructions[record.extra];
  for (const EnclosedResult& result : instruction.results) {
    const Slot slot = result.plane.slot;
    if (is_move_of_plain(subgroup, instruction, result)) {
      clear(subgroup, slot, subgroup.active);
      continue;
    }
    note_component(subgroup, instruction, result, record.origin);
    const LaneMask inexact = places_in(subgroup, slot) & subgroup.active;
    count_work(subgroup, work_of(instruction, subgroup.active.count()) +
                             work_of_inexact_result * inexact.count());
  }
  note_further_results(subgroup, instruction, record.origin);
}

void Enclosures::note_copy(Subgroup& subgroup, const Record& record) {
  const LaneMask sources = places_in(subgroup, record.operand[0]) & subgroup.active;
  clear(subgroup, record.result, subgroup.active & ~sources);
  count_work(subgroup, work_of_copy * sources.count());
  sources.for_each([&](unsigned lane) {
    const ComponentState* source = find(subgroup, record.operand[0], lane);
    if (source->knowledge == Knowledge::exact && !source->expression)
      return clear(subgroup, record.result, lane);
    const ComponentState copied = *source;
    at(subgroup, record.result, lane) = copied;
  });
}

void Enclosures::note_unset(Subgroup& subgroup, const Record& record) {
  clear(subgroup, record.result, subgroup.active);
}

void Enclosures::note_any_zero(Subgroup& subgroup, const Record& record) {
  const Slot slot = record.result;
  const PlaneHeader& header = subgroup.header(slot);
  const LaneMask known = ~(header.undefined | header.implementation_dependent);
  (subgroup.active & known & ~places_in(subgroup, slot)).for_each([&](unsigned lane) {
    if (number_of(subgroup, {slot, type_of(slot)}, lane) == 0)
      enclose(subgroup, slot, lane, Computed{.value = Interval::point(0), .has_any_zero = true},
              record.origin);
  });
}

void Enclosures::note_indeterminate(const Subgroup& subgroup, Slot slot, const LaneMask& lanes,
                                    std::uint32_t origin) {
  lanes.for_each([&](unsigned lane) {
    ComponentState& place = at(subgroup, slot, lane);
    Reason reason = place.reason;
    if (reason.origin == 0) reason.origin = origin;
    place = {};
    place.knowledge = Knowledge::nothing;
    place.reason = reason;
    place.is_float = type_of(slot).is_float();
  });
}

LaneMask Enclosures::inexact_lanes(const Subgroup& subgroup, Slot slot) const {
  LaneMask lanes;
  (places_in(subgroup, slot) & subgroup.active).for_each([&](unsigned lane) {
    if (is_inexact(subgroup, slot, lane)) lanes.set(lane);
  });
  return lanes;
}

Enclosures* enclosures_of(const Subgroup& subgroup) {
  return static_cast<Enclosures*>(subgroup.workgroup->observers().values.encloser);
}

namespace {

// The enclosures of the workgroup, for a record whose work must be counted.
Enclosures* counting_work(Subgroup& subgroup) {
  Enclosures* const enclosures = enclosures_of(subgroup);
  if (enclosures != nullptr) enclosures->count_work(subgroup, work_of_record);
  return enclosures;
}

}  // namespace

namespace {

// --- shadow runs ---

const Enclosures* outside_of(const Subgroup& subgroup) {
  return static_cast<const Enclosures*>(subgroup.workgroup->observers().values.encloser_outside);
}

void mark_lanes(Subgroup& subgroup, Slot slot, const LaneMask& lanes) {
  const LaneMask marked = lanes & ~subgroup.header(slot).undefined;
  subgroup.header(slot).implementation_dependent |= marked;
  marked.for_each([&](unsigned lane) { subgroup.indeterminate_bits.set_all(slot, lane); });
}

// A result that is computed from floats, or is one, may be another value. Integers and moves have the marks of their operands,
// other than floats that were inexact before the shadow run.
void mark_result(Subgroup& subgroup, const EnclosedInstruction& instruction,
                 const EnclosedResult& result) {
  const EnclosureKind kind = instruction.rule.kind;
  const bool across_lanes = kind == EnclosureKind::moves_across_lanes;
  const Enclosures* outside = outside_of(subgroup);
  bool has_operands = false, has_floats = result.plane.type.is_float();
  LaneMask inexact;
  const auto look_at = [&](const std::vector<EnclosedPlane>& planes) {
    for (const EnclosedPlane& plane : planes) {
      has_operands = true;
      has_floats |= plane.type.is_float();
      if (outside != nullptr) inexact |= outside->inexact_lanes(subgroup, plane.slot);
    }
  };
  std::ranges::for_each(result.operands, look_at);
  look_at(result.others);
  const bool only_moves = (kind == EnclosureKind::moves || across_lanes) && outside != nullptr;
  if (!has_operands || (has_floats && !only_moves))
    return mark_not_enclosed(subgroup, result.plane.slot);
  mark_lanes(subgroup, result.plane.slot,
             across_lanes && inexact.any() ? subgroup.active : inexact);
}

}  // namespace

void mark_not_enclosed(Subgroup& subgroup, Slot slot) {
  if (slot != no_slot) mark_lanes(subgroup, slot, subgroup.active);
}

const Record* enclose_copy(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) {
    enclosures->note_copy(subgroup, *record);
  } else if (const Enclosures* outside = outside_of(subgroup)) {
    mark_lanes(subgroup, record->result, outside->inexact_lanes(subgroup, record->operand[0]));
  } else {
    mark_not_enclosed(subgroup, record->result);
  }
  return record + 1;
}
const Record* enclose_result(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) {
    enclosures->note_result(subgroup, *record);
  } else {
    const EnclosedInstruction& instruction =
        subgroup.program->enclosed->instructions[record->extra];
    for (const EnclosedResult& result : instruction.results)
      mark_result(subgroup, instruction, result);
  }
  return record + 1;
}
const Record* enclose_conversion(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) {
    enclosures->note_conversion(subgroup, *record);
  } else {
    mark_not_enclosed(subgroup, record->result);
  }
  return record + 1;
}
const Record* enclose_unset(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) enclosures->note_unset(subgroup, *record);
  return record + 1;
}
const Record* enclose_any_zero(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup))
    enclosures->note_any_zero(subgroup, *record);
  return record + 1;
}
const Record* enclose_load(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) {
    enclosures->note_load(subgroup, *record);
    return record + 1;
  }
  const AccessWords words(subgroup.data + record->extra);
  const Enclosures* outside = outside_of(subgroup);
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const Slot slot = words.slots[c];
    mark_lanes(subgroup, slot,
               outside == nullptr ? subgroup.active : outside->inexact_loads(subgroup, *record, c));
  }
  return record + 1;
}
const Record* enclose_store(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) {
    enclosures->note_store(subgroup, *record);
  } else if (const Enclosures* outside = outside_of(subgroup)) {
    outside->mark_inexact_stores(subgroup, *record);
  }
  return record + 1;
}
const Record* enclose_atomic(Subgroup& subgroup, const Record* record) {
  if (Enclosures* enclosures = counting_work(subgroup)) {
    enclosures->note_atomic(subgroup, *record);
  } else {
    mark_not_enclosed(subgroup, record->result);
  }
  return record + 1;
}

}  // namespace spirv_oracle
