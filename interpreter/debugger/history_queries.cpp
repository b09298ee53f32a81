#include "interpreter/debugger/history_queries.h"

#include <algorithm>

#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

constexpr std::size_t usual_steps = 100, max_steps = 1000;
constexpr std::size_t max_accesses = 1000;

bool is_branch(spv::Op opcode) {
  return opcode == spv::Op::OpBranchConditional || opcode == spv::Op::OpSwitch;
}

bool is_return(spv::Op opcode) {
  return opcode == spv::Op::OpReturn || opcode == spv::Op::OpReturnValue;
}

// Of those that may be values.
unsigned first_value_operand(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst) return 4;
  return instruction.result != 0 ? 2 : 0;
}

std::string scalar_string(ScalarType type, const Scalar& value) {
  return value.state == Definedness::undefined ? "undefined" : scalar_text(type, value.bits);
}

}  // namespace

HistoryQueries::HistoryQueries(const History& history, const LaneContext& context,
                               unsigned max_depth)
    : max_depth_(max_depth), state_(*history.state_), context_(context) {
  state_.finish();
  if (context.program().is_kernel()) signs_.emplace(context.module());
}

ScalarType HistoryQueries::with_sign(ScalarType type, bool is_signed) const {
  if (is_signed && type.scalar_class == ScalarType::Class::integer) type.is_signed = true;
  return type;
}

bool HistoryQueries::is_signed(const HistoryEvent& event, Slot slot) const {
  if (!signs_) return false;
  const Instruction& instruction = instruction_of(event);
  if (instruction.result != 0) return signs_->is_signed(instruction.result);
  if (instruction.opcode == spv::Op::OpStore) return signs_->points_to_signed(instruction.id(0));
  // A branch that gives phis their values, or a return.
  return std::ranges::any_of(signs_->values(), [&](Id id) {
    const DebugValue* value = value_of(call_of(event), id);
    return value != nullptr && std::ranges::find(value->slots, slot) != value->slots.end();
  });
}

std::size_t HistoryQueries::most_steps() const {
  return max_depth_ > usual_depth ? max_steps : usual_steps;
}

const Instruction& HistoryQueries::instruction_of(const HistoryEvent& event) const {
  const Op& op = state_.program->ops[event.first_op];
  return context_.module().instruction(state_.program->origins[op.origin].instruction);
}

std::uint32_t HistoryQueries::call_of(const HistoryEvent& event) const {
  return state_.program->origins[state_.program->ops[event.first_op].origin].call;
}

const DebugValue* HistoryQueries::value_of(std::uint32_t call, Id id) const {
  const DebugTables& tables = *state_.program->debug;
  if (const auto global = tables.global_values.find(id); global != tables.global_values.end())
    return &global->second;
  const auto instance = tables.instance_of_call.find(call);
  if (instance == tables.instance_of_call.end()) return nullptr;
  const auto& values = tables.instances[instance->second].values;
  const auto found = values.find(id);
  return found == values.end() ? nullptr : &found->second;
}

const Subgroup* HistoryQueries::subgroup_of(std::uint32_t stream) const {
  const History::State::Stream& of = state_.streams[stream];
  const auto workgroup = find_workgroup(*context_.run, of.workgroup);
  return workgroup ? find_subgroup(**workgroup, of.subgroup) : nullptr;
}

std::optional<Scalar> HistoryQueries::operand_value(std::uint32_t stream, std::uint64_t before,
                                                    std::uint32_t call, Id operand, unsigned lane,
                                                    std::size_t component) const {
  if (const ConstantValue* constant = context_.tables->types->constant(operand)) {
    if (component >= constant->size()) return std::nullopt;
    const ConstantComponent& value = (*constant)[component];
    return Scalar{value.bits, value.undefined ? Definedness::undefined : Definedness::defined};
  }
  const DebugValue* value = value_of(call, operand);
  if (value == nullptr || component >= value->slots.size()) return std::nullopt;
  const Slot slot = value->slots[component];
  const std::uint64_t number = state_.last_writer(stream, slot, lane, before);
  if (const HistoryEvent* event = state_.event(number)) return state_.value(*event, slot, lane);
  // Inputs and constants never change.
  const Subgroup* subgroup = subgroup_of(stream);
  const bool is_constant =
      std::ranges::find(state_.program->registers.constants, slot, &ConstantPlane::slot) !=
          state_.program->registers.constants.end() ||
      std::ranges::find(state_.program->registers.lane_addresses, slot, &LaneAddressPlane::slot) !=
          state_.program->registers.lane_addresses.end() ||
      std::ranges::find(state_.program->registers.inputs, slot, &InputPlane::slot) !=
          state_.program->registers.inputs.end();
  if (subgroup == nullptr || !is_constant) return std::nullopt;
  return read_plane(*subgroup, slot, state_.plane_types[slot], lane);
}

