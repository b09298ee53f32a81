#include "debugger/engine/history/history_reader.h"

#include <algorithm>

#include "debugger/engine/views/view_request.h"
#include "grammar/core.h"
#include "interpreter/exec/report/element_name.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {

using nlohmann::json;

std::optional<unsigned> stored_operand(const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpStore:
      return grammar::OpStore::object;
    case spv::Op::OpCooperativeMatrixStoreKHR:
      return grammar::OpCooperativeMatrixStoreKHR::object;
    case spv::Op::OpCooperativeVectorStoreNV:
      return grammar::OpCooperativeVectorStoreNV::object;
    default:
      return std::nullopt;
  }
}

bool loads_components(spv::Op opcode) {
  return opcode == spv::Op::OpLoad || opcode == spv::Op::OpCooperativeMatrixLoadKHR ||
         opcode == spv::Op::OpCooperativeVectorLoadNV;
}

unsigned first_value_operand(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpExtInst) return 4;
  return instruction.result != 0 ? 2 : 0;
}

std::string scalar_or_undefined(ScalarType type, const Scalar& value) {
  return value.state == Definedness::undefined ? "undefined" : scalar_text(type, value.bits);
}

HistoryReader::HistoryReader(History::State& state, const LaneContext& context)
    : state_(state), context_(context) {
  if (context.program().is_kernel()) signs_.emplace(context.module(), *context.program().registry);
}

ScalarType HistoryReader::with_sign(ScalarType type, bool is_signed) {
  if (is_signed && type.scalar_class == ScalarType::Class::integer) type.is_signed = true;
  return type;
}

bool HistoryReader::is_signed(const HistoryEvent& event, Slot slot) const {
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

const Instruction& HistoryReader::instruction_of(const HistoryEvent& event) const {
  const Record& record = state_.program->records[event.first_record];
  return context_.module().instruction(state_.program->origins[record.origin].instruction);
}

std::uint32_t HistoryReader::call_of(const HistoryEvent& event) const {
  return state_.program->origins[state_.program->records[event.first_record].origin].call;
}

const DebugValue* HistoryReader::value_of(std::uint32_t call, Id id) const {
  const DebugTables& tables = *state_.program->debug;
  if (const auto global = tables.global_values.find(id); global != tables.global_values.end())
    return &global->second;
  const auto instance = tables.instance_of_call.find(call);
  if (instance == tables.instance_of_call.end()) return nullptr;
  const auto& values = tables.instances[instance->second].values;
  const auto found = values.find(id);
  return found == values.end() ? nullptr : &found->second;
}

const Subgroup* HistoryReader::subgroup_of(std::uint32_t stream) const {
  const History::State::Stream& of = state_.streams[stream];
  const auto workgroup = find_workgroup(*context_.run, of.workgroup);
  return workgroup ? find_subgroup(**workgroup, of.subgroup) : nullptr;
}

std::optional<Scalar> HistoryReader::operand_value(std::uint32_t stream, std::uint64_t before,
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
          state_.program->registers.inputs.end() ||
      stage_input(*state_.program, slot) != nullptr;
  if (subgroup == nullptr || !is_constant) return std::nullopt;
  return read_plane(*subgroup, slot, state_.plane_types[slot], lane);
}

std::string HistoryReader::operand_text(std::uint32_t stream, std::uint64_t before,
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
    text += (i == 0 ? "" : ", ") + scalar_or_undefined(with_sign(scalars[i], is_signed), *value);
    if (i == 15) break;
  }
  return scalars.size() == 1 ? text : "(" + text + ")";
}

std::string HistoryReader::stored_text(std::uint64_t number, unsigned lane,
                                       const std::vector<std::size_t>& components) const {
  const HistoryEvent& event = *state_.event(number);
  const Instruction& store = instruction_of(event);
  const Id object = store.id(stored_operand(store).value());
  const bool is_signed = signs_ && signs_->points_to_signed(store.id(0));
  if (components.size() != 1)
    return operand_text(event.stream, number, call_of(event), object, lane, is_signed);
  const auto value =
      operand_value(event.stream, number, call_of(event), object, lane, components[0]);
  const Id type = context_.module().definition(object)->type;
  const auto scalars = context_.tables->types->components(type);
  return value ? scalar_or_undefined(with_sign(scalars[components[0]], is_signed), *value) : "";
}

