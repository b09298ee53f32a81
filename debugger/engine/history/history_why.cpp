// Where a value comes from.
#include "debugger/engine/history/history_queries.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::size_t usual_steps = 100, max_steps = 1000;

bool is_branch(spv::Op opcode) {
  return opcode == spv::Op::OpBranchConditional || opcode == spv::Op::OpSwitch;
}

std::vector<std::size_t> all_components(std::size_t count) {
  std::vector<std::size_t> components(count);
  std::iota(components.begin(), components.end(), std::size_t{0});
  return components;
}

std::vector<Slot> distinct(const std::vector<Slot>& slots) {
  std::vector<Slot> found;
  for (const Slot slot : slots) {
    if (std::ranges::find(found, slot) == found.end()) found.push_back(slot);
  }
  return found;
}

// What a plane has that no record wrote.
enum class Unwritten : std::uint8_t { undefined, constant, input, of_stage, nothing };

Unwritten kind_of_unwritten(const Program& program, Slot slot) {
  const RegisterFile& registers = program.registers;
  const auto constant = std::ranges::find(registers.constants, slot, &ConstantPlane::slot);
  if (constant != registers.constants.end())
    return constant->undefined ? Unwritten::undefined : Unwritten::constant;
  const bool is_input =
      std::ranges::find(registers.inputs, slot, &InputPlane::slot) != registers.inputs.end();
  if (is_input) return Unwritten::input;
  return stage_input(program, slot) != nullptr ? Unwritten::of_stage : Unwritten::nothing;
}

}  // namespace

HistoryQueries::HistoryQueries(History& history, const LaneContext& context, unsigned max_depth)
    : max_depth_(max_depth), state_(*history.state_), context_(context), reader_(state_, context_) {
  state_.finish();
}

std::size_t HistoryQueries::most_steps() const {
  return max_depth_ > usual_depth ? max_steps : usual_steps;
}

bool HistoryQueries::add_step(const Asked& asked, std::uint64_t number, const std::string& text,
                              const std::string& value) {
  if (steps_.size() >= most_steps()) return false;
  json step;
  if (state_.event(number) != nullptr) {
    step = reader_.place_json(number, asked.lane);
  } else {
    step["moment"] = 0;
    reader_.add_invocation(asked.stream, asked.lane, step);
    add_source({}, step);
    step["word"] = 0;
  }
  step["text"] = text;
  step["value"] = value;
  step["depth"] = asked.depth;
  steps_.push_back(std::move(step));
  return true;
}

void HistoryQueries::explain(const Asked& asked) {
  if (asked.depth > max_depth_ || steps_.size() >= most_steps()) return;
  if (asked.slots.empty()) {
    explain_memory(asked);
  } else {
    explain_planes(asked);
  }
}

// The planes of a value may have been written at different places, as the components of a vector: one part for each key.
template <class KeyOf>
auto HistoryQueries::parts_of(const Asked& asked, KeyOf key_of) {
  using Key = decltype(key_of(Slot{}));
  std::vector<std::pair<Key, Asked>> parts;
  for (std::size_t i = 0; i < asked.slots.size() && parts.size() <= 16; ++i) {
    const Key key = key_of(asked.slots[i]);
    auto part = std::ranges::find(parts, key, &std::pair<Key, Asked>::first);
    if (part == parts.end()) {
      part = parts.insert(parts.end(), {key, asked});
      part->second.slots.clear();
      part->second.components.clear();
    }
    part->second.slots.push_back(asked.slots[i]);
    if (!asked.components.empty()) part->second.components.push_back(asked.components[i]);
  }
  return parts;
}

void HistoryQueries::explain_planes(const Asked& asked) {
  const auto writer = [&](Slot slot) {
    return state_.last_writer(asked.stream, slot, asked.lane, asked.before);
  };
  for (auto& [number, part] : parts_of(asked, writer)) {
    if (state_.event(number) == nullptr) {
      explain_unwritten(part);
      continue;
    }
    part.name = name_of_part(part);
    if (!seen_.insert({number, part.slots[0], asked.lane}).second) {
      add_step(part, number, part.name + ": see above",
               reader_.values_text(part.slots, *state_.event(number), asked.lane));
    } else {
      explain_event(part, number, distinct(part.slots));
    }
  }
}

