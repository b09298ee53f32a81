// Enclosures in memory: the effects of loads, stores and atomics.
#include <algorithm>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"
#include "interpreter/ir/program.h"
#include "interpreter/observe/enclosed_component.h"

namespace spirv_oracle {

using internal::number_of;

namespace {

constexpr std::uint64_t work_of_access = 15;  // units, for each component

// Bits become the numbers that they encode.
void describe_encoded(FloatEncoding encoding, EnclosedComponent& component) {
  const EncodedFormat& format = format_of(encoding);
  component.is_float = true;
  component.encoding = encoding;
  if (component.is_unknown) return;
  std::vector<std::uint64_t> bits = component.values;
  if (bits.empty())
    bits = {static_cast<std::uint64_t>(component.low), static_cast<std::uint64_t>(component.high)};
  Interval all = Interval::only_nan();
  all.nan = false;
  for (const std::uint64_t one : bits)
    all = hull(all, Interval::point(decode(format, static_cast<std::uint32_t>(one))));
  component.has_numbers = all.has_numbers();
  component.low = static_cast<double>(all.low);
  component.high = static_cast<double>(all.high);
  component.may_be_nan = all.nan;
}

}  // namespace

Enclosures::ByteAddress Enclosures::place_of(const Allocation* allocation, const std::byte* byte) {
  return (is_own_memory(allocation) ? own_memory : 0) + reinterpret_cast<std::uintptr_t>(byte);
}

Enclosures::ByteAddress Enclosures::place_of(const ObjectEntry& object, std::uint64_t address) {
  return place_of(object.allocation, object.bytes) + AddressSpace::offset(address);
}

Enclosures::ComponentState Enclosures::loaded(ByteAddress begin, unsigned bytes,
                                              bool is_float) const {
  const auto* last = stored_.last_in(begin, bytes);
  if (last == nullptr) return {};
  const ComponentState& place = last->second.content;
  const bool is_whole = last->first == begin && last->second.bytes == bytes;
  if (is_whole) return place;
  // Exact bits are exact for every type.
  bool are_exact = true;
  stored_.for_each_in(begin, bytes, [&](const auto& entry) {
    are_exact &= entry.second.content.knowledge == Knowledge::exact;
  });
  if (are_exact) return {};
  ComponentState unknown;
  unknown.knowledge = Knowledge::nothing;
  unknown.reason = place.reason;
  unknown.is_float = is_float;
  return unknown;
}

// The remaining bytes of a component may have any value that their component permitted.
bool Enclosures::keep_part(ComponentState& part) {
  if (part.knowledge == Knowledge::exact) return false;
  part.knowledge = Knowledge::nothing;
  part.covers_mark = false;
  part.values = nullptr;
  part.expression.reset();
  return true;
}

void Enclosures::erase(ByteAddress first, std::uint64_t bytes) {
  end_reductions(first, bytes);
  stored_.erase(first, bytes, &keep_part);
}

void Enclosures::store(const ObjectEntry& object, std::uint64_t address, unsigned bytes,
                       ComponentState place) {
  stored_.put(place_of(object, address), bytes, place);
}

void Enclosures::note_load(Subgroup& subgroup, const Record& record) {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  const PlaneHeader& of_address = subgroup.header(record.operand[0]);
  const auto load = [&](const EnclosedPlane& plane, unsigned lane, std::uint64_t from) {
    Reason reason;
    if (of_address.implementation_dependent.test(lane)) {
      if (const ComponentState* place = find(subgroup, record.operand[0], lane); place != nullptr)
        reason = place->reason;
      if (reason.origin == 0) reason.origin = record.origin;
      return set_unknown(subgroup, plane, lane, reason);
    }
    const ObjectEntry& object = subgroup.memory->find(from);
    const unsigned bytes = plane.type.memory_bytes();
    if (!object.contains(from, bytes)) return clear(subgroup, plane.slot, lane);
    const ComponentState found = loaded(place_of(object, from), bytes, plane.type.is_float());
    if (found.knowledge == Knowledge::exact && !found.expression)
      return clear(subgroup, plane.slot, lane);
    if (found.knowledge == Knowledge::nothing) {
      reason = found.reason;
      return set_unknown(subgroup, plane, lane, reason);
    }
    // Integers have a mark, which the entry covers. Floats have none.
    if (plane.type.bytes != 0 && plane.type.is_float() == found.covers_mark)
      return put(subgroup, plane, lane, found);
    at(subgroup, plane.slot, lane) = found;
  };
  // Nothing in memory is known to vary, so neither do loaded values.
  const bool loads_exact_values =
      stored_.empty() && (of_address.implementation_dependent & subgroup.active).none();
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const EnclosedPlane plane{words.slots[c], type_of(words.slots[c])};
    if (loads_exact_values) {
      clear(subgroup, plane.slot, subgroup.active);
      continue;
    }
    count_work(subgroup, work_of_access * subgroup.active.count());
    subgroup.active.for_each([&](unsigned lane) {
      if (subgroup.header(plane.slot).undefined.test(lane) || of_address.undefined.test(lane))
        return clear(subgroup, plane.slot, lane);
      load(plane, lane, address[lane] + words.offset + c * words.stride);
    });
  }
}

