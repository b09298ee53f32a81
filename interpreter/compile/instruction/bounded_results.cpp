#include "interpreter/compile/instruction/bounded_results.h"

#include <optional>
#include <string_view>

#include "grammar/glsl_std_450.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/bounded_result.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {
namespace {

// The planes of one component of an operand, or of all. None of operands that are not numbers.
BoundedResult::Operand operand_of(Lowering& lowering, const Instruction& instruction,
                                  unsigned operand, std::optional<std::size_t> component) {
  BoundedResult::Operand bounded;
  const bool is_id =
      instruction.has(operand) && instruction.operands[operand].operand_class == OperandClass::id;
  if (!is_id || lowering.type_of(instruction.id(operand)).kind == Type::Kind::pointer)
    return bounded;
  const Id id = instruction.id(operand);
  bounded.planes = lowering.operand_slots(id);
  bounded.are_integers = lowering.type_of(id).scalar.scalar_class == ScalarType::Class::integer;
  const unsigned bytes = bounded.are_integers ? 4 : lowering.type(instruction.type).scalar.bytes;
  if (component && *component < bounded.planes.size())
    bounded.planes = {bounded.planes[*component]};
  for (const Slot plane : bounded.planes) lowering.check_width(plane, bytes);
  return bounded;
}

// Emits a record for each component, unless there are too many operands. Returns whether it did.
bool emit_records(Lowering& lowering, Handler handler, const EnclosureRule& rule,
                  const Instruction& instruction, std::span<const Slot> results) {
  const ScalarType scalar = lowering.type(instruction.type).scalar;
  for (std::size_t i = 0; i < results.size(); ++i) {
    BoundedResult bounded;
    bounded.rule = &rule;
    bounded.is_kernel = lowering.program().is_kernel();
    bounded.preserves_denormals = (lowering.float_modes().preserve_denormals & scalar.bytes) != 0;
    bounded.greatest = lowering.request().arithmetic.high;
    bounded.component = i;
    bounded.component_count = results.size();
    for (unsigned k = 0; k < 3; ++k) {
      bounded.operands[k] =
          operand_of(lowering, instruction, Lowering::first_operand(instruction) + k,
                     rule.takes_components ? std::optional(i) : std::nullopt);
    }
    std::vector<Slot> planes = bounded.planes();
    if (planes.size() > BoundedResult::max_numbers) return false;
    lowering.describe(
        lowering.emit(handler, results[i], {}, lowering.add_data(bounded.words(scalar))),
        {.reads = std::move(planes), .reads_result = true});
  }
  return !results.empty();
}

// Emits records that move the results to the end of their permitted range.
void move_within(Lowering& lowering, const EnclosureRule& rule, const Instruction& instruction,
                 std::span<const Slot> results) {
  const Handler handler = move_within_bound(lowering.type(instruction.type).scalar);
  if (handler == nullptr || !emit_records(lowering, handler, rule, instruction, results)) return;
  lowering.chooses(&ArithmeticChoices::low);
  lowering.chooses(&ArithmeticChoices::high);
}

}  // namespace

void bound_results(Lowering& lowering, const Instruction& instruction) {
  if (!(lowering.request().arithmetic.low || lowering.request().arithmetic.high)) return;
  const EnclosureRule* rule = rule_with_error(lowering, instruction);
  if (rule == nullptr) return;
  // The rounding of the steps of a sum of products is part of rearrangement.
  const bool extended = instruction.opcode == spv::Op::OpExtInst;
  const bool is_fma = extended && instruction.literal(3) == grammar::glsl_std_450::Fma::number &&
                      lowering.module().extended_set(instruction.id(2)) == "GLSL.std.450";
  const bool is_sum = is_fma || (!extended && !rule->takes_components);
  if (is_sum &&
      lowering.module().has_decoration(instruction.result, spv::Decoration::NoContraction))
    return;
  move_within(lowering, *rule, instruction, lowering.value(instruction.result).slots);
}

void bound_further_results(Lowering& lowering, const Instruction& instruction, std::uint32_t number,
                           std::span<const Slot> results) {
  if (!(lowering.request().arithmetic.low || lowering.request().arithmetic.high)) return;
  const std::string_view set = lowering.module().extended_set(instruction.id(2));
  const bool is_relaxed = relaxed_rule(lowering, instruction) != nullptr;
  const EnclosureRule* rule =
      lowering.registry().find_enclosure_rule(is_relaxed ? relaxed_opencl_std : set, number);
  if (rule != nullptr) move_within(lowering, *rule, instruction, results);
}

void check_formula(Lowering& lowering, const Instruction& instruction) {
  const EnclosureRule* rule = rule_with_error(lowering, instruction);
  if (rule == nullptr || !rule->error.safe || lowering.program().is_kernel()) return;
  const Handler handler = check_for_nan(lowering.type(instruction.type).scalar);
  if (handler == nullptr) return;
  emit_records(lowering, handler, *rule, instruction, lowering.value(instruction.result).slots);
}

}  // namespace spirv_oracle