void HistoryQueries::explain_unwritten(const Asked& asked) {
  const auto kind = [&](Slot slot) { return kind_of_unwritten(*state_.program, slot); };
  for (auto& [which, part] : parts_of(asked, kind)) {
    part.name = name_of_part(part);
    switch (which) {
      case Unwritten::undefined:
        add_step(part, History::State::none, part.name + " comes from OpUndef",
                 unwritten_text(part));
        break;
      case Unwritten::constant:
        add_step(part, History::State::none,
                 part.name + (part.is_parameter ? " is an argument" : " is a constant"),
                 unwritten_text(part));
        break;
      case Unwritten::input:
        add_step(part, History::State::none, part.name + " is a built-in input",
                 unwritten_text(part));
        break;
      case Unwritten::of_stage:
        explain_stage_input(part);
        break;
      case Unwritten::nothing:
        explain_never_written(part);
        break;
    }
  }
}

std::string HistoryQueries::unwritten_text(const Asked& asked) const {
  const Subgroup* subgroup = reader_.subgroup_of(asked.stream);
  const RegisterFile& registers = state_.program->registers;
  std::string values;
  for (const Slot slot : asked.slots) {
    const auto constant = std::ranges::find(registers.constants, slot, &ConstantPlane::slot);
    const auto input = std::ranges::find(registers.inputs, slot, &InputPlane::slot);
    std::string value;
    if (constant != registers.constants.end()) {
      value = scalar_or_undefined(
          constant->type,
          {constant->bits, constant->undefined ? Definedness::undefined : Definedness::defined});
    } else if (input != registers.inputs.end() && subgroup != nullptr) {
      value =
          scalar_or_undefined(input->type, read_plane(*subgroup, slot, input->type, asked.lane));
    } else if (const InterfacePlane* of_stage = stage_input(*state_.program, slot);
               of_stage != nullptr && subgroup != nullptr) {
      value = scalar_or_undefined(of_stage->type,
                                  read_plane(*subgroup, slot, of_stage->type, asked.lane));
    }
    if (value.empty()) continue;
    values += (values.empty() ? "" : ", ") + value;
  }
  return asked.slots.size() == 1 || values.empty() ? values : "(" + values + ")";
}

void HistoryQueries::explain_never_written(const Asked& asked) {
  if (state_.has_dropped()) {
    add_step(asked, History::State::none,
             asked.name + " got its value before the part of the history that is kept", "");
    return;
  }
  const std::string text = "lane " + std::to_string(asked.lane) + " never wrote " + asked.name;
  const std::string inactive = inactivity(asked.stream, asked.lane, asked.before);
  add_step(asked, History::State::none,
           text + (inactive.empty() ? "" : "; it has been " + inactive), "");
}

std::string HistoryQueries::inactivity(std::uint32_t stream, unsigned lane,
                                       std::uint64_t before) const {
  std::uint64_t number = state_.streams[stream].last;
  std::uint64_t later = History::State::none;
  while (const HistoryEvent* event = state_.event(number)) {
    if (number < before) {
      if (event->active.test(lane)) {
        if (later == History::State::none) return "";
        const Instruction& last = reader_.instruction_of(*event);
        if (is_branch(last.opcode))
          return "inactive since the branch at " + reader_.line_text(*event);
        if (is_return(last.opcode))
          return "inactive since it returned at " + reader_.line_text(*event);
        return "inactive since " + reader_.line_text(*event);
      }
      later = number;
    }
    number = event->previous;
  }
  return "";
}

