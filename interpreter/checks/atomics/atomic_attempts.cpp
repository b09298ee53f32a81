#include "interpreter/checks/atomics/atomic_attempts.h"

#include <algorithm>
#include <optional>

#include "interpreter/checks/atomics/accessed_atomically.h"
#include "interpreter/checks/atomics/atomic_order_check.h"
#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/section_access.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/lowering/commuting_updates.h"

namespace spirv_oracle {
namespace {

// Null if the run is not one of a proof that knows sections.
OrderProof* proof_of(const Subgroup& subgroup) {
  const RaceWatch* races = subgroup.workgroup->observers().races;
  OrderProof* proof = races != nullptr ? races->order_proof() : nullptr;
  return proof != nullptr && proof->knows_sections() ? proof : nullptr;
}

void save_states(PendingAttempt& pending, const Subgroup& subgroup, Slot address, unsigned bytes) {
  pending.forget_states();
  const auto* addresses = subgroup.values<std::uint64_t>(address);
  (subgroup.active & ~subgroup.header(address).undefined).for_each([&](unsigned lane) {
    const ObjectEntry& object = subgroup.memory->find(addresses[lane]);
    const std::uint64_t begin = AddressSpace::offset(addresses[lane]);
    for (std::uint64_t at = begin; at < std::min(begin + bytes, object.size); ++at)
      pending.save(object.shadow[at]);
  });
}

// --- attempts ---

// extra: { bytes, whether it is an update, plane of Comparator }.
struct AttemptWords {
  unsigned bytes;
  bool is_update;
  Slot comparator;

  explicit AttemptWords(const std::uint32_t* words)
      : bytes(words[0]), is_update(words[1] != 0), comparator(words[2]) {}
};

// A failing attempt to take a lock reads what this one would store. That to update reads any other value.
void give_failing_results(Subgroup& subgroup, const Record& record, const AttemptWords& words) {
  for_width(words.bytes, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      T* results = subgroup.values<T>(record.result);
      const T* source = subgroup.values<T>(words.is_update ? words.comparator : record.operand[1]);
      subgroup.active.for_each([&](unsigned lane) {
        results[lane] = static_cast<T>(words.is_update ? source[lane] ^ T{1} : source[lane]);
      });
    }
  });
  PlaneHeader& header = subgroup.header(record.result);
  header.undefined &= ~subgroup.active;
  header.implementation_dependent &= ~subgroup.active;
}

const Record* begin_attempt(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of(subgroup);
  if (proof == nullptr) return record + 1;
  const AttemptWords words(subgroup.data + record->extra);
  const Record* check = record;
  while (check->handler != &check_atomic_order) ++check;
  const LaneMask lanes = subgroup.active & ~subgroup.header(record->operand[0]).undefined;
  if (!proof->must_fail({subgroup, *check, record->result, lanes})) {
    if (words.is_update) save_states(proof->pending(), subgroup, record->operand[0], words.bytes);
    return record + 1;
  }
  give_failing_results(subgroup, *record, words);
  proof->pending().set_failed(*check);
  return check;
}

// --- plain updates ---

// extra: { the operation, bytes, whether it is the store }. Operand 1: the plane of the operand.
const Record* begin_update(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of(subgroup);
  if (proof == nullptr || !proof->is_inside(subgroup)) return record + 1;
  const std::uint32_t* words = subgroup.data + record->extra;
  proof->announce_update(record->origin, static_cast<AtomicOperation>(words[0]));
  proof->pending().forget_states();
  const PlaneHeader& operand = subgroup.header(record->operand[1]);
  bool is_certain =
      ((operand.undefined | operand.implementation_dependent) & subgroup.active).none();
  subgroup.active.for_each([&](unsigned lane) {
    const auto* addresses = subgroup.values<std::uint64_t>(record->operand[0]);
    const auto location =
        shared_location(subgroup, *subgroup.workgroup->observers().races, addresses[lane]);
    is_certain = is_certain && location && proof->only_updates(*location);
  });
  if (words[2] != 0 && is_certain)
    save_states(proof->pending(), subgroup, record->operand[0], words[1]);
  return record + 1;
}

const Record* end_update(Subgroup& subgroup, const Record* record) {
  OrderProof* proof = proof_of(subgroup);
  if (proof != nullptr) proof->pending().restore_states();
  return record + 1;
}

