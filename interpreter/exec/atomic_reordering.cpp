#include "interpreter/exec/atomic_reordering.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "grammar/core.h"
#include "interpreter/exec/shared_access.h"
#include "interpreter/ir/registry.h"
#include "memory/address_space.h"

namespace spirv_oracle {
namespace {

// Atomics of different types that are closer than this may access the same bytes.
constexpr std::ptrdiff_t largest_atomic = 8;

// Classes of the grammar whose instructions compute a result from their operands and from memory of the invocation.
bool is_plain(const InstructionDefinition& definition) {
  static constexpr std::array classes{grammar::OpIAdd::instruction_class,
                                      grammar::OpNot::instruction_class,
                                      grammar::OpCompositeExtract::instruction_class,
                                      grammar::OpBitcast::instruction_class,
                                      grammar::OpIEqual::instruction_class,
                                      grammar::OpLoad::instruction_class,
                                      grammar::OpLine::instruction_class};
  return std::ranges::find(classes, definition.instruction_class) != classes.end();
}

bool uses(const Instruction& instruction, Id result) {
  return result != 0 && std::ranges::find(instruction.words, result) != instruction.words.end();
}

// The atomics among the records of an instruction; one for each component.
std::span<const OrderedAtomic> atomics_of(const Subgroup& subgroup, const Record* first) {
  const std::vector<OrderedAtomic>& all = subgroup.program->atomics;
  const auto from = [&](const Record* record) {
    return std::ranges::lower_bound(all, record - subgroup.code, {}, &OrderedAtomic::record);
  };
  return {from(first), from(end_of_instruction(first))};
}

// The bytes that a record of an atomic accesses in a lane; null if its pointer is not valid.
const std::byte* place_of(const Subgroup& subgroup, std::uint32_t record, unsigned lane) {
  const Slot pointer = subgroup.code[record].operand[0];
  const std::uint64_t address = subgroup.values<std::uint64_t>(pointer)[lane];
  const ObjectEntry& object = subgroup.memory->find(address);
  const std::uint64_t offset = AddressSpace::offset(address);
  return object.allocation == nullptr || offset >= object.size ? nullptr : object.bytes + offset;
}

// What the pointer of an atomic instruction points to; 0 if it does not say.
Id pointee_of(const Subgroup& subgroup, const Record& record) {
  const Program& program = *subgroup.program;
  const Module& module = *program.module;
  const Instruction& instruction = module.instruction(program.origins[record.origin].instruction);
  const unsigned pointer = instruction.type == 0 ? 0 : 2;  // after Result Type and Result
  const Instruction* type = module.definition(module.definition(instruction.id(pointer))->type);
  return type->opcode == spv::Op::OpTypePointer ? type->literal(2) : 0;
}

bool may_be_same_place(const Subgroup& subgroup, std::uint32_t a, std::uint32_t b) {
  const Id first_type = pointee_of(subgroup, subgroup.code[a]);
  const Id second_type = pointee_of(subgroup, subgroup.code[b]);
  // Objects of one type have the same alignment, so they either are the same or do not overlap.
  const std::ptrdiff_t apart = first_type != 0 && first_type == second_type ? 1 : largest_atomic;
  bool is_same = false;
  subgroup.active.for_each([&](unsigned lane) {
    const std::byte* first = place_of(subgroup, a, lane);
    const std::byte* second = place_of(subgroup, b, lane);
    is_same |=
        first == nullptr || second == nullptr || (second - first < apart && first - second < apart);
  });
  return is_same;
}

}  // namespace

bool AtomicReordering::may_be_overtaken(const Subgroup& subgroup, const Record* record) const {
  const auto atomics = atomics_of(subgroup, record);
  return !atomics.empty() && std::ranges::none_of(atomics, &OrderedAtomic::acquires);
}

std::uint32_t AtomicReordering::find_limit(std::uint32_t atomic) const {
  const Module& module = *program_.module;
  const Id result = module.instruction(atomic).result;
  for (std::uint32_t i = atomic + 1;; ++i) {
    const Instruction& instruction = module.instruction(i);
    const InstructionDefinition* definition = program_.registry->find(instruction.opcode);
    if (definition == nullptr || uses(instruction, result)) return i;
    // An operand that was loaded from a variable may share its registers (ModuleAnalysis::load_may_share).
    if (instruction.opcode == spv::Op::OpStore) return i;
    const SharedAccess access = shared_access_of(program_, instruction);
    const bool is_independent =
        access == SharedAccess::none ? is_plain(*definition) : access == SharedAccess::atomic;
    if (!is_independent) return i;
  }
}

bool AtomicReordering::may_overtake(const Subgroup& subgroup, const Record* later,
                                    const Record* deferred) {
  const Origin& origin = program_.origins[later->origin];
  const Origin& first = program_.origins[deferred->origin];
  if (origin.call != first.call || origin.instruction <= first.instruction) return false;
  const auto [limit, is_new] = limits_.try_emplace(first.instruction);
  if (is_new) limit->second = find_limit(first.instruction);
  if (origin.instruction >= limit->second) return false;
  const Instruction& instruction = program_.module->instruction(origin.instruction);
  if (shared_access_of(program_, instruction) == SharedAccess::none) return true;
  const auto these = atomics_of(subgroup, later);
  const auto those = atomics_of(subgroup, deferred);
  if (these.empty() || std::ranges::any_of(these, &OrderedAtomic::releases)) return false;
  return std::ranges::none_of(these, [&](const OrderedAtomic& a) {
    return std::ranges::any_of(those, [&](const OrderedAtomic& b) {
      return may_be_same_place(subgroup, a.record, b.record);
    });
  });
}

}  // namespace spirv_oracle