void HistoryQueries::explain_operand(const Asked& asked, std::uint64_t number, Id operand,
                                     unsigned lane, const Components& components) {
  const HistoryEvent& event = *state_.event(number);
  const Instruction* definition = context_.module().definition(operand);
  if (definition == nullptr || definition->type == 0) return;
  const DebugValue* value = reader_.value_of(reader_.call_of(event), operand);
  // Where a variable is never changes.
  if (is_variable(definition->opcode)) return;
  Asked next;
  next.stream = event.stream;
  next.lane = lane;
  next.before = number;
  next.name = reader_.name_of(operand);
  next.depth = asked.depth + 1;
  next.is_parameter = definition->opcode == spv::Op::OpFunctionParameter;
  if (value == nullptr) {
    if (context_.tables->types->constant(operand) != nullptr) {
      add_step(next, History::State::none, next.name + " is a constant",
               reader_.operand_text(event.stream, number, reader_.call_of(event), operand, lane));
    }
    return;
  }
  next.slots = value->slots;
  if (!value->points_to_planes) {
    next.name_of_whole = next.name;
    next.whole = planes_of(definition->type, value->slots);
    next.components = all_components(value->slots.size());
  }
  const auto exists = [&](std::size_t component) { return component < value->slots.size(); };
  if (!components.empty() && std::ranges::all_of(components, exists)) {
    next.slots.clear();
    for (const std::size_t component : components) next.slots.push_back(value->slots[component]);
    next.components = components;
    next.name = name_of_part(next);
  }
  if (!next.slots.empty()) explain(next);
}

void HistoryQueries::explain_operands(const Asked& asked, std::uint64_t number,
                                      const Instruction& instruction) {
  for (unsigned i = first_value_operand(instruction); i < instruction.operand_count(); ++i) {
    // Constants are in the text of the step.
    if (context_.tables->types->constant(instruction.id(i)) != nullptr) continue;
    if (instruction.operands[i].operand_class == OperandClass::id)
      explain_operand(asked, number, instruction.id(i), asked.lane);
  }
}

// The branch of the event gave phis of its target their values.
void HistoryQueries::explain_phi(const Asked& asked, std::uint64_t number,
                                 const std::vector<Slot>& slots) {
  const HistoryEvent& event = *state_.event(number);
  const auto index =
      state_.program->origins[state_.program->records[event.first_record].origin].instruction;
  const Function* function = context_.symbols->function_of(index);
  if (function == nullptr) return;
  Id from = 0;
  for (const Block& block : function->blocks) {
    if (block.first <= index && index <= block.last) from = block.label;
  }
  for (Id id = function->first_local; id < function->last_local; ++id) {
    const Instruction* phi = context_.module().definition(id);
    if (phi == nullptr || phi->opcode != spv::Op::OpPhi) continue;
    const DebugValue* value = reader_.value_of(reader_.call_of(event), id);
    if (value == nullptr || std::ranges::find(value->slots, slots[0]) == value->slots.end())
      continue;
    for (unsigned i = 2; i + 1 < phi->operand_count(); i += 2) {
      if (phi->id(i + 1) != from) continue;
      return explain_operand(asked, number, phi->id(i), asked.lane,
                             components_at(reader_.call_of(event), id, slots));
    }
  }
}

// A load of a variable in registers is not a separate step. False if the variable is in memory.
bool HistoryQueries::explain_loaded_variable(const Asked& asked, std::uint64_t number) {
  const HistoryEvent& event = *state_.event(number);
  const Id pointer = reader_.instruction_of(event).id(2);
  const DebugValue* variable = reader_.value_of(reader_.call_of(event), pointer);
  const DebugValue* result =
      reader_.value_of(reader_.call_of(event), reader_.instruction_of(event).result);
  if (variable == nullptr || result == nullptr || !variable->points_to_planes) return false;
  Asked next = asked;
  next.stream = event.stream;
  next.before = number;
  // The user may ask for the variable itself, or a part of it, where a load shares its planes.
  if (asked.name.starts_with('%')) {
    next.name_of_whole = reader_.name_of(pointer);
    next.whole = planes_of(pointee_type(context_.module(), pointer), variable->slots);
  } else if (asked.whole.slots == result->slots) {
    next.whole.slots = variable->slots;
  } else {
    next.whole = {};
  }
  next.slots.clear();
  next.components.clear();
  // Of the components that are asked for.
  for (std::size_t i = 0; i < result->slots.size() && i < variable->slots.size(); ++i) {
    if (std::ranges::find(asked.slots, result->slots[i]) == asked.slots.end()) continue;
    next.slots.push_back(variable->slots[i]);
    next.components.push_back(i);
  }
  if (next.slots.empty()) return false;
  next.name = name_of_part(next);
  explain(next);
  return true;
}

