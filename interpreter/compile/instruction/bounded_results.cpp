#include "interpreter/compile/instruction/bounded_results.h"

#include <string_view>

#include "grammar/glsl_std_450.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/bounded_result.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t all_components = ~std::size_t{0};

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

// The data by which a record finds the operands of one component; empty if they are too many.
std::vector<std::uint32_t> bounded_operands(Lowering& lowering, const ErrorBound& bound,
                                            const Instruction& instruction, std::size_t component,
                                            std::size_t component_count) {
  const unsigned bytes = lowering.type(instruction.type).scalar.bytes;
  const bool preserves_denormals = (lowering.float_modes().preserve_denormals & bytes) != 0;
  std::vector<std::uint32_t> words = {preserves_denormals ? 2u : 0u,
                                      static_cast<std::uint32_t>(component),
                                      static_cast<std::uint32_t>(component_count)};
  for (unsigned k = 0; k < 3; ++k) {
    add_bounded_operand(lowering, instruction, Lowering::first_operand(instruction) + k,
                        bound.takes_components ? component : all_components, words);
  }
  if (words.size() > 6 + BoundedOperands::max_numbers) words.clear();
  return words;
}

// Emits records that move the results to the end of their permitted range.
void move_within(Lowering& lowering, const ErrorBound& bound, const Instruction& instruction,
                 std::span<const Slot> results) {
  const Handler handler = bound.handler(lowering.type(instruction.type).scalar);
  if (handler == nullptr) return;
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::vector<std::uint32_t> words =
        bounded_operands(lowering, bound, instruction, i, results.size());
    if (words.empty()) return;
    words[0] |= lowering.request().arithmetic.high ? 1 : 0;
    lowering.describe(lowering.emit(handler, results[i], {}, lowering.add_data(words)),
                      {.reads = bounded_planes(std::span(words).subspan(3)), .reads_result = true});
    lowering.chooses(&ArithmeticChoices::low);
    lowering.chooses(&ArithmeticChoices::high);
  }
}

}  // namespace

void bound_results(Lowering& lowering, const Instruction& instruction) {
  if (!(lowering.request().arithmetic.low || lowering.request().arithmetic.high)) return;
  const ErrorBound* bound = error_bound(lowering, instruction);
  if (bound == nullptr) return;
  // The rounding of the steps of a sum of products is part of rearrangement.
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  const bool is_fma = extended && instruction.literal(3) == grammar::glsl_std_450::Fma::number &&
                      lowering.module().extended_set(instruction.id(2)) == "GLSL.std.450";
  const bool is_sum = is_fma || (!extended && !bound->takes_components);
  if (is_sum &&
      lowering.module().has_decoration(instruction.result, spv::Decoration::NoContraction))
    return;
  move_within(lowering, *bound, instruction, lowering.value(instruction.result).slots);
}

void bound_further_results(Lowering& lowering, const Instruction& instruction, std::uint32_t number,
                           std::span<const Slot> results) {
  if (!(lowering.request().arithmetic.low || lowering.request().arithmetic.high)) return;
  const std::string_view set = lowering.module().extended_set(instruction.id(2));
  const bool is_relaxed = relaxed_bound(lowering, instruction) != nullptr;
  const ErrorBound* bound =
      lowering.registry().find_error_bound(is_relaxed ? relaxed_opencl_std : set, number);
  if (bound != nullptr) move_within(lowering, *bound, instruction, results);
}

void check_formula(Lowering& lowering, const Instruction& instruction) {
  const ErrorBound* bound = error_bound(lowering, instruction);
  if (bound == nullptr || bound->check_for_nan == nullptr) return;
  const ScalarType scalar = lowering.type(instruction.type).scalar;
  const Handler handler = bound->check_for_nan(scalar);
  if (handler == nullptr) return;
  const SafeBits safe = safe_bits(bound->safe, format_of(scalar));
  const std::vector<Slot> results = lowering.value(instruction.result).slots;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::vector<std::uint32_t> operands =
        bounded_operands(lowering, *bound, instruction, i, results.size());
    if (operands.empty()) return;
    std::vector<std::uint32_t> words = {
        static_cast<std::uint32_t>(safe.least), static_cast<std::uint32_t>(safe.least >> 32),
        static_cast<std::uint32_t>(safe.greatest), static_cast<std::uint32_t>(safe.greatest >> 32),
        safe.zero ? 1u : 0u};
    words.insert(words.end(), operands.begin(), operands.end());
    lowering.describe(
        lowering.emit(handler, results[i], {}, lowering.add_data(words)),
        {.reads = bounded_planes(std::span(operands).subspan(3)), .reads_result = true});
  }
}

}  // namespace spirv_oracle
