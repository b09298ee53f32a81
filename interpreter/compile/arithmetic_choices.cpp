// Applies Dispatch::arithmetic to instructions for which the specifications permit several results.
#include <string_view>

#include "grammar/glsl_std_450.h"
#include "grammar/opencl_std.h"
#include "interpreter/compile/instruction_lowering.h"
#include "interpreter/instructions/bounded_result.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

// "the operation is executed as though its type were N bits in size", with the least N, 16.
struct RelaxedFloat {
  static float component(float value) { return quantize_to_f16(value); }
};
struct RelaxedSigned {
  static std::int32_t component(std::int32_t value) { return static_cast<std::int16_t>(value); }
};
struct RelaxedUnsigned {
  static std::uint32_t component(std::uint32_t value) { return static_cast<std::uint16_t>(value); }
};

Handler relaxed_handler(ScalarType type) {
  if (type.scalar_class == ScalarType::Class::floating)
    return internal::component_handler<RelaxedFloat, float, float>();
  return type.is_signed
             ? internal::component_handler<RelaxedSigned, std::int32_t, std::int32_t>()
             : internal::component_handler<RelaxedUnsigned, std::uint32_t, std::uint32_t>();
}

constexpr std::size_t all_components = ~std::size_t{0};

// By the instruction class of the grammar.
bool operates_on_numbers(const Instruction& instruction, std::string_view instruction_class) {
  if (instruction.opcode == spv::Op::OpBitcast) return false;
  return instruction_class == "Arithmetic" || instruction_class == "Bit" ||
         instruction_class == "Conversion" || instruction_class == "Extension" ||
         instruction_class == "Image";
}

// Data for a record that follows an instruction with an error bound: the number of slots of an operand, and the slots
// of one component or of all. Empty for operands that are not numbers.
void add_bounded_operand(Lowering& lowering, const Instruction& instruction, unsigned operand,
                         std::size_t component, std::vector<std::uint32_t>& words) {
  std::vector<Slot> slots;
  bool integers = false;
  const bool is_id =
      instruction.has(operand) && instruction.operands[operand].operand_class == OperandClass::id;
  if (is_id && lowering.type_of(instruction.id(operand)).kind != Type::Kind::pointer) {
    const Id id = instruction.id(operand);
    slots = lowering.operand_slots(id);
    integers = lowering.type_of(id).scalar.scalar_class == ScalarType::Class::integer;
    const unsigned bytes = integers ? 4 : lowering.type(instruction.type).scalar.bytes;
    if (component < slots.size()) slots = {slots[component]};
    for (const Slot slot : slots) {
      lowering.check_width(slot, bytes);
    }
  }
  words.push_back(static_cast<std::uint32_t>(slots.size()) |
                  (integers ? internal::bounded_by_integers : 0));
  words.insert(words.end(), slots.begin(), slots.end());
}

// The planes in the words that add_bounded_operand() adds for three operands.
std::vector<Slot> bounded_planes(std::span<const std::uint32_t> words) {
  std::vector<Slot> planes;
  for (unsigned operand = 0; operand < 3; ++operand) {
    const std::uint32_t count = words[0] & ~internal::bounded_by_integers;
    planes.insert(planes.end(), words.begin() + 1, words.begin() + 1 + count);
    words = words.subspan(1 + count);
  }
  return planes;
}

NumberFormat format_of(ScalarType scalar) {
  return scalar.bytes == 2 ? binary16 : scalar.bytes == 4 ? binary32 : binary64;
}

}  // namespace

bool InstructionLowering::lower_as_chosen(const Instruction& instruction) {
  if (dispatch_.arithmetic == ArithmeticChoices{}) return false;
  return lower_rearranged(instruction) || lower_assuming_finite(instruction);
}

void InstructionLowering::choose_results(const Instruction& instruction,
                                         const InstructionDefinition& definition) {
  const ArithmeticChoices& choices = dispatch_.arithmetic;
  if (instruction.type == 0 || instruction.result == 0) return;
  if (choices.low || choices.high) bound_results(instruction);
  if (choices.other_zeros || choices.other_nans) change_special_results(instruction, definition);
}

const ErrorBound* InstructionLowering::relaxed_bound(const Instruction& instruction) const {
  const bool may_be = dispatch_.kernel_math.relaxed && program_.is_kernel() &&
                      instruction.opcode == spv::Op::OpExtInst &&
                      module().extended_set(instruction.id(2)) == "OpenCL.std" &&
                      type(instruction.type).scalar.bytes == 4;
  if (!may_be) return nullptr;
  return registry_.find_error_bound(relaxed_opencl_std, instruction.literal(3));
}

// -cl-fp32-correctly-rounded-divide-sqrt
bool InstructionLowering::is_correctly_rounded(const Instruction& instruction) const {
  if (!dispatch_.kernel_math.correctly_rounded_division || !program_.is_kernel() ||
      type(instruction.type).scalar.bytes != 4)
    return false;
  if (instruction.opcode == spv::Op::OpFDiv) return true;
  return instruction.opcode == spv::Op::OpExtInst &&
         module().extended_set(instruction.id(2)) == "OpenCL.std" &&
         instruction.literal(3) == grammar::opencl_std::sqrt::number;
}

