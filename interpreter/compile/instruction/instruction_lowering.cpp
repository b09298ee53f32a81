#include "interpreter/compile/instruction/instruction_lowering.h"

#include <string>
#include <string_view>

#include "interpreter/compile/instruction/bounded_results.h"
#include "interpreter/compile/instruction/helper_rules.h"
#include "interpreter/compile/instruction/rearrangement.h"
#include "interpreter/compile/instruction/relaxed_results.h"
#include "interpreter/compile/instruction/special_values.h"
#include "interpreter/compile/instruction/value_checks.h"
#include "interpreter/exec/lanes/copy.h"
#include "interpreter/loader/opcode_classes.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/component_count.h"
#include "interpreter/lowering/inlined_size.h"

namespace spirv_oracle {
namespace {

// Limits what a hostile module can make of a small file.
constexpr std::size_t max_instructions = 1'000'000;

// Whether the instruction works component by component, or adds the products of components.
bool combines_components(const Instruction& instruction, const InstructionDefinition& definition) {
  const std::string_view of = definition.instruction_class;
  return instruction.opcode == spv::Op::OpExtInst || of == "Arithmetic" || of == "Bit" ||
         of == "Relational_and_Logical" ||
         (of == "Conversion" && instruction.opcode != spv::Op::OpBitcast);
}

// The lengths of vectors of OpTypeVectorIdEXT may come from specialization constants, so the validator does not know whether they
// match each other and other vectors.
void check_vector_lengths(const Lowering& lowering, const Instruction& instruction,
                          const InstructionDefinition& definition) {
  if (!combines_components(instruction, definition)) return;
  std::uint32_t length = 0, other = 0;
  bool is_by_id = false;
  const auto note = [&](Id id) {
    const Instruction* declaration = lowering.module().definition(id);
    if (declaration == nullptr || !is_vector_type(declaration->opcode)) return;
    is_by_id |= declaration->opcode == spv::Op::OpTypeVectorIdEXT;
    const std::uint32_t count = lowering.type(id).count;
    if (length == 0) length = count;
    if (count != length) other = count;
  };
  note(instruction.type);
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class == OperandClass::id)
      note(lowering.type_id_of(instruction.id(i)));
  }
  if (is_by_id && other != 0)
    lowering.fail_input("vectors of " + std::to_string(length) + " and of " +
                        std::to_string(other) + " components do not match");
}

}  // namespace

void InstructionLowering::lower(const Instruction& instruction) {
  current_ = &instruction;
  if (++lowered_ > max_instructions) {
    fail(too_large_when_inlined(program_, max_instructions, "instructions"));
  }
  const InstructionDefinition* definition = registry_.find(instruction.opcode);
  if (definition == nullptr) fail_unsupported("the instruction");
  check_operands(instruction, *definition);
  broken_constants_.report_operands(instruction);
  if (definition->atomic_operation) builder_.note_atomic();
  first_new_slot_ = program_.registers.units;
  HelperRules helpers(*this, instruction);
  std::uint32_t mode = 0;
  const bool modes_apply = float_modes_apply(instruction, mode);
  const std::size_t before = program_.records.size();
  if (mode != 0) emit(set_float_mode_handler(), no_slot, {}, mode);
  if (modes_apply) start_flushing(instruction);
  lower_with_choices(instruction, *definition);
  if (modes_apply) flush_results(instruction);
  relax_results(*this, instruction, *definition);
  if (mode != 0) {
    if (program_.records.size() == before + 1) {
      builder_.drop_last_record();
    } else {
      emit(set_float_mode_handler(), no_slot, {}, 0);
    }
  }
  check_values(*this, instruction);
  helpers.end(instruction);
}

void InstructionLowering::resume(const Current& current) {
  current_ = current.instruction;
  current_modes_ = current.modes;
  flushing_ = current.flushing;
  flushed_ = current.flushed;
  first_new_slot_ = current.first_new_slot;
}

void InstructionLowering::lower_with_choices(const Instruction& instruction,
                                             const InstructionDefinition& definition) {
  if (!lower_rearranged(*this, instruction) && !lower_assuming_finite(*this, instruction))
    definition.lower(*this, instruction);
  if (instruction.type == 0 || instruction.result == 0) return;
  bound_results(*this, instruction);
  change_special_results(*this, instruction);
}

// Fails, in modules that are not validated, for ids without a definition, names of types, and values not yet defined.
void InstructionLowering::check_operands(const Instruction& instruction,
                                         const InstructionDefinition& definition) {
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  if (extended && is_without_semantics(module().extended_set(instruction.id(2)))) return;
  const bool takes_names =
      definition.instruction_class == "Control-Flow" ||
      definition.instruction_class == "Function" || definition.instruction_class == "Debug" ||
      instruction.opcode == spv::Op::OpCooperativeMatrixLengthKHR ||
      instruction.opcode == spv::Op::OpUntypedVariableKHR ||
      instruction.opcode == spv::Op::OpUntypedArrayLengthKHR ||
      instruction.opcode == spv::Op::OpUntypedImageTexelPointerEXT ||
      is_untyped_access_chain(instruction.opcode) || calls_for_elements(instruction.opcode);
  for (unsigned i = instruction.result != 0 ? 2 : 0; i < instruction.operand_count(); ++i) {
    if (instruction.operands[i].operand_class != OperandClass::id || (extended && i == 2)) continue;
    const Id id = instruction.id(i);
    const Instruction* defined = module().definition(id);
    const bool is_name =
        defined != nullptr && (defined->type == 0 || defined->opcode == spv::Op::OpFunction);
    if (is_name ? takes_names : is_usable(id)) continue;
    count_components(*this, type_id_of(id));  // a constant that is too large has no value
    fail_input(module().display(id) + " is used where it has no value");
  }
  check_vector_lengths(*this, instruction, definition);
}

}  // namespace spirv_oracle
