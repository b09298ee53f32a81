// Memory Instructions: loads and stores of cooperative vectors.

#include <string>
#include <vector>

#include "grammar/core.h"
#include "interpreter/checks/race_check.h"
#include "interpreter/findings/clause_id.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/cooperative_vector/cooperative_vector.h"
#include "interpreter/instructions/cooperative_vector/vector_address.h"
#include "interpreter/instructions/memory/component_access.h"
#include "interpreter/lowering/memory_access_operands.h"

namespace spirv_oracle {
namespace {

// Vulkan, VUID-RuntimeSpirv-OpCooperativeVectorLoadNV-10099.
constexpr std::uint32_t vector_alignment = 16;

template <class G>
struct VectorAccessClauses {
  static constexpr Clause not_aligned{internal::ClauseId<G, ".not-aligned">::view,
                                      "misaligned-access", Effect::undefined_behavior,
                                      "Pointer or Offset is not a multiple of 16 bytes"};
};

// Loads or stores the components of a vector of this type.
template <class G>
void access_vector(Lowering& lowering, const Instruction& instruction, Id type_id,
                   std::span<const Slot> planes, const MemoryAccessOperands& operands) {
  constexpr bool is_store = !G::has_result;
  const Type& type = lowering.type(type_id);
  if (type.kind != Type::Kind::vector || type.scalar.bytes == 0)
    lowering.fail_input("the object is not a cooperative vector");
  const Id pointer = instruction.id(G::pointer);
  const LinesInMemory vector{
      .pointer = pointer,
      .offset = instruction.id(G::offset),
      .bytes = static_cast<std::uint32_t>(type.size),
      .access = is_store ? AccessKind::store : AccessKind::load,
      .alignment = lowering.request().vulkan_environment ? vector_alignment : 0,
      .check = &check_lines<VectorAccessClauses<G>>};
  for (const Slot plane : planes) lowering.check_width(plane, type.scalar.bytes);
  emit_component_access(lowering,
                        {.store = is_store,
                         .address = emit_line_addresses(lowering, vector)[0],
                         .stride = type.scalar.bytes,
                         .bytes = type.scalar.bytes,
                         .alignment = operands.alignment().value_or(1),
                         .planes = planes,
                         .race = race_site(lowering, pointer, operands.memory_model(), is_store)});
}

struct OpCooperativeVectorLoadNV : Arrangement<grammar::OpCooperativeVectorLoadNV> {
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr bool only_moves = true;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .reads = true, .only_pointee = false}};
  static constexpr auto clauses = clause_list(
      VectorAccessClauses<Grammar>::not_aligned, memory_clauses::null_pointer,
      memory_clauses::out_of_bounds, memory_clauses::misaligned, memory_clauses::undefined_pointer);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    with_memory_access(
        lowering, instruction, Grammar::memory_access, [&](const MemoryAccessOperands& operands) {
          const std::vector<Slot> results = lowering.new_planes(instruction.type);
          lowering.bind(instruction.result, results);
          access_vector<Grammar>(lowering, instruction, instruction.type, results, operands);
        });
  }
};

struct OpCooperativeVectorStoreNV : Arrangement<grammar::OpCooperativeVectorStoreNV> {
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr MemoryOperand memory_operands[] = {
      {.operand = Grammar::pointer, .writes = true, .only_pointee = false}};
  static constexpr auto clauses =
      clause_list(VectorAccessClauses<Grammar>::not_aligned, memory_clauses::null_pointer,
                  memory_clauses::out_of_bounds, memory_clauses::misaligned,
                  memory_clauses::undefined_pointer, memory_clauses::not_writable);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id object = instruction.id(Grammar::object);
    with_memory_access(lowering, instruction, Grammar::memory_access,
                       [&](const MemoryAccessOperands& operands) {
                         const std::vector<Slot> planes = lowering.value(object).slots;
                         access_vector<Grammar>(lowering, instruction, lowering.type_id_of(object),
                                                planes, operands);
                       });
  }
};

}  // namespace

std::span<const InstructionDefinition> cooperative_vector_access_instructions() {
  return InstructionList<OpCooperativeVectorLoadNV, OpCooperativeVectorStoreNV>::definitions;
}

}  // namespace spirv_oracle