const ErrorBound* InstructionLowering::error_bound(const Instruction& instruction) const {
  if (is_correctly_rounded(instruction)) return nullptr;
  if (const ErrorBound* relaxed = relaxed_bound(instruction); relaxed != nullptr) return relaxed;
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  const std::string_view set = extended               ? module().extended_set(instruction.id(2))
                               : program_.is_kernel() ? "OpenCL"
                                                      : "Vulkan";
  return registry_.find_error_bound(
      set, extended ? instruction.literal(3) : static_cast<std::uint32_t>(instruction.opcode));
}

void InstructionLowering::bound_results(const Instruction& instruction) {
  const ErrorBound* bound = error_bound(instruction);
  if (bound == nullptr) return;
  // The rounding of the steps of a sum of products is part of rearrangement.
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  const bool is_fma = extended && instruction.literal(3) == grammar::glsl_std_450::Fma::number &&
                      module().extended_set(instruction.id(2)) == "GLSL.std.450";
  const bool is_sum = is_fma || (!extended && !bound->takes_components);
  if (is_sum && module().has_decoration(instruction.result, spv::Decoration::NoContraction)) return;
  move_within(*bound, instruction, value(instruction.result).slots);
}

void InstructionLowering::bound_further_results(const Instruction& instruction,
                                                std::uint32_t number,
                                                std::span<const Slot> results) {
  if (!(dispatch_.arithmetic.low || dispatch_.arithmetic.high)) return;
  const std::string_view set = module().extended_set(instruction.id(2));
  const bool is_relaxed = relaxed_bound(instruction) != nullptr;
  const ErrorBound* bound =
      registry_.find_error_bound(is_relaxed ? relaxed_opencl_std : set, number);
  if (bound != nullptr) move_within(*bound, instruction, results);
}

// The data by which a record finds the operands of one component; empty if they are too many.
std::vector<std::uint32_t> InstructionLowering::bounded_operands(const ErrorBound& bound,
                                                                 const Instruction& instruction,
                                                                 std::size_t component,
                                                                 std::size_t component_count) {
  const unsigned bytes = type(instruction.type).scalar.bytes;
  const bool preserves_denormals = (float_modes_.preserve_denormals & bytes) != 0;
  std::vector<std::uint32_t> words = {preserves_denormals ? 2u : 0u,
                                      static_cast<std::uint32_t>(component),
                                      static_cast<std::uint32_t>(component_count)};
  for (unsigned k = 0; k < 3; ++k) {
    add_bounded_operand(*this, instruction, first_operand(instruction) + k,
                        bound.takes_components ? component : all_components, words);
  }
  if (words.size() > 6 + BoundedOperands::max_numbers) words.clear();
  return words;
}

// Emits records that move the results to the end of their permitted range.
void InstructionLowering::move_within(const ErrorBound& bound, const Instruction& instruction,
                                      std::span<const Slot> results) {
  const Handler handler = bound.handler(type(instruction.type).scalar);
  if (handler == nullptr) return;
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::vector<std::uint32_t> words = bounded_operands(bound, instruction, i, results.size());
    if (words.empty()) return;
    words[0] |= dispatch_.arithmetic.high ? 1 : 0;
    describe(emit(handler, results[i], {}, add_data(words)),
             {.reads = bounded_planes(std::span(words).subspan(3)), .reads_result = true});
    chooses(&ArithmeticChoices::low);
    chooses(&ArithmeticChoices::high);
  }
}

void InstructionLowering::check_formula(const Instruction& instruction) {
  const ErrorBound* bound = error_bound(instruction);
  if (bound == nullptr || bound->check_for_nan == nullptr) return;
  const ScalarType scalar = type(instruction.type).scalar;
  const Handler handler = bound->check_for_nan(scalar);
  if (handler == nullptr) return;
  const SafeBits safe = safe_bits(bound->safe, format_of(scalar));
  const std::vector<Slot> results = value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::vector<std::uint32_t> operands =
        bounded_operands(*bound, instruction, i, results.size());
    if (operands.empty()) return;
    std::vector<std::uint32_t> words = {
        static_cast<std::uint32_t>(safe.least), static_cast<std::uint32_t>(safe.least >> 32),
        static_cast<std::uint32_t>(safe.greatest), static_cast<std::uint32_t>(safe.greatest >> 32),
        safe.zero ? 1u : 0u};
    words.insert(words.end(), operands.begin(), operands.end());
    describe(emit(handler, results[i], {}, add_data(words)),
             {.reads = bounded_planes(std::span(operands).subspan(3)), .reads_result = true});
  }
}

void InstructionLowering::relax_results(const Instruction& instruction,
                                        const InstructionDefinition& definition) {
  if (!dispatch_.arithmetic.relax || instruction.result == 0 ||
      !operates_on_numbers(instruction, definition.instruction_class) ||
      !module().has_decoration(instruction.result, spv::Decoration::RelaxedPrecision)) {
    return;
  }
  const auto scalars = components(instruction.type);
  const std::vector<Slot> results = value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size() && i < scalars.size(); ++i) {
    if (scalars[i].bytes != 4 || !is_of_instruction(results[i])) continue;
    emit(relaxed_handler(scalars[i]), results[i], {results[i]});
    chooses(&ArithmeticChoices::relax);
  }
}

}  // namespace spirv_oracle
