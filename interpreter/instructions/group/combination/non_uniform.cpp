// Non-Uniform Instructions, and the subgroup instructions of the class Group

#include "interpreter/instructions/group/combination/non_uniform.h"

#include <vector>

#include "interpreter/instructions/common/lists.h"

namespace spirv_oracle {

namespace {

template <class T>
internal::Uniformity uniformity(const Subgroup& subgroup, Slot slot, unsigned lowest) {
  const T* values = subgroup.values<T>(slot);
  const LaneMask same = equal_lanes(values, subgroup.padded_lanes, values[lowest]);
  return same.contains(subgroup.active) ? internal::Uniformity::uniform
                                        : internal::Uniformity::different;
}

}  // namespace

internal::UniformOperand internal::look_for_uniform_operand(const Subgroup& subgroup, Slot slot,
                                                            unsigned bytes) {
  const unsigned lowest = subgroup.active.lowest();
  UniformOperand operand{Uniformity::uniform, unsigned_plane(subgroup, slot, bytes)[lowest]};
  if ((subgroup.header(slot).undefined & subgroup.active).any()) {
    operand.uniformity = Uniformity::undefined;
    return operand;
  }
  switch (bytes) {
    case 1:
      operand.uniformity = uniformity<std::uint8_t>(subgroup, slot, lowest);
      break;
    case 2:
      operand.uniformity = uniformity<std::uint16_t>(subgroup, slot, lowest);
      break;
    case 4:
      operand.uniformity = uniformity<std::uint32_t>(subgroup, slot, lowest);
      break;
    default:
      operand.uniformity = uniformity<std::uint64_t>(subgroup, slot, lowest);
      break;
  }
  return operand;
}

void internal::break_for_tangle(Subgroup& subgroup, const Record& record, const Clause& clause) {
  subgroup.header(record.result) = {};
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) { broken.add(clause, lane); });
  broken.report(subgroup, record);
}

void internal::require_subgroup_scope(Lowering& lowering, const Instruction& instruction,
                                      unsigned index) {
  const std::optional<std::int64_t> scope = lowering.types().integer(instruction.id(index));
  if (!scope) lowering.fail_input("Execution is not a constant");
  if (*scope != static_cast<std::int64_t>(spv::Scope::Subgroup))
    lowering.fail_unsupported("the execution scope " + std::to_string(*scope) +
                              " instead of Subgroup");
}

std::optional<std::uint64_t> internal::constant_operand(const Lowering& lowering, Id id) {
  const ConstantValue* constant = lowering.types().constant(id);
  if (constant == nullptr || constant->size() != 1 || constant->front().undefined) return {};
  const unsigned bytes = lowering.type_of(id).scalar.bytes;
  if (bytes < 1 || bytes > 8) return {};
  return constant->front().bits & (~std::uint64_t{0} >> (64 - 8 * bytes));
}

void internal::emit_placed(Lowering& lowering, Handler handler, Slot result,
                           std::initializer_list<PlacedOperand> operands, std::uint32_t extra,
                           std::span<const Slot> listed) {
  std::array<Slot, 3> slots{no_slot, no_slot, no_slot};
  for (const PlacedOperand& operand : operands) slots[operand.place] = operand.slot;
  const std::uint32_t record_index =
      lowering.emit(handler, result, {slots[0], slots[1], slots[2]}, extra);
  if (!listed.empty()) lowering.describe(record_index, {.reads = {listed.begin(), listed.end()}});
}

void internal::emit_for_components(Lowering& lowering, const Instruction& instruction,
                                   Handler handler) {
  const std::vector<Slot> results = lowering.define(instruction).slots;
  for (const Slot result : results) emit_placed(lowering, handler, result, {});
}

std::span<const InstructionDefinition> non_uniform_instructions() {
  static const std::vector<InstructionDefinition> all = [] {
    std::vector<InstructionDefinition> list;
    for (const auto part : {
             non_uniform_vote_instructions(),
             non_uniform_ballot_instructions(),
             non_uniform_broadcast_instructions(),
             non_uniform_shuffle_instructions(),
             non_uniform_integer_arithmetic_instructions(),
             non_uniform_integer_min_max_instructions(),
             non_uniform_bitwise_instructions(),
             non_uniform_float_arithmetic_instructions(),
             non_uniform_float_min_max_instructions(),
             non_uniform_logical_instructions(),
             non_uniform_quad_instructions(),
             non_uniform_partition_instructions(),
             group_subgroup_vote_instructions(),
             group_subgroup_ballot_instructions(),
             group_rotate_instructions(),
             group_vote_and_broadcast_instructions(),
             group_arithmetic_instructions(),
             group_uniform_arithmetic_instructions(),
             group_shader_ballot_amd_instructions(),
             group_subgroups_intel_instructions(),
         }) {
      list.insert(list.end(), part.begin(), part.end());
    }
    return list;
  }();
  return all;
}

}  // namespace spirv_oracle