std::string HistoryQueries::operand_text(std::uint32_t stream, std::uint64_t before,
                                         std::uint32_t call, Id operand, unsigned lane,
                                         bool is_signed) const {
  const Instruction* definition = context_.module().definition(operand);
  if (definition == nullptr || definition->type == 0) return "";
  is_signed = is_signed || (signs_ && signs_->is_signed(operand));
  const auto scalars = context_.tables->types->components(definition->type);
  std::string text;
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    const auto value = operand_value(stream, before, call, operand, lane, i);
    if (!value) return "";
    text += (i == 0 ? "" : ", ") + scalar_string(with_sign(scalars[i], is_signed), *value);
    if (i == 15) break;
  }
  return scalars.size() == 1 ? text : "(" + text + ")";
}

std::string HistoryQueries::values_text(const std::vector<Slot>& slots, const HistoryEvent& event,
                                        unsigned lane) const {
  std::string text;
  unsigned count = 0;
  for (const Slot slot : slots) {
    const auto value = state_.value(event, slot, lane);
    if (!value) continue;
    const ScalarType type = with_sign(state_.plane_types[slot], is_signed(event, slot));
    text += (count++ == 0 ? "" : ", ") + scalar_string(type, *value);
    if (count == 16) break;
  }
  return count > 1 ? "(" + text + ")" : text;
}

std::string HistoryQueries::memory_name(std::uint64_t address) const {
  const ObjectEntry& entry = context_.subgroup->memory->find(address);
  if (entry.allocation == nullptr) return "address " + scalar_text(ScalarType::pointer(), address);
  std::uint64_t offset = AddressSpace::offset(address);
  const LaneCopies& copies = entry.allocation->copies;
  if (copies.pitch != 0) offset %= copies.pitch;
  const std::string& name = entry.allocation->name;
  return (name.empty() ? "memory" : name) + " + " + std::to_string(offset);
}

std::string HistoryQueries::line_text(const HistoryEvent& event) const {
  const Instruction& instruction = instruction_of(event);
  const SourceLocation source = context_.module().source(instruction.line);
  if (source.line != 0) return "line " + std::to_string(source.line);
  return context_.module().disassemble(instruction);
}

std::string HistoryQueries::copy_text(const CopyAccess& copy) const {
  const Instruction& begin =
      context_.module().instruction(state_.program->origins[copy.begun_by].instruction);
  const SourceLocation source = context_.module().source(begin.line);
  return "the asynchronous copy that " +
         (source.line != 0 ? "line " + std::to_string(source.line)
                           : context_.module().disassemble(begin)) +
         " begins";
}

Dim3 HistoryQueries::workgroup_of(std::uint32_t stream) const {
  const std::uint64_t index = state_.streams[stream].workgroup;
  const Dim3& groups = context_.workgroup->shape().group_count();
  return {static_cast<std::uint32_t>(index % groups[0]),
          static_cast<std::uint32_t>(index / groups[0] % groups[1]),
          static_cast<std::uint32_t>(index / groups[0] / groups[1])};
}

