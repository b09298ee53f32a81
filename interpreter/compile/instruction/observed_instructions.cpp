#include "interpreter/compile/instruction/observed_instructions.h"

#include <algorithm>

#include "interpreter/compile/instruction/component_dependence.h"
#include "interpreter/compile/instruction/tangled_instructions.h"
#include "interpreter/exec/report/exchange_log.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// Whether the type has few enough components to record them.
bool is_recorded_type(const Type& type) {
  constexpr std::uint32_t most_components = 16;
  const bool has_numbers = type.kind == Type::Kind::scalar || type.kind == Type::Kind::vector ||
                           type.kind == Type::Kind::matrix;
  return has_numbers && type.component_count <= most_components;
}

// The planes of a local value, an address, or a constant with undefined components; empty for other ids.
std::vector<Slot> observed_planes(Lowering& lowering, Id id) {
  if (const Value* local = lowering.function()->local_value(id); local != nullptr) {
    return local->bound ? local->slots : std::vector<Slot>();
  }
  const ConstantValue* constant = lowering.types().constant(id);
  if (constant == nullptr || std::ranges::none_of(*constant, &ConstantComponent::undefined))
    return {};
  return lowering.value(id).slots;
}

// `read`: the planes of operands that may be indeterminate.
void emit_atomic_provenance(Lowering& lowering, const Instruction& instruction,
                            const std::vector<Slot>& read) {
  const Id pointer = instruction.id(Lowering::first_operand(instruction));
  const Type& type = lowering.type_of(pointer);
  if (type.kind != Type::Kind::pointer) return;
  const Slot address = lowering.slot(pointer);
  const auto value = std::ranges::find_if(read, [&](Slot slot) { return slot != address; });
  const Slot result =
      instruction.result != 0 ? lowering.value(instruction.result).slots[0] : no_slot;
  lowering.emit(
      &note_atomic, result, {address, value == read.end() ? no_slot : *value},
      lowering.type(accessed_type(lowering.module(), instruction, pointer)).scalar.memory_bytes());
}

// Whether other records note the provenance of the results, or the instruction only renames planes.
bool has_own_provenance(const Lowering& lowering, const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpLoad:
    case spv::Op::OpCooperativeMatrixLoadKHR:
    case spv::Op::OpCooperativeMatrixLoadTensorNV:
    case spv::Op::OpCooperativeMatrixPerElementOpNV:
    case spv::Op::OpImageRead:
    case spv::Op::OpImageFetch:
    case spv::Op::OpVariable:
    case spv::Op::OpUntypedVariableKHR:
      return true;
    case spv::Op::OpFunctionCall:
      return imported_name(lowering.module(), instruction.id(2)).empty();
    default:
      return false;
  }
}

// The words of the record note_result.
class ResultProvenance {
 public:
  // `operands`: the planes of each.
  ResultProvenance(const Lowering& lowering, const Instruction& instruction,
                   const std::vector<std::vector<Slot>>& operands)
      : lowering_(lowering), instruction_(instruction), operands_(operands) {
    if (is_tangled(lowering, instruction))
      words_[0] = has_workgroup_scope(lowering, instruction) ? 2 : 1;
  }

  void add(Slot result, std::size_t component, std::size_t component_count) {
    std::vector<Slot> sources, others;
    for (std::size_t k = 0; k < operands_.size(); ++k) {
      const ComponentDependence dependence(lowering_, instruction_, static_cast<unsigned>(k));
      for (std::size_t c = 0; c < operands_[k].size(); ++c) {
        const bool depends = dependence.has(component, component_count, c, operands_[k].size());
        (depends ? sources : others).push_back(operands_[k][c]);
      }
    }
    const auto count = static_cast<std::uint32_t>(sources.size());
    sources.insert(sources.end(), others.begin(), others.end());
    ++words_[1];
    words_.insert(words_.end(), {result, count, static_cast<std::uint32_t>(sources.size())});
    words_.insert(words_.end(), sources.begin(), sources.end());
  }

  bool has_results() const { return words_[1] != 0; }
  std::span<const std::uint32_t> words() const { return words_; }

 private:
  const Lowering& lowering_;
  const Instruction& instruction_;
  const std::vector<std::vector<Slot>>& operands_;
  std::vector<std::uint32_t> words_{0, 0};
};

}  // namespace

void emit_exchange_record(Lowering& lowering, const Instruction& instruction) {
  if (instruction.result == 0 || instruction.type == 0) return;
  const InstructionDefinition& definition = *lowering.registry().find(instruction.opcode);
  const bool is_exchange =
      definition.instruction_class == "Atomic" || is_tangled(lowering, instruction);
  if (!is_exchange && !is_recorded_type(lowering.type(instruction.type))) return;
  const Value* value = lowering.function()->local_value(instruction.result);
  if (value == nullptr || !value->bound) return;
  const auto scalars = lowering.components(instruction.type);
  const std::vector<Slot>& slots = value->slots;
  std::vector<std::uint32_t> words = {is_exchange ? 0u : 1u,
                                      static_cast<std::uint32_t>(slots.size())};
  for (std::size_t i = 0; i < slots.size(); ++i) {
    words.push_back(slots[i]);
    words.push_back(scalars[i].bytes);
  }
  lowering.emit(&record_exchange, no_slot, {}, lowering.add_data(words));
}

void emit_provenance_record(Lowering& lowering, const Instruction& instruction) {
  std::vector<std::vector<Slot>> operands;
  std::vector<Slot> read;
  for (unsigned i = Lowering::first_operand(instruction); i < instruction.operand_count(); ++i) {
    operands.emplace_back();
    if (instruction.operands[i].operand_class != OperandClass::id) continue;
    operands.back() = observed_planes(lowering, instruction.id(i));
    read.insert(read.end(), operands.back().begin(), operands.back().end());
  }
  lowering.builder().set_observed_operands(read);
  if (lowering.registry().find(instruction.opcode)->instruction_class == "Atomic")
    return emit_atomic_provenance(lowering, instruction, read);
  if (instruction.result == 0 || has_own_provenance(lowering, instruction)) return;
  const std::vector<Slot> results = observed_planes(lowering, instruction.result);
  std::ranges::sort(read);
  ResultProvenance provenance(lowering, instruction, operands);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!std::ranges::binary_search(read, results[i]))
      provenance.add(results[i], i, results.size());
  }
  if (provenance.has_results())
    lowering.emit(&note_result, no_slot, {}, lowering.add_data(provenance.words()));
}

}  // namespace spirv_oracle