LaneMask Enclosures::inexact_loads(const Subgroup& subgroup, const Record& record,
                                   std::uint32_t c) const {
  LaneMask lanes;
  if (stored_.empty()) return lanes;
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  const ScalarType type = type_of(words.slots[c]);
  const LaneMask known = subgroup.active & ~subgroup.header(record.operand[0]).undefined;
  known.for_each([&](unsigned lane) {
    const std::uint64_t from = address[lane] + words.offset + c * words.stride;
    const ObjectEntry& object = subgroup.memory->find(from);
    if (!object.contains(from, type.memory_bytes())) return;
    const ComponentState found =
        loaded(place_of(object, from), type.memory_bytes(), type.is_float());
    if (found.knowledge != Knowledge::exact) lanes.set(lane);
  });
  return lanes;
}

void Enclosures::mark_inexact_stores(const Subgroup& subgroup, const Record& record) const {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  const LaneMask undefined = subgroup.header(record.operand[0]).undefined;
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const unsigned bytes = type_of(words.slots[c]).memory_bytes();
    const LaneMask lanes = inexact_lanes(subgroup, words.slots[c]) & ~undefined;
    lanes.for_each([&](unsigned lane) {
      const std::uint64_t to = address[lane] + words.offset + c * words.stride;
      const ObjectEntry& object = subgroup.memory->find(to);
      if (!object.contains(to, bytes)) return;
      Definedness* shadow = object.shadow + AddressSpace::offset(to);
      for (unsigned i = 0; i < bytes; ++i)
        shadow[i] = std::max(value_state(shadow[i]), Definedness::implementation_dependent);
    });
  }
}

void Enclosures::note_store(Subgroup& subgroup, const Record& record) {
  const AccessWords words(subgroup.data + record.extra);
  const auto* address = subgroup.values<std::uint64_t>(record.operand[0]);
  for (std::uint32_t c = 0; c < words.count; ++c) {
    const Slot slot = words.slots[c];
    const ScalarType type = type_of(slot);
    const unsigned bytes = type.memory_bytes();
    if (stored_.empty() && reductions_.empty() &&
        (places_in(subgroup, slot) & subgroup.active).none())
      continue;
    count_work(subgroup, work_of_access * subgroup.active.count());
    subgroup.active.for_each([&](unsigned lane) {
      const std::uint64_t to = address[lane] + words.offset + c * words.stride;
      const ObjectEntry& object = subgroup.memory->find(to);
      if (!object.contains(to, bytes)) return;
      erase(place_of(object, to), bytes);
      const ComponentState* place = find(subgroup, slot, lane);
      if (place == nullptr || subgroup.header(slot).undefined.test(lane)) return;
      if (place->knowledge == Knowledge::exact && !place->expression) return;
      ComponentState stored = *place;
      const bool is_marked = subgroup.header(slot).implementation_dependent.test(lane);
      if (is_marked && !stored.covers_mark) stored.knowledge = Knowledge::nothing;
      if (stored.reason.origin == 0) stored.reason.origin = record.origin;
      store(object, to, bytes, stored);
    });
  }
}