void HistoryQueries::add_invocation(std::uint32_t stream, unsigned lane, json& to) const {
  const History::State::Stream& of = state_.streams[stream];
  const Program& program = *state_.program;
  const Dim3 workgroup = workgroup_of(stream);
  const std::uint32_t index = program.layout_of(of.workgroup).invocation(of.subgroup, lane);
  const Dim3& size = program.local_size_of(of.workgroup);
  const Dim3& enqueued = program.local_size;
  to["lane"] = lane;
  to["subgroup"] = of.subgroup;
  to["workgroup"] = dimensions_json(workgroup);
  to["invocation"] = dimensions_json({index % size[0] + workgroup[0] * enqueued[0],
                                      index / size[0] % size[1] + workgroup[1] * enqueued[1],
                                      index / size[0] / size[1] + workgroup[2] * enqueued[2]});
}

json HistoryQueries::place_json(std::uint64_t number, unsigned lane) const {
  json place;
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = instruction_of(event);
  place["moment"] = event.moment;
  add_invocation(event.stream, lane, place);
  add_source(context_.module().source(instruction.line), place);
  place["word"] = instruction.word_offset;
  return place;
}

bool HistoryQueries::add_step(const Asked& asked, std::uint64_t number, const std::string& text,
                              const std::string& value) {
  if (steps_.size() >= most_steps()) return false;
  json step;
  if (state_.event(number) != nullptr) {
    step = place_json(number, asked.lane);
  } else {
    step["moment"] = 0;
    add_invocation(asked.stream, asked.lane, step);
    add_source({}, step);
    step["word"] = 0;
  }
  step["text"] = text;
  step["value"] = value;
  step["depth"] = asked.depth;
  steps_.push_back(std::move(step));
  return true;
}

// --- why ---

void HistoryQueries::explain(const Asked& asked) {
  if (asked.depth > max_depth_ || steps_.size() >= most_steps()) return;
  if (asked.slots.empty()) {
    explain_memory(asked);
  } else {
    explain_planes(asked);
  }
}

// The planes of a value may have been written at different places, as the components of a vector.
void HistoryQueries::explain_planes(const Asked& asked) {
  std::vector<std::pair<std::uint64_t, std::vector<Slot>>> writers;
  for (const Slot slot : asked.slots) {
    const std::uint64_t number = state_.last_writer(asked.stream, slot, asked.lane, asked.before);
    const auto known =
        std::ranges::find_if(writers, [&](const auto& writer) { return writer.first == number; });
    if (known != writers.end()) {
      known->second.push_back(slot);
    } else {
      writers.push_back({number, {slot}});
    }
    if (writers.size() > 16) break;
  }
  for (const auto& [number, slots] : writers) {
    Asked part = asked;
    part.slots = slots;
    if (state_.event(number) == nullptr) {
      explain_unwritten(part);
    } else if (!seen_.insert({number, slots[0], asked.lane}).second) {
      add_step(part, number, asked.name + ": see above",
               values_text(slots, *state_.event(number), asked.lane));
    } else {
      explain_event(part, number, slots);
    }
  }
}

void HistoryQueries::explain_unwritten(const Asked& asked) {
  const Slot slot = asked.slots[0];
  const Program& program = *state_.program;
  const auto constant = std::ranges::find(program.registers.constants, slot, &ConstantPlane::slot);
  if (constant != program.registers.constants.end()) {
    const Scalar value{constant->bits,
                       constant->undefined ? Definedness::undefined : Definedness::defined};
    add_step(asked, History::State::none,
             asked.name + (constant->undefined  ? " is undefined (OpUndef)"
                           : asked.is_parameter ? " is an argument"
                                                : " is a constant"),
             scalar_string(constant->type, value));
    return;
  }
  const auto input = std::ranges::find(program.registers.inputs, slot, &InputPlane::slot);
  const Subgroup* subgroup = subgroup_of(asked.stream);
  if (input != program.registers.inputs.end()) {
    std::string value;
    if (subgroup != nullptr)
      value = scalar_string(input->type, read_plane(*subgroup, slot, input->type, asked.lane));
    add_step(asked, History::State::none, asked.name + " is a built-in input", value);
    return;
  }
  if (state_.has_dropped()) {
    add_step(asked, History::State::none,
             asked.name + " got its value before the part of the history that is kept", "");
    return;
  }
  std::string text = "lane " + std::to_string(asked.lane) + " never wrote " + asked.name;
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
        const Instruction& last = instruction_of(*event);
        if (is_branch(last.opcode)) return "inactive since the branch at " + line_text(*event);
        if (is_return(last.opcode)) return "inactive since it returned at " + line_text(*event);
        return "inactive since " + line_text(*event);
      }
      later = number;
    }
    number = event->previous;
  }
  return "";
}

