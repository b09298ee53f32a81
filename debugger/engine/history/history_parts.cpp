// Parts of values: which components are asked for, what they are called, and where they are in memory.
#include <algorithm>
#include <numeric>
#include <utility>

#include "debugger/engine/history/history_queries.h"

namespace spirv_oracle {
namespace {

// Whether the accesses of one lane follow each other in the order of the components, one access for each record.
bool accesses_components_in_order(const std::vector<LaneAccessRecord>& accesses) {
  return std::ranges::adjacent_find(accesses, [](const auto& first, const auto& second) {
           return first.record >= second.record;
         }) == accesses.end();
}

std::size_t count_components(const std::vector<LaneAccessRecord>& accesses) {
  std::size_t count = 0;
  for (const LaneAccessRecord& access : accesses) count += access.access->count;
  return count;
}

}  // namespace

// Of the accesses of a load, only those to the components that are asked for matter.
void HistoryQueries::explain_loaded_memory(const Asked& asked, std::uint64_t number,
                                           const std::vector<Slot>& slots) {
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = reader_.instruction_of(event);
  std::vector<LaneAccessRecord> accesses = state_.accesses_of(event);
  std::erase_if(accesses, [&](const LaneAccessRecord& access) {
    return !access.access->reads || access.lane != asked.lane;
  });
  Components components;
  if (loads_components(instruction.opcode) && accesses_components_in_order(accesses)) {
    components = components_at(reader_.call_of(event), instruction.result, slots);
    if (count_components(accesses) != component_count(instruction.type)) components.clear();
  }
  std::size_t first = 0;  // component of the access
  for (const LaneAccessRecord& access : accesses) {
    Asked memory = asked;
    memory.slots.clear();
    memory.whole = {};
    memory.address = access.address;
    memory.size = access.size;
    memory.before = number;
    memory.value = reader_.values_text(slots, event, asked.lane);
    ++memory.depth;
    const std::size_t end = first + access.access->count;
    const auto low = std::ranges::lower_bound(components, std::exchange(first, end));
    const auto high = std::ranges::lower_bound(components, end);
    if (!components.empty()) {
      if (low == high) continue;
      const std::size_t begin = end - access.access->count;
      memory.address += (*low - begin) * access.access->stride;
      memory.size = (*std::prev(high) - *low) * access.access->stride + access.access->bytes_each;
    }
    memory.name = reader_.memory_name(memory.address);
    explain(memory);
  }
}

HistoryQueries::Components HistoryQueries::components_at(std::uint32_t call, Id id,
                                                         const std::vector<Slot>& slots) const {
  const DebugValue* value = reader_.value_of(call, id);
  Components components;
  for (const Slot slot : slots) {
    if (value == nullptr) return {};
    const auto found = std::ranges::find(value->slots, slot);
    if (found == value->slots.end()) return {};
    components.push_back(static_cast<std::size_t>(found - value->slots.begin()));
  }
  std::ranges::sort(components);
  return components;
}

HistoryQueries::Components HistoryQueries::stored_components(const Asked& asked,
                                                             std::uint64_t number,
                                                             unsigned lane) const {
  const HistoryEvent& event = *state_.event(number);
  std::vector<LaneAccessRecord> accesses = state_.accesses_of(event);
  std::erase_if(accesses, [&](const LaneAccessRecord& access) {
    return !access.access->writes || access.lane != lane;
  });
  const Instruction& store = reader_.instruction_of(event);
  const Instruction* value = context_.module().definition(store.id(stored_operand(store).value()));
  if (!accesses_components_in_order(accesses) ||
      count_components(accesses) != component_count(value->type))
    return {};
  Components components;
  std::size_t component = 0;
  for (const LaneAccessRecord& access : accesses) {
    for (std::uint32_t i = 0; i < access.access->count; ++i, ++component) {
      const std::uint64_t at = access.address + i * access.access->stride;
      if (at < asked.address + asked.size && asked.address < at + access.access->bytes_each)
        components.push_back(component);
    }
  }
  return components;
}

std::size_t HistoryQueries::component_count(Id type) const {
  return context_.tables->types->type(type).component_count;
}

Object HistoryQueries::planes_of(Id type, const std::vector<Slot>& slots) const {
  Object object;
  object.where = Object::Where::planes;
  object.type = type;
  object.slots = slots;
  object.subgroup = context_.subgroup;
  object.lane = context_.lane;
  return object;
}

std::string HistoryQueries::name_of_part(const Asked& asked) const {
  if (asked.whole.where != Object::Where::planes) return asked.name;
  const Objects objects = context_.objects();
  if (objects.is_pointer(asked.whole)) return asked.name_of_whole;
  const Components& components = asked.components;
  const auto contains_components = [&](const Object& object) {
    return std::ranges::all_of(components, [&](std::size_t component) {
      return std::ranges::find(object.slots, component) != object.slots.end();
    });
  };
  std::string name = asked.name_of_whole;
  // Numbers of components in place of planes, which several components may share.
  Object part = asked.whole;
  std::iota(part.slots.begin(), part.slots.end(), Slot{0});
  for (bool is_narrower = true; is_narrower && part.slots.size() > components.size();) {
    is_narrower = false;
    for (std::uint64_t i = 0; i < objects.part_count(part) && !is_narrower; ++i) {
      auto child = objects.part(part, i);
      if (!child || child->where != Object::Where::planes || !contains_components(*child)) continue;
      name += objects.part_name(part, i);
      part = std::move(*child);
      is_narrower = true;
    }
  }
  const auto form = objects.components(part);
  if (!form || form->count > 4 || part.slots.size() <= components.size()) return name;
  name += ".";
  for (std::size_t i = 0; i < part.slots.size(); ++i) {
    if (std::ranges::find(components, part.slots[i]) != components.end()) name += "xyzw"[i];
  }
  return name;
}

}  // namespace spirv_oracle