// --- success ---

const Record* settle_success(Subgroup& subgroup, const Record* record) {
  if (proof_of(subgroup) != nullptr)
    subgroup.header(record->result).implementation_dependent &= ~subgroup.active;
  return record + 1;
}

bool is_enabled(const Lowering& lowering) {
  return lowering.request().check_races && lowering.request().follows_uncertain_branches;
}

CommutingUpdates updates_of(Lowering& lowering) { return {lowering.module(), lowering.analysis()}; }

bool is_integer(Lowering& lowering, Id id) {
  const Type& type = lowering.type_of(id);
  return type.kind == Type::Kind::scalar && type.scalar.scalar_class == ScalarType::Class::integer;
}

const Instruction& current_instruction(Lowering& lowering) {
  const Program& program = lowering.program();
  return lowering.module().instruction(program.origins[lowering.builder().origin()].instruction);
}

std::optional<CommutingUpdate> plain_update(Lowering& lowering, bool store) {
  const Instruction& instruction = current_instruction(lowering);
  CommutingUpdates updates = updates_of(lowering);
  auto update = store ? updates.of_store(instruction) : updates.of_load(instruction);
  if (update && !is_integer(lowering, update->operand)) update.reset();
  return update;
}

}  // namespace

AttemptShape attempt_shape(Lowering& lowering, const Instruction& instruction,
                           const AccessedAtomically& accessed) {
  AttemptShape shape;
  const bool is_exchange = instruction.opcode == spv::Op::OpAtomicExchange;
  const bool is_compare_exchange = accessed.comparator != no_slot;
  if (!is_enabled(lowering) || instruction.result == 0 || (!is_exchange && !is_compare_exchange) ||
      lowering.analysis().uses(instruction.result).empty() ||
      !is_integer(lowering, instruction.result))
    return shape;
  const Id pointer = instruction.id(Lowering::first_operand(instruction));
  if (lowering.type_of(pointer).storage_class == spv::StorageClass::Generic) return shape;
  CommutingUpdates updates = updates_of(lowering);
  shape.is_attempt = updates.is_in_loop(instruction);
  if (!shape.is_attempt) return shape;
  if (const auto update = updates.of_exchange(instruction)) {
    shape.update = update->operation;
    shape.update_operand = lowering.slot(update->operand);
  }
  return shape;
}

void emit_attempt(Lowering& lowering, const Instruction& instruction,
                  const AccessedAtomically& accessed) {
  const AttemptShape shape = attempt_shape(lowering, instruction, accessed);
  if (!shape.is_attempt) return;
  const std::uint32_t words[] = {accessed.bytes, shape.update != AtomicOperation::load ? 1u : 0u,
                                 accessed.comparator};
  const std::uint32_t record =
      lowering.emit(&begin_attempt, accessed.result, {accessed.address, accessed.value},
                    lowering.add_data(words));
  lowering.describe(
      record, {.reads = {accessed.comparator}, .reads_result = true, .is_control_flow = true});
}

void emit_update_note(Lowering& lowering, bool store, Slot address, unsigned bytes) {
  if (!is_enabled(lowering)) return;
  const auto update = plain_update(lowering, store);
  if (!update) return;
  const std::uint32_t words[] = {static_cast<std::uint32_t>(update->operation), bytes,
                                 store ? 1u : 0u};
  // The operand of a load's update may not exist yet.
  const Slot operand = store ? lowering.slot(update->operand) : address;
  lowering.emit(&begin_update, no_slot, {address, operand}, lowering.add_data(words));
}

void emit_update_note_end(Lowering& lowering) {
  if (is_enabled(lowering) && plain_update(lowering, true)) lowering.emit(&end_update, no_slot);
}

void watch_success_tests(Lowering& lowering, const Instruction& instruction) {
  if (!is_enabled(lowering)) return;
  const bool is_comparison =
      instruction.opcode == spv::Op::OpIEqual || instruction.opcode == spv::Op::OpINotEqual;
  if (!is_comparison || !updates_of(lowering).tests_success(instruction)) return;
  const std::uint32_t record =
      lowering.emit(&settle_success, lowering.value(instruction.result).slots[0]);
  lowering.describe(record, {.reads_result = true});
}

}  // namespace spirv_oracle