void HistoryQueries::explain_operand(const Asked& asked, std::uint64_t number, Id operand,
                                     unsigned lane) {
  const HistoryEvent& event = *state_.event(number);
  const Instruction* definition = context_.module().definition(operand);
  if (definition == nullptr || definition->type == 0) return;
  const DebugValue* value = value_of(call_of(event), operand);
  // Where a variable is never changes.
  if (definition->opcode == spv::Op::OpVariable) return;
  Asked next;
  next.stream = event.stream;
  next.lane = lane;
  next.before = number;
  next.type = definition->type;
  next.name = name_of(operand);
  next.depth = asked.depth + 1;
  next.is_parameter = definition->opcode == spv::Op::OpFunctionParameter;
  if (value == nullptr) {
    if (context_.tables->types->constant(operand) != nullptr) {
      add_step(next, History::State::none, next.name + " is a constant",
               operand_text(event.stream, number, call_of(event), operand, lane));
    }
    return;
  }
  next.slots = value->slots;
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

// " (%2 = 30, %3 = 42)": the values of operands that are neither pointers nor composites.
std::string HistoryQueries::operands_text(std::uint64_t number, unsigned lane) const {
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = instruction_of(event);
  std::string text;
  for (unsigned i = first_value_operand(instruction); i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    const Instruction* definition = context_.module().definition(instruction.id(i));
    if (definition == nullptr || definition->type == 0) continue;
    const Type::Kind kind = context_.tables->types->type(definition->type).kind;
    if (kind != Type::Kind::scalar && kind != Type::Kind::vector) continue;
    const bool is_signed = signs_ && signs_->has_signed_operands(instruction);
    const std::string value =
        operand_text(event.stream, number, call_of(event), instruction.id(i), lane, is_signed);
    if (value.empty()) continue;
    text +=
        (text.empty() ? " (" : ", ") + context_.module().display(instruction.id(i)) + " = " + value;
  }
  return text.empty() ? text : text + ")";
}

// The branch of the event gave phis of its target their values.
void HistoryQueries::explain_phi(const Asked& asked, std::uint64_t number,
                                 const std::vector<Slot>& slots) {
  const HistoryEvent& event = *state_.event(number);
  const auto index =
      state_.program->origins[state_.program->ops[event.first_op].origin].instruction;
  const Function* function = context_.symbols->function_of(index);
  if (function == nullptr) return;
  Id from = 0;
  for (const Block& block : function->blocks) {
    if (block.first <= index && index <= block.last) from = block.label;
  }
  for (Id id = function->first_local; id < function->last_local; ++id) {
    const Instruction* phi = context_.module().definition(id);
    if (phi == nullptr || phi->opcode != spv::Op::OpPhi) continue;
    const DebugValue* value = value_of(call_of(event), id);
    if (value == nullptr || std::ranges::find(value->slots, slots[0]) == value->slots.end())
      continue;
    for (unsigned i = 2; i + 1 < phi->operand_count(); i += 2) {
      if (phi->id(i + 1) == from) return explain_operand(asked, number, phi->id(i), asked.lane);
    }
  }
}

// "item.position", "table[%7]".
std::string HistoryQueries::name_of_part(const Instruction& chain) const {
  const SpecializedModule& types = *context_.tables->types;
  std::string name = name_of(chain.id(2));
  const Instruction* base = context_.module().definition(chain.id(2));
  Id type = base == nullptr ? 0 : types.type(base->type).element;
  for (unsigned i = 3; i < chain.operand_count(); ++i) {
    const Type& whole = types.type(type);
    const auto index = types.integer(chain.id(i));
    if (whole.kind == Type::Kind::structure) {
      const auto member = static_cast<std::uint32_t>(index.value_or(0));
      if (member >= whole.members.size()) break;
      const std::string_view member_name = context_.module().member_name(type, member);
      name += "." + (member_name.empty() ? "_" + std::to_string(member) : std::string(member_name));
      type = whole.members[member].type;
      continue;
    }
    name += "[" + (index ? std::to_string(*index) : name_of(chain.id(i))) + "]";
    type = whole.element;
  }
  return name;
}

// A load of a variable in registers is no step of its own. False: it is in memory.
bool HistoryQueries::explain_loaded_variable(const Asked& asked, std::uint64_t number) {
  const HistoryEvent& event = *state_.event(number);
  const Id pointer = instruction_of(event).id(2);
  const DebugValue* variable = value_of(call_of(event), pointer);
  const DebugValue* result = value_of(call_of(event), instruction_of(event).result);
  if (variable == nullptr || result == nullptr || !variable->points_to_planes) return false;
  Asked next = asked;
  next.stream = event.stream;
  next.before = number;
  // Somebody may ask for the variable itself, or a part of it, where a load shares its planes.
  if (asked.name.starts_with('%')) next.name = name_of(pointer);
  next.slots.clear();
  // Of the components that are asked for.
  for (std::size_t i = 0; i < result->slots.size() && i < variable->slots.size(); ++i) {
    if (std::ranges::find(asked.slots, result->slots[i]) != asked.slots.end())
      next.slots.push_back(variable->slots[i]);
  }
  if (next.slots.empty()) return false;
  explain(next);
  return true;
}

// As the source calls it, if it does.
std::string HistoryQueries::name_of(Id id) const {
  const Instruction* chain = context_.module().definition(id);
  if (chain != nullptr && (chain->opcode == spv::Op::OpAccessChain ||
                           chain->opcode == spv::Op::OpInBoundsAccessChain)) {
    return name_of_part(*chain);
  }
  const std::string_view name = context_.module().name(id);
  return name.empty() ? context_.module().display(id) : std::string(name);
}

void HistoryQueries::explain_event(const Asked& asked, std::uint64_t number,
                                   const std::vector<Slot>& slots) {
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = instruction_of(event);
  const std::string value = values_text(slots, event, asked.lane);
  const std::string code = context_.module().disassemble(instruction);
  const auto step = [&](const std::string& text) { return add_step(asked, number, text, value); };
  switch (instruction.opcode) {
    case spv::Op::OpVariable:
      step(asked.name + (instruction.has(3) ? " has the value of its initializer"
                                            : " is a variable without an initializer"));
      return;
    case spv::Op::OpBranch:
    case spv::Op::OpBranchConditional:
    case spv::Op::OpSwitch:
      if (step(asked.name + ": the value that this branch gives to the phi"))
        explain_phi(asked, number, slots);
      return;
    case spv::Op::OpReturnValue:
      if (step(asked.name + ": returned here"))
        explain_operand(asked, number, instruction.id(0), asked.lane);
      return;
    case spv::Op::OpStore:
      if (step(asked.name + " = " + value + ", stored here"))
        explain_operand(asked, number, instruction.id(1), asked.lane);
      return;
    default:
      break;
  }
  if (explain_exchange(asked, number, instruction)) return;
  if (instruction.opcode == spv::Op::OpLoad && explain_loaded_variable(asked, number)) return;
  if (!step(code + operands_text(number, asked.lane))) return;
  for (const LaneAccessRecord& access : state_.accesses_of(event)) {
    if (!access.access->reads || access.lane != asked.lane) continue;
    Asked memory = asked;
    memory.slots.clear();
    memory.address = access.address;
    memory.size = access.size;
    memory.before = number;
    memory.name = memory_name(access.address);
    memory.value = value;
    ++memory.depth;
    explain(memory);
  }
  explain_operands(asked, number, instruction);
}

std::optional<HistoryQueries::Store> HistoryQueries::last_store(std::uint64_t address,
                                                                std::uint64_t size,
                                                                std::uint64_t before) const {
  for (std::uint64_t number = std::min(before, state_.end_number());
       number-- > state_.first_number;) {
    // Of several lanes that store to one place, the last one does.
    const std::vector<LaneAccessRecord> accesses = state_.accesses_of(*state_.event(number));
    for (auto access = accesses.rbegin(); access != accesses.rend(); ++access) {
      if (access->access->writes && access->touches(address, size)) return Store{number, *access};
    }
  }
  return std::nullopt;
}

std::string HistoryQueries::lane_name(std::uint32_t stream, unsigned lane,
                                      std::uint32_t seen_from) const {
  const History::State::Stream& of = state_.streams[stream];
  const History::State::Stream& from = state_.streams[seen_from];
  std::string name = "lane " + std::to_string(lane);
  if (stream != seen_from) name += " of subgroup " + std::to_string(of.subgroup);
  if (of.workgroup != from.workgroup) name += " of workgroup " + coordinates(workgroup_of(stream));
  return name;
}

void HistoryQueries::explain_memory(const Asked& asked) {
  const auto store = last_store(asked.address, asked.size, asked.before);
  if (!store) return explain_initial_contents(asked);
  const HistoryEvent& event = *state_.event(store->number);
  const Instruction& instruction = instruction_of(event);
  const unsigned lane = store->access.lane;
  Asked writer = asked;
  writer.stream = event.stream;
  writer.lane = lane;
  writer.before = store->number;
  const bool is_store = instruction.opcode == spv::Op::OpStore;
  std::string value;
  if (is_store)
    value = operand_text(event.stream, store->number, call_of(event), instruction.id(1), lane,
                         signs_ && signs_->points_to_signed(instruction.id(0)));
  if (!seen_.insert({store->number, no_slot, lane}).second) {
    add_step(writer, store->number, asked.name + ": see above", value);
    return;
  }
  if (store->access.copy != nullptr) return explain_copied(writer, store->access, store->number);
  const bool same_lane = event.stream == asked.stream && lane == asked.lane;
  const std::string text =
      asked.name + ": " + (same_lane ? "this lane" : lane_name(event.stream, lane, asked.stream)) +
      (store->access.access->is_atomic ? " changed it by " : " stored it by ") +
      context_.module().disassemble(instruction);
  // A call copies the arguments that it passes by value.
  const bool is_copy = instruction.opcode == spv::Op::OpCopyMemorySized ||
                       instruction.opcode == spv::Op::OpFunctionCall;
  if (!add_step(writer, store->number, text, is_copy ? asked.value : value)) return;
  if (is_store) {
    explain_operand(writer, store->number, instruction.id(1), lane);
  } else if (is_copy) {
    explain_source_of_copy(writer, *store);
  } else {
    explain_operands(writer, store->number, instruction);
  }
}

void HistoryQueries::explain_source_of_copy(const Asked& asked, const Store& store) {
  if (asked.address < store.access.address) return;
  for (const LaneAccessRecord& access : state_.accesses_of(*state_.event(store.number))) {
    if (!access.access->reads || access.lane != store.access.lane) continue;
    Asked source = asked;
    source.address = access.address + (asked.address - store.access.address);
    source.name = memory_name(source.address);
    ++source.depth;
    return explain(source);
  }
}

// An element of the destination comes from an element of the source.
void HistoryQueries::explain_copied(const Asked& asked, const LaneAccessRecord& access,
                                    std::uint64_t number) {
  const CopyAccess& copy = *access.copy;
  const std::string by = asked.name + ": " + copy_text(copy);
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
  source.name = memory_name(source.address);
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

// The planes of a temporary id may have changed since its value was computed.
std::uint64_t HistoryQueries::before_asking(std::uint32_t stream, const Object& object) const {
  std::uint64_t number = state_.streams[stream].last;
  while (const HistoryEvent* event = object.temporary == 0 ? nullptr : state_.event(number)) {
    if (event->active.test(object.lane) && call_of(*event) == context_.frame.call &&
        instruction_of(*event).result == object.temporary)
      return number + 1;
    number = event->previous;
  }
  return state_.end_number();
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
    asked.type = object.type;
    asked.name = name;
    if (object.where == Object::Where::planes) {
      asked.slots = object.slots;
    } else if (object.where == Object::Where::memory) {
      asked.address = object.address;
      asked.size = std::max<std::uint64_t>(1, context_.objects().size(object));
      asked.name += " (" + memory_name(object.address) + ")";
      asked.value = context_.objects().text(object);
    } else {
      continue;
    }
    explain(asked);
  }
  return std::move(steps_);
}

// --- who accessed it ---

// A load that shares the planes of its variable does not write the variable.
std::uint64_t HistoryQueries::last_write_of_planes(std::uint32_t stream, const Object& object,
                                                   std::uint64_t before) const {
  for (std::uint64_t number = before;;) {
    number = state_.last_writer(stream, object.slots[0], object.lane, number);
    const HistoryEvent* event = state_.event(number);
    if (event == nullptr || object.temporary != 0 ||
        instruction_of(*event).opcode != spv::Op::OpLoad)
      return number;
  }
}

Result<json> HistoryQueries::last_write(const Object& object) {
  const Objects objects = context_.objects();
  const auto stream =
      state_.find_stream(context_.workgroup->shape().index(), context_.subgroup->id);
  if (object.where == Object::Where::planes && stream) {
    const std::uint64_t number =
        last_write_of_planes(*stream, object, before_asking(*stream, object));
    const HistoryEvent* event = state_.event(number);
    if (event == nullptr) return bad_input("nothing has written it yet");
    json result = place_json(number, object.lane);
    result["value"] = values_text(object.slots, *event, object.lane);
    const std::uint64_t earlier = last_write_of_planes(*stream, object, number);
    const HistoryEvent* previous = state_.event(earlier);
    result["previous"] =
        previous == nullptr ? std::string() : values_text(object.slots, *previous, object.lane);
    result["text"] = context_.module().disassemble(instruction_of(*event));
    return result;
  }
  if (object.where != Object::Where::memory)
    return bad_input("only variables are written, not what is computed");
  const std::uint64_t size = std::max<std::uint64_t>(1, objects.size(object));
  const auto store = last_store(object.address, size, state_.end_number());
  if (!store) {
    return bad_input(state_.has_dropped()
                         ? "nothing wrote it in the part of the history that is kept"
                         : "nothing has written it yet");
  }
  const auto form = objects.components(object);
  const LaneAccessRecord& access = store->access;
  json result = place_json(store->number, access.lane);
  const bool is_same = access.address == object.address && form && form->count == 1 &&
                       access.size == form->scalar.memory_bytes();
  result["value"] = is_same ? scalar_string(form->scalar, *access.after) : objects.text(object);
  result["previous"] = is_same ? scalar_string(form->scalar, *access.before) : std::string();
  result["text"] = context_.module().disassemble(instruction_of(*state_.event(store->number)));
  if (access.copy != nullptr) result["copy"] = copy_text(*access.copy);
  return result;
}

Result<json> HistoryQueries::who_else(const Object& object) {
  const Objects objects = context_.objects();
  if (object.where != Object::Where::memory)
    return bad_input("it is in registers: no other invocation can access it");
  const std::uint64_t size = std::max<std::uint64_t>(1, objects.size(object));
  const auto form = objects.components(object);
  json list = json::array();
  for (std::uint64_t number = state_.first_number;
       number < state_.end_number() && list.size() < max_accesses; ++number) {
    const HistoryEvent& event = *state_.event(number);
    std::vector<LaneAccessRecord> accesses = state_.accesses_of(event);
    std::erase_if(accesses, [&](const LaneAccessRecord& access) {
      return !access.touches(object.address, size);
    });
    for (const LaneAccessRecord& access : accesses) {
      json entry = place_json(number, access.lane);
      entry["access"] = access.access->is_atomic ? "atomic"
                        : access.access->writes  ? "write"
                                                 : "read";
      // What each of several lanes left there is known of the last one only.
      const bool is_last = &access == &accesses.back();
      const bool is_same = access.address == object.address && form && form->count == 1 &&
                           access.after && access.size == form->scalar.memory_bytes();
      entry["value"] =
          is_same && is_last ? scalar_string(form->scalar, *access.after) : std::string();
      entry["text"] = context_.module().disassemble(instruction_of(event));
      if (access.copy != nullptr) entry["copy"] = copy_text(*access.copy);
      list.push_back(std::move(entry));
    }
  }
  return list;
}

}  // namespace spirv_oracle