// The result is uncertain if the place was; the place is uncertain if it was or an operand is.
void Enclosures::note_atomic(Subgroup& subgroup, const Record& record) {
  const EnclosedInstruction& instruction = program_.enclosed->instructions[record.extra];
  const std::vector<EnclosedPlane>& values = instruction.results[0].others;
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  const unsigned bytes = record.operand[1];
  const bool has_result = record.result != no_slot;
  const bool has_float =
      has_result ? type_of(record.result).is_float() : !values.empty() && values[0].type.is_float();
  count_work(subgroup, 2 * work_of_access * subgroup.active.count());
  // One lane after the other, because each reads what the lanes before it have written.
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    const ObjectEntry& object = subgroup.memory->find(address);
    if (!object.contains(address, bytes)) {
      if (has_result) clear(subgroup, record.result, lane);
      return;
    }
    const ComponentState before = loaded(place_of(object, address), bytes, has_float);
    Reason reason = before.reason;
    const bool was_known = before.knowledge == Knowledge::exact;
    bool is_known = was_known;
    for (const EnclosedPlane& value : values) {
      const View operand = view(subgroup, value, lane);
      is_known &= operand.is_exact;
      reason.add(operand.reason);
      const bool is_sum = instruction.reduction == EnclosureKind::sum;
      if (!is_sum || !has_result || !operand.is_exact) continue;
      // "Value in memory correctly rounded": in any direction.
      const Real original = number_of(subgroup, {record.result, value.type}, lane);
      const Interval sum = exact::add(Interval::point(original), operand.value.value);
      is_known &= sum.is_point() && instruction.rules.rounded(sum).is_point();
    }
    reason.add(own_reason(instruction, record.origin));
    if (has_result) {
      if (was_known || subgroup.header(record.result).undefined.test(lane))
        clear(subgroup, record.result, lane);
      else
        set_unknown(subgroup, {record.result, type_of(record.result)}, lane, reason);
    }
    if (instruction.rule.number == static_cast<std::uint32_t>(spv::Op::OpAtomicLoad)) return;
    const ByteAddress place = place_of(object, address);
    if (instruction.reduction != EnclosureKind::unknown)
      add_to_reduction(subgroup, instruction, record, lane, place, before);
    else
      end_reductions(place, bytes);
    stored_.erase(place, bytes, &keep_part);
    if (is_known) return;
    ComponentState unknown;
    unknown.knowledge = Knowledge::nothing;
    unknown.reason = reason;
    unknown.is_float = has_float;
    store(object, address, bytes, unknown);
  });
}

void Enclosures::note_copied_bytes(const LaneAccess& target, const LaneAccess& source,
                                   std::uint64_t bytes) {
  const ByteAddress from = place_of(source.allocation, source.bytes);
  const ByteAddress to = place_of(target.allocation, target.bytes);
  std::vector<ShadowMemory<ComponentState>::Entry> copies;
  stored_.for_each_in(from, bytes, [&](const auto& entry) {
    const ByteAddress begin = std::max<ByteAddress>(entry.first, from);
    const ByteAddress end = std::min<ByteAddress>(entry.first + entry.second.bytes, from + bytes);
    ComponentState copy = entry.second.content;
    const bool is_whole = end - begin == entry.second.bytes;
    if (!is_whole) {
      keep_part(copy);
      copy.knowledge = Knowledge::nothing;
    }
    copies.push_back({begin - from + to, {static_cast<unsigned>(end - begin), copy}});
  });
  erase(to, bytes);
  for (auto& [place, copy] : copies) stored_.put(place, copy.bytes, copy.content);
}

void Enclosures::start_workgroup() { stored_.erase_from(own_memory); }

std::optional<EnclosedComponent> Enclosures::described(const ComponentState& place,
                                                       unsigned bytes) const {
  if (place.knowledge == Knowledge::exact) return std::nullopt;
  EnclosedComponent component;
  component.bytes = bytes;
  component.is_float = place.is_float;
  component.is_unknown = place.knowledge == Knowledge::nothing;
  if (place.values != nullptr && !component.is_unknown) component.values = *place.values;
  Interval value = place.value;
  // Bits of a float in a component that is not one.
  if (place.is_float && place.covers_mark) {
    component.is_float = false;
    value = internal::bits_between(value, ScalarType::unsigned_integer(bytes));
    if (place.values != nullptr)
      value = {static_cast<Real>(place.values->front()), static_cast<Real>(place.values->back())};
    component.is_unknown |= value.is_everything();
  }
  if (!component.is_unknown) {
    component.has_numbers = value.has_numbers();
    component.low = static_cast<double>(value.low);
    component.high = static_cast<double>(value.high);
    component.may_be_nan = value.nan;
  }
  component.instruction = program_.origins[place.reason.origin].instruction;
  if (place.encoding != FloatEncoding::none) describe_encoded(place.encoding, component);
  return component;
}

