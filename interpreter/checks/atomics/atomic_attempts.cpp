#include "interpreter/checks/atomics/atomic_attempts.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "interpreter/checks/atomics/accessed_atomically.h"
#include "interpreter/checks/atomics/atomic_order_check.h"
#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/section_access.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/lowering/synchronization/atomic_uses.h"
#include "interpreter/lowering/synchronization/commuting_updates.h"
#include "interpreter/lowering/synchronization/storage_behind.h"
#include "interpreter/lowering/synchronization/ticket_locks.h"

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

// extra: { bytes, whether it is an update, the plane of a value that a failing attempt does not read (no_slot: it reads what this one would
// store) }.
struct AttemptWords {
  unsigned bytes;
  bool is_update;
  Slot differs_from;

  explicit AttemptWords(const std::uint32_t* words)
      : bytes(words[0]), is_update(words[1] != 0), differs_from(words[2]) {}
};

// A failing attempt to take a lock reads what this one would store. One to update, or to wait for a turn, reads any other value.
void give_failing_results(Subgroup& subgroup, const Record& record, const AttemptWords& words) {
  for_width(words.bytes, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      T* results = subgroup.values<T>(record.result);
      const bool differs = words.differs_from != no_slot;
      const T* source = subgroup.values<T>(differs ? words.differs_from : record.operand[1]);
      subgroup.active.for_each([&](unsigned lane) {
        results[lane] = static_cast<T>(differs ? source[lane] ^ T{1} : source[lane]);
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

// Before a store of the number after a ticket, which is certain. extra: bytes.
const Record* begin_serving(Subgroup& subgroup, const Record* record) {
  if (OrderProof* proof = proof_of(subgroup))
    save_states(proof->pending(), subgroup, record->operand[0], record->extra);
  return record + 1;
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

struct TicketNotes {
  std::shared_ptr<TicketLocks> locks;
};

TicketLocks& tickets_of(Lowering& lowering) {
  auto& locks = lowering.notes<TicketNotes>().locks;
  if (locks == nullptr)
    locks = std::make_shared<TicketLocks>(lowering.module(), lowering.analysis());
  return *locks;
}

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

// The plane of a ticket, which is perhaps not loaded from its variable yet.
Slot ticket_slot(Lowering& lowering, Id ticket) {
  const Instruction* load = lowering.module().definition(ticket);
  if (load == nullptr || load->opcode != spv::Op::OpLoad) return lowering.slot(ticket);
  const Value& variable = lowering.value(load->id(2));
  if (!Lowering::in_planes(variable)) return no_slot;
  return lowering.variable_slots(variable.pointer, load->type)[0];
}

AttemptShape shape_of_ticket(Lowering& lowering, const Instruction& instruction) {
  TicketLocks& locks = tickets_of(lowering);
  AttemptShape shape;
  if (is_atomic_load(lowering.module(), instruction)) {
    const Id ticket = locks.awaited(instruction);
    const bool is_in_loop = ticket != 0 && is_integer(lowering, instruction.result) &&
                            updates_of(lowering).is_in_loop(instruction);
    if (is_in_loop) shape.awaited = ticket_slot(lowering, ticket);
    if (shape.awaited == no_slot) return shape;
    shape.ticket = TicketUse::waits;
    shape.is_attempt = true;
  } else if (locks.stores_next(instruction)) {
    shape.ticket = TicketUse::serves;
  } else if (locks.draws(instruction)) {
    shape.ticket = TicketUse::draws;
  }
  return shape;
}

}  // namespace

AttemptShape attempt_shape(Lowering& lowering, const Instruction& instruction,
                           const AccessedAtomically& accessed) {
  AttemptShape shape;
  const bool is_exchange = instruction.opcode == spv::Op::OpAtomicExchange;
  const bool is_compare_exchange = accessed.comparator != no_slot;
  const Id pointer = instruction.id(Lowering::first_operand(instruction));
  const bool is_generic = storage_behind(lowering.module(), pointer) == spv::StorageClass::Generic;
  if (!is_enabled(lowering) || is_generic) return shape;
  if (!is_exchange && !is_compare_exchange) return shape_of_ticket(lowering, instruction);
  if (instruction.result == 0 || lowering.analysis().uses(instruction.result).empty() ||
      !is_integer(lowering, instruction.result))
    return shape;
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
  if (shape.ticket == TicketUse::serves)
    lowering.emit(&begin_serving, no_slot, {accessed.address}, accessed.bytes);
  if (!shape.is_attempt) return;
  const bool is_update = shape.update != AtomicOperation::load;
  const Slot differs_from = is_update ? accessed.comparator : shape.awaited;
  const std::uint32_t words[] = {accessed.bytes, is_update ? 1u : 0u, differs_from};
  const std::uint32_t record =
      lowering.emit(&begin_attempt, accessed.result, {accessed.address, accessed.value},
                    lowering.add_data(words));
  lowering.describe(record,
                    {.reads = {differs_from}, .reads_result = true, .is_control_flow = true});
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
  if (!is_comparison) return;
  if (!updates_of(lowering).tests_success(instruction) &&
      tickets_of(lowering).compared_ticket(instruction) == nullptr)
    return;
  const std::uint32_t record =
      lowering.emit(&settle_success, lowering.value(instruction.result).slots[0]);
  lowering.describe(record, {.reads_result = true});
}

}  // namespace spirv_oracle
