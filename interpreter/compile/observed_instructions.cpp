// Emits records after instructions through which invocations depend on each other.
#include <algorithm>

#include "interpreter/compile/component_dependence.h"
#include "interpreter/compile/function_lowering.h"
#include "interpreter/exec/exchange_log.h"
#include "interpreter/exec/tangle.h"
#include "interpreter/instructions/control_flow.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {

bool FunctionLowering::is_tangled(const Instruction& instruction) const {
  const InstructionDefinition* definition =
      definition_of(lowering_.registry(), lowering_.module(), instruction);
  return definition != nullptr && depends_on_tangle(*definition);
}

namespace {

// Whether the type has few enough components to record them.
bool is_recorded_type(const Type& type) {
  constexpr std::uint32_t most_components = 16;
  const bool has_numbers = type.kind == Type::Kind::scalar || type.kind == Type::Kind::vector ||
                           type.kind == Type::Kind::matrix;
  return has_numbers && type.component_count <= most_components;
}

}  // namespace

void FunctionLowering::record_exchange(const Instruction& instruction) {
  if (instruction.result == 0 || instruction.type == 0) return;
  const InstructionDefinition& definition = *lowering_.registry().find(instruction.opcode);
  const bool is_exchange = definition.instruction_class == "Atomic" || is_tangled(instruction);
  if (!is_exchange && !is_recorded_type(lowering_.type(instruction.type))) return;
  const Value* value = local_value(instruction.result);
  if (value == nullptr || !value->bound) return;
  const auto scalars = lowering_.components(instruction.type);
  const std::vector<Slot>& slots = value->slots;
  std::vector<std::uint32_t> words = {is_exchange ? 0u : 1u,
                                      static_cast<std::uint32_t>(slots.size())};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    words.push_back(slots[i]);
    words.push_back(scalars[i].bytes);
  }
  lowering_.emit(&spirv_oracle::record_exchange, no_slot, {}, lowering_.add_data(words));
}

void FunctionLowering::watch_guarantee(const Instruction& instruction) {
  const Program& program = lowering_.program();
  const bool may_rest_on_join =
      program.tangles.maximally_reconverge
          ? std::ranges::any_of(program.constructs,
                                [](const ConstructInfo& construct) {
                                  return construct.kind == ConstructInfo::Kind::switch_;
                                })
          : program.constructs.size() > 1;  // more than the entry point itself
  if (!may_rest_on_join) return;
  std::vector<Slot> slots;
  if (instruction.result != 0) {
    for (const Slot slot : lowering_.value(instruction.result).slots) {
      if (lowering_.is_of_instruction(slot)) slots.push_back(slot);
    }
  }
  std::vector<std::uint32_t> words = {static_cast<std::uint32_t>(slots.size())};
  words.insert(words.end(), slots.begin(), slots.end());
  lowering_.builder().note_watched_tangles();
  lowering_.describe(
      lowering_.emit(&spirv_oracle::watch_guarantee, no_slot, {}, lowering_.add_data(words)),
      {.reads = slots, .writes = slots});
}

// The planes of a local value, an address, or a constant with undefined components; empty for other ids.
std::vector<Slot> FunctionLowering::observed_planes(Id id) {
  if (const Value* local = local_value(id); local != nullptr) {
    return local->bound ? local->slots : std::vector<Slot>();
  }
  const ConstantValue* constant = lowering_.types().constant(id);
  if (constant == nullptr || std::ranges::none_of(*constant, &ConstantComponent::undefined))
    return {};
  return lowering_.value(id).slots;
}

// `read`: the planes of operands that may be indeterminate.
void FunctionLowering::record_atomic_provenance(const Instruction& instruction,
                                                const std::vector<Slot>& read) {
  const Id pointer = instruction.id(Lowering::first_operand(instruction));
  const Type& type = lowering_.type_of(pointer);
  if (type.kind != Type::Kind::pointer) return;
  const Slot address = lowering_.slot(pointer);
  const auto value = std::ranges::find_if(read, [&](Slot slot) { return slot != address; });
  const Slot result =
      instruction.result != 0 ? lowering_.value(instruction.result).slots[0] : no_slot;
  lowering_.emit(&note_atomic, result, {address, value == read.end() ? no_slot : *value},
                 lowering_.type(type.element).scalar.memory_bytes());
}

// 2 for an instruction of Workgroup scope; otherwise 1.
std::uint32_t FunctionLowering::scope_of_group(const Instruction& instruction) const {
  const unsigned scope = Lowering::first_operand(instruction);
  const bool has_scope = instruction.opcode != spv::Op::OpExtInst && instruction.has(scope) &&
                         instruction.operands[scope].operand_class == OperandClass::id;
  const bool is_workgroup = has_scope && lowering_.types().integer(instruction.id(scope)) ==
                                             static_cast<std::int64_t>(spv::Scope::Workgroup);
  return is_workgroup ? 2 : 1;
}

void FunctionLowering::record_provenance(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpPhi) return;
  std::vector<std::vector<Slot>> operands;
  std::vector<Slot> read;
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    operands.emplace_back();
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    operands.back() = observed_planes(instruction.id(i));
    read.insert(read.end(), operands.back().begin(), operands.back().end());
  }
  lowering_.builder().set_observed_operands(read);

  if (lowering_.registry().find(instruction.opcode)->instruction_class == "Atomic")
    return record_atomic_provenance(instruction, read);

  // Loads and calls have their own records. Instructions that only rename planes need none.
  if (instruction.result == 0 || instruction.opcode == spv::Op::OpLoad ||
      instruction.opcode == spv::Op::OpImageRead || instruction.opcode == spv::Op::OpImageFetch ||
      instruction.opcode == spv::Op::OpVariable) {
    return;
  }
  const bool is_call = instruction.opcode == spv::Op::OpFunctionCall;
  if (is_call && imported_name(lowering_.module(), instruction.id(2)).empty()) return;
  const std::vector<Slot> results = observed_planes(instruction.result);
  std::ranges::sort(read);
  std::vector<std::uint32_t> words = {is_tangled(instruction) ? scope_of_group(instruction) : 0, 0};
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (std::ranges::binary_search(read, results[i])) continue;
    ++words[1];
    std::vector<Slot> sources, others;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      for (std::size_t c = 0; c < operands[k].size(); ++c) {
        const ComponentDependence dependence{lowering_, instruction, static_cast<unsigned>(k)};
        const bool depends = dependence.has(i, results.size(), c, operands[k].size());
        (depends ? sources : others).push_back(operands[k][c]);
      }
    }
    const auto count = static_cast<std::uint32_t>(sources.size());
    sources.insert(sources.end(), others.begin(), others.end());
    words.insert(words.end(), {results[i], count, static_cast<std::uint32_t>(sources.size())});
    words.insert(words.end(), sources.begin(), sources.end());
  }
  if (words[1] != 0) lowering_.emit(&note_result, no_slot, {}, lowering_.add_data(words));
}

}  // namespace spirv_oracle