// " (%2 = 30, %3 = 42)": the values of operands that are neither pointers nor composites.
std::string HistoryReader::operands_text(std::uint64_t number, unsigned lane) const {
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

std::string HistoryReader::values_text(const std::vector<Slot>& slots, const HistoryEvent& event,
                                       unsigned lane) const {
  std::string text;
  unsigned count = 0;
  for (const Slot slot : slots) {
    const auto value = state_.value(event, slot, lane);
    if (!value) continue;
    const ScalarType type = with_sign(state_.plane_types[slot], is_signed(event, slot));
    text += (count++ == 0 ? "" : ", ") + scalar_or_undefined(type, *value);
    if (count == 16) break;
  }
  return count > 1 ? "(" + text + ")" : text;
}

std::string HistoryReader::memory_name(std::uint64_t address) const {
  const ObjectEntry& entry = context_.subgroup->memory->find(address);
  if (entry.allocation == nullptr) return "address " + scalar_text(ScalarType::pointer(), address);
  return element_name(*state_.program, *context_.subgroup->memory, address);
}

std::string HistoryReader::line_text(const HistoryEvent& event) const {
  const Instruction& instruction = instruction_of(event);
  const SourceLocation source = context_.module().source(instruction.line);
  if (source.line != 0) return "line " + std::to_string(source.line);
  return context_.module().disassemble(instruction);
}

std::string HistoryReader::copy_text(const CopyAccess& copy) const {
  const Instruction& begin =
      context_.module().instruction(state_.program->origins[copy.begun_by].instruction);
  const SourceLocation source = context_.module().source(begin.line);
  return "the asynchronous copy that " +
         (source.line != 0 ? "line " + std::to_string(source.line)
                           : context_.module().disassemble(begin)) +
         " begins";
}

Dim3 HistoryReader::workgroup_of(std::uint32_t stream) const {
  const std::uint64_t index = state_.streams[stream].workgroup;
  const Dim3& groups = context_.workgroup->shape().group_count();
  return {static_cast<std::uint32_t>(index % groups[0]),
          static_cast<std::uint32_t>(index / groups[0] % groups[1]),
          static_cast<std::uint32_t>(index / groups[0] / groups[1])};
}

void HistoryReader::add_invocation(std::uint32_t stream, unsigned lane, json& to) const {
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

json HistoryReader::place_json(std::uint64_t number, unsigned lane) const {
  json place;
  const HistoryEvent& event = *state_.event(number);
  const Instruction& instruction = instruction_of(event);
  place["moment"] = event.moment;
  add_invocation(event.stream, lane, place);
  add_source(context_.module().source(instruction.line), place);
  place["word"] = instruction.word_offset;
  return place;
}

// "item.position", "table[%7]".
std::string HistoryReader::name_of_part(const Instruction& chain) const {
  const SpecializedModule& types = *context_.tables->types;
  std::string name = name_of(base_of(chain));
  Id type = base_type(context_.module(), chain);
  for (unsigned i = first_index_operand(chain.opcode); i < chain.operand_count(); ++i) {
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
    const bool is_letter =
        whole.kind == Type::Kind::vector && whole.count <= 4 && index && *index < 4;
    if (is_letter) {
      name += std::string(".") + "xyzw"[*index];
    } else {
      name += "[" + (index ? std::to_string(*index) : name_of(chain.id(i))) + "]";
    }
    type = whole.element;
  }
  return name;
}

// As the source calls it, if it does.
std::string HistoryReader::name_of(Id id) const {
  const Instruction* chain = context_.module().definition(id);
  if (chain != nullptr && is_plain_access_chain(chain->opcode)) {
    return name_of_part(*chain);
  }
  const std::string_view name = context_.module().name(id);
  return name.empty() ? context_.module().display(id) : std::string(name);
}

std::string HistoryReader::lane_name(std::uint32_t stream, unsigned lane,
                                     std::uint32_t seen_from) const {
  const History::State::Stream& of = state_.streams[stream];
  const History::State::Stream& from = state_.streams[seen_from];
  std::string name = "lane " + std::to_string(lane);
  if (stream != seen_from) name += " of subgroup " + std::to_string(of.subgroup);
  if (of.workgroup != from.workgroup) name += " of workgroup " + coordinates(workgroup_of(stream));
  return name;
}

}  // namespace spirv_oracle