void HistoryQueries::explain_event(const Asked& asked, std::uint64_t number,
                                   const std::vector<Slot>& slots) {
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = reader_.instruction_of(event);
  const std::string value = reader_.values_text(asked.slots, event, asked.lane);
  const std::string code = context_.module().disassemble(instruction);
  const auto step = [&](const std::string& text) { return add_step(asked, number, text, value); };
  switch (instruction.opcode) {
    case spv::Op::OpVariable:
    case spv::Op::OpUntypedVariableKHR:
      step(asked.name + (instruction.has(initializer_operand(instruction.opcode))
                             ? " has the value of its initializer"
                             : " is a variable without an initializer"));
      return;
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpSwitch:
      if (step(asked.name + ": the value that this branch gives to the phi"))
        explain_phi(asked, number, slots);
      return;
    case spv::Op::OpReturnValue:
      if (step(asked.name + ": returned here")) {
        const Origin& call = state_.program->origins[reader_.call_of(event)];
        const Id result = context_.module().instruction(call.instruction).result;
        explain_operand(asked, number, instruction.id(0), asked.lane,
                        components_at(call.call, result, slots));
      }
      return;
    case spv::Op::OpStore:
      if (step(asked.name + " = " + value + ", stored here"))
        explain_operand(asked, number, instruction.id(1), asked.lane,
                        components_at(reader_.call_of(event), instruction.id(0), slots));
      return;
    default:
      break;
  }
  if (explain_exchange(asked, number, instruction)) return;
  if (explain_product(asked, number, instruction, slots)) return;
  if (instruction.opcode == spv::Op::OpLoad && explain_loaded_variable(asked, number)) return;
  if (!add_step(asked, number, code + reader_.operands_text(number, asked.lane),
                reader_.values_text(slots, event, asked.lane)))
    return;
  explain_loaded_memory(asked, number, slots);
  explain_operands(asked, number, instruction);
}

void HistoryQueries::explain_memory(const Asked& asked) {
  const auto store =
      last_store(state_.streams[asked.stream].workgroup, asked.address, asked.size, asked.before);
  if (!store) return explain_initial_contents(asked);
  const HistoryEvent& event = *state_.event(store->number);
  const Instruction& instruction = reader_.instruction_of(event);
  const unsigned lane = store->access.lane;
  Asked writer = asked;
  writer.stream = event.stream;
  writer.lane = lane;
  writer.before = store->number;
  const auto object = stored_operand(instruction);
  const Components components =
      object ? stored_components(asked, store->number, lane) : Components{};
  const std::string value = object ? reader_.stored_text(store->number, lane, components) : "";
  if (!seen_.insert({store->number, no_slot, lane}).second) {
    add_step(writer, store->number, asked.name + ": see above", value);
    return;
  }
  if (store->access.copy != nullptr) return explain_copied(writer, store->access, store->number);
  const bool same_lane = event.stream == asked.stream && lane == asked.lane;
  const std::string text =
      asked.name + ": " +
      (same_lane ? "this lane" : reader_.lane_name(event.stream, lane, asked.stream)) +
      (store->access.access->is_atomic ? " changed it by " : " stored it by ") +
      context_.module().disassemble(instruction);
  // A call copies the arguments that it passes by value.
  const bool is_copy = instruction.opcode == spv::Op::OpCopyMemorySized ||
                       instruction.opcode == spv::Op::OpFunctionCall;
  if (!add_step(writer, store->number, text, is_copy ? asked.value : value)) return;
  if (object) {
    explain_operand(writer, store->number, instruction.id(*object), lane, components);
  } else if (is_copy) {
    explain_source_of_copy(writer, *store);
  } else if (!explain_accumulation(writer, *store, instruction)) {
    explain_operands(writer, store->number, instruction);
  }
}