std::optional<EnclosedComponent> Enclosures::of_plane(const Subgroup& subgroup, Slot slot,
                                                      unsigned lane) const {
  const ComponentState* place = find(subgroup, slot, lane);
  if (place == nullptr) return std::nullopt;
  return described(*place, type_of(slot).bytes);
}

std::optional<EnclosedComponent> Enclosures::of_bytes(const ObjectEntry& object,
                                                      std::uint64_t address,
                                                      ScalarType type) const {
  const unsigned bytes = type.memory_bytes();
  return described(loaded(place_of(object, address), bytes, type.is_float()), bytes);
}

std::vector<EnclosedComponent> Enclosures::stored_in(const ObjectEntry& object) const {
  std::vector<EnclosedComponent> found;
  const ByteAddress begin = place_of(object.allocation, object.bytes);
  stored_.for_each_from(begin, object.size, [&](const auto& entry) {
    auto component = described(entry.second.content, entry.second.bytes);
    if (!component) return;
    component->offset = entry.first - begin;
    found.push_back(std::move(*component));
  });
  return found;
}

void Enclosures::compute_stored(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                std::uint32_t origin) {
  if (instruction.results.empty()) return;
  EnclosedResult stored = instruction.results[0];
  stored.component_count = 2 * instruction.results.size();
  for (std::size_t i = 0; i < instruction.stored_planes.size(); ++i) {
    stored.plane = instruction.stored_planes[i];
    stored.component = instruction.results.size() + i;
    compute(subgroup, instruction, stored, origin);
  }
}

// No rule computes what other instructions store in addition to its result. So it is unknown, unless all operands are exact, and
// the instruction has no error. If a rule computes the result, it is also unknown where an operand may be flushed or is a NaN.
void Enclosures::note_further_results(Subgroup& subgroup, const EnclosedInstruction& instruction,
                                      std::uint32_t origin) {
  if (instruction.stored_planes.empty() && instruction.stored_components.empty()) return;
  if (instruction.rule.encloses_stored) compute_stored(subgroup, instruction, origin);
  subgroup.active.for_each([&](unsigned lane) {
    Reason reason;
    const EnclosureKind kind = instruction.rule.kind;
    // Without a stated error bound, only floats are unknown.
    const bool is_unstated = kind == EnclosureKind::unknown && instruction.rule.enclose != nullptr;
    bool all_exact = kind == EnclosureKind::bits || kind == EnclosureKind::computes || is_unstated;
    bool has_nan = false;
    for (const EnclosedResult& result : instruction.results) {
      for (const auto& operand : result.operands) {
        for (const EnclosedPlane& plane : operand) {
          const View of_operand = view(subgroup, plane, lane);
          if (plane.type.is_float()) {
            const Interval& value = of_operand.value.value;
            all_exact &= of_operand.is_exact;
            if (kind != EnclosureKind::bits) {
              all_exact &= instruction.operand_rules.operand(value) == value;
              has_nan |= value.nan;
            }
          }
          reason.add(of_operand.reason);
        }
      }
    }
    reason.add(own_reason(instruction, origin));
    // Error bounds concern floats: lgamma_r stores the sign of an exact operand's gamma function.
    const auto is_exact = [&](ScalarType type) {
      return all_exact &&
             !(type.is_float() && (has_nan || is_unstated || instruction.rule.is_loose));
    };
    for (const EnclosedPlane& plane : instruction.stored_planes) {
      if (instruction.rule.encloses_stored) break;
      if (is_exact(plane.type))
        clear(subgroup, plane.slot, lane);
      else
        set_unknown(subgroup, plane, lane, reason);
    }
    for (const auto& stored : instruction.stored_components) {
      const std::uint64_t address =
          subgroup.values<std::uint64_t>(stored.address)[lane] + stored.offset;
      const ObjectEntry& object = subgroup.memory->find(address);
      const unsigned bytes = stored.type.memory_bytes();
      if (!object.contains(address, bytes)) continue;
      erase(place_of(object, address), bytes);
      if (is_exact(stored.type)) continue;
      ComponentState unknown;
      unknown.knowledge = Knowledge::nothing;
      unknown.is_float = stored.type.is_float();
      unknown.reason = reason;
      store(object, address, bytes, unknown);
      if (unknown.is_float) continue;
      for (unsigned byte = 0; byte < bytes; ++byte) {
        Definedness& state = object.shadow[AddressSpace::offset(address) + byte];
        state = std::max(state, Definedness::implementation_dependent);
      }
    }
  });
}

}  // namespace spirv_oracle