void HistoryQueries::explain_source_of_copy(const Asked& asked, const Store& store) {
  if (asked.address < store.access.address) return;
  for (const LaneAccessRecord& access : state_.accesses_of(*state_.event(store.number))) {
    if (!access.access->reads || access.lane != store.access.lane) continue;
    Asked source = asked;
    source.address = access.address + (asked.address - store.access.address);
    source.name = reader_.memory_name(source.address);
    ++source.depth;
    return explain(source);
  }
}

// An element of the destination comes from an element of the source.
void HistoryQueries::explain_copied(const Asked& asked, const LaneAccessRecord& access,
                                    std::uint64_t number) {
  const CopyAccess& copy = *access.copy;
  const std::string by = asked.name + ": " + reader_.copy_text(copy);
  if (!copy.is_done) {
    add_step(asked, number, by + ", which is made only at the wait for its event", "undefined");
    return;
  }
  if (!add_step(asked, number, by + " is made here, at the wait for its event", asked.value))
    return;
  const std::uint64_t stride = std::max<std::uint64_t>(1, copy.access.stride);
  const std::uint64_t from_start = asked.address - copy.destination;
  Asked source = asked;
  source.address = copy.source + from_start / stride * copy.source_stride + from_start % stride;
  source.name = reader_.memory_name(source.address);
  source.before = number;
  ++source.depth;
  explain(source);
}

void HistoryQueries::explain_initial_contents(const Asked& asked) {
  if (state_.has_dropped()) {
    add_step(asked, History::State::none,
             asked.name + " got its value before the part of the history that is kept", "");
    return;
  }
  const ObjectEntry& entry = context_.subgroup->memory->find(asked.address);
  const std::uint64_t offset = AddressSpace::offset(asked.address);
  const bool exists = entry.allocation != nullptr && offset < entry.size;
  const bool is_given = exists && (entry.allocation->kind == MemoryKind::buffer ||
                                   entry.allocation->kind == MemoryKind::constant ||
                                   entry.allocation->kind == MemoryKind::physical);
  const bool is_set = exists && entry.shadow[offset] != Definedness::uninitialized;
  add_step(asked, History::State::none,
           asked.name + (!exists              ? " is outside of any memory"
                         : is_given && is_set ? ": its contents at the start of the dispatch"
                         : is_set             ? ": its initial value"
                                              : " has never been written"),
           asked.value);
}

json HistoryQueries::why(const std::vector<std::pair<std::string, Object>>& parts) {
  const auto stream =
      state_.find_stream(context_.workgroup->shape().index(), context_.subgroup->id);
  for (const auto& [name, object] : parts) {
    if (!stream) break;
    Asked asked;
    asked.stream = *stream;
    asked.lane = object.subgroup == nullptr ? context_.lane : object.lane;
    asked.before = before_asking(*stream, object);
    asked.name = name;
    if (object.where == Object::Where::planes) {
      asked.slots = object.slots;
      asked.whole = object;
      asked.components = all_components(object.slots.size());
      asked.name_of_whole = name;
    } else if (object.where == Object::Where::memory) {
      asked.address = object.address;
      asked.size = std::max<std::uint64_t>(1, context_.objects().size(object));
      // What is asked for may have that name.
      const std::string place = reader_.memory_name(object.address), same = "'" + name + "'";
      const std::string in_object = same + " of ";
      if (place.starts_with(in_object)) {
        asked.name += " (" + place.substr(in_object.size()) + ")";
      } else if (place != same) {
        asked.name += " (" + place + ")";
      }
      asked.value = context_.objects().text(object);
    } else {
      continue;
    }
    explain(asked);
  }
  return std::move(steps_);
}

}  // namespace spirv_oracle
