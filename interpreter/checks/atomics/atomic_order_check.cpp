#include "interpreter/checks/atomics/atomic_order_check.h"

#include <array>
#include <cstring>
#include <optional>

#include "interpreter/checks/atomics/accessed_atomically.h"
#include "interpreter/checks/atomics/atomic_attempts.h"
#include "interpreter/checks/atomics/atomic_effect.h"
#include "interpreter/checks/atomics/look_back_check.h"
#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/lowering/synchronization/atomic_uses.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// extra: { storage class semantics, operation, bytes, how the result is used, plane of Comparator, whether a write releases,
// whether it is an attempt, the operation of an update (load: none), the plane of its operand, whether it looks back, its part of a ticket
// lock, the plane of the ticket for which it waits }.
struct Words {
  StorageSemantics storage;
  AtomicOperation operation;
  unsigned bytes;
  bool result_is_used;
  bool result_is_read;  // not only stored in a variable that nothing loads
  Slot comparator;
  bool releases;
  bool is_attempt;
  AtomicOperation update;
  Slot update_operand;
  bool looks_back;
  TicketUse ticket;
  Slot awaited;

  explicit Words(const std::uint32_t* words)
      : storage(static_cast<StorageSemantics>(words[0])),
        operation(static_cast<AtomicOperation>(words[1])),
        bytes(words[2]),
        result_is_used(words[3] != 0),
        result_is_read(words[3] > 1),
        comparator(words[4]),
        releases(words[5] != 0),
        is_attempt(words[6] != 0),
        update(static_cast<AtomicOperation>(words[7])),
        update_operand(words[8]),
        looks_back(words[9] != 0),
        ticket(static_cast<TicketUse>(words[10])),
        awaited(words[11]) {}
  bool is_update() const { return update != AtomicOperation::load; }
};

// The bytes of an object, if invocations share them.
struct SharedBytes {
  std::uint64_t object = ~std::uint64_t{0};
  const ObjectEntry* entry = nullptr;  // null: not shared
  RaceWatch::Bytes bytes;
};

SharedBytes shared_bytes(const Subgroup& subgroup, RaceWatch& races, std::uint64_t address,
                         StorageSemantics storage) {
  const ObjectEntry& entry = subgroup.memory->find(address);
  SharedBytes shared;
  shared.object = address >> AddressSpace::offset_bits;
  if (entry.allocation == nullptr) return shared;
  const MemoryKind kind = entry.allocation->kind;
  const bool is_shared =
      kind == MemoryKind::buffer || kind == MemoryKind::physical || kind == MemoryKind::workgroup;
  const bool in_workgroup = kind == MemoryKind::workgroup;
  if (!is_shared || in_workgroup != (storage == StorageSemantics::workgroup_memory)) return shared;
  shared.entry = &entry;
  shared.bytes = races.bytes_of(*subgroup.memory, shared.object);
  return shared;
}

// Operands: the planes of addresses, of Original Value, and of Value, which may be no_slot.
class AtomicOrderCheck {
 public:
  AtomicOrderCheck(Subgroup& subgroup, const Record& record, RaceWatch& races, AtomicOrder& order)
      : subgroup_(subgroup),
        record_(record),
        races_(races),
        order_(order),
        has_general_races_(!races.known_general_races().empty()),
        words_(subgroup.data + record.extra),
        address_(record.operand[0]),
        original_(record.operand[1]),
        value_(record.operand[2]) {
    const OrderProof* proof = races.order_proof();
    follows_update_ = words_.is_update() && proof != nullptr && proof->knows_sections();
    // What an update reads and writes is uncertain anyway.
    follows_ticket_ =
        words_.ticket != TicketUse::none && proof != nullptr && proof->knows_sections();
    if (follows_ticket_ && words_.ticket == TicketUse::serves) {
      for (const Slot slot : {address_, original_}) add_indeterminate(slot);
    } else if (follows_update_) {
      for (const Slot slot : {address_, words_.update_operand}) add_indeterminate(slot);
    } else {
      for (const Slot slot : {address_, original_, value_, words_.comparator})
        add_indeterminate(slot);
    }
  }

  // Precedes those of the lanes. Returns whether the proof has made the attempts fail.
  bool attempt(const LaneMask& lanes) {
    OrderProof* proof = races_.order_proof();
    if (!words_.is_attempt || proof == nullptr || !proof->knows_sections()) return false;
    const bool have_failed = proof->pending().take_failed(record_);
    const Slot operand = follows_ticket_ ? words_.awaited : value_;
    const std::array<Slot, 3> operands = {address_,
                                          follows_update_ ? words_.update_operand : operand,
                                          follows_update_ ? no_slot : words_.comparator};
    proof->attempt({subgroup_, record_, original_, lanes}, operands, have_failed);
    if (follows_update_) proof->pending().restore_states();
    if (have_failed && (follows_update_ || follows_ticket_))
      lanes.for_each([&](unsigned lane) { mark_result(lane); });
    return have_failed;
  }

  // Follows a store of the number after a ticket.
  void end_serving() {
    if (follows_ticket_ && words_.ticket == TicketUse::serves)
      races_.order_proof()->pending().restore_states();
  }

  void lane(unsigned lane, std::uint32_t invocation, const SharedBytes& shared, std::uint64_t at) {
    // Whether earlier runs found plain accesses to the bytes of this atomic.
    const auto kind = has_general_races_ ? races_.known_general_race(shared.bytes, at, words_.bytes)
                                         : std::nullopt;
    if (kind) {
      mark_result(lane);
      if (kind == GeneralRace::between_writes) mark_memory(shared, at);
      indeterminate_.set(lane);
    }
    AtomicEffect effect = atomic_effect(words_.operation, operands(lane));
    effect.result_is_used = words_.result_is_used;
    effect.reduces_certainly =
        !is_on_uncertain_path() && is_certain(address_, lane) && is_certain(value_, lane) && !kind;
    effect.original_is_certain = is_certain(original_, lane);
    const AtomicOrder::LocationKey place{static_cast<std::uint32_t>(shared.bytes.object),
                                         shared.bytes.begin + at, words_.storage};
    const AtomicVerdict verdict = order_.access(place, invocation, effect);
    if (OrderProof* proof = races_.order_proof()) {
      const auto response = proof->access(described(lane, invocation, place, effect),
                                          {races_.detector().order(), order_.order()});
      pauses_ |= response.pauses;
      if (response.marks_result) mark_result(lane);
      if (proof->knows_look_back() && effect.changes) note_published(*proof, lane, shared, at);
    } else if (!verdict.none()) {
      mark(verdict, lane, shared, at);
    }
  }
  // Handles all lanes at once if they access one place. False: each lane needs its own check.
  bool lanes(const LaneMask& lanes, const SharedBytes& shared, std::uint64_t at) {
    if (has_general_races_ || races_.order_proof() != nullptr) return false;
    std::array<std::uint32_t, 128> invocations;
    std::size_t count = 0;
    lanes.for_each(
        [&](unsigned lane) { invocations[count++] = races_.invocation(subgroup_, lane); });
    AtomicEffect effect;
    effect.operation = words_.operation;
    effect.changes = true;
    effect.result_is_used = words_.result_is_used;
    const auto verdict = order_.access_together(
        {static_cast<std::uint32_t>(shared.bytes.object), shared.bytes.begin + at, words_.storage},
        std::span(invocations).first(count), effect);
    if (!verdict) return false;
    if (!verdict->none()) lanes.for_each([&](unsigned lane) { mark(*verdict, lane, shared, at); });
    return true;
  }
  unsigned bytes() const { return words_.bytes; }
  StorageSemantics storage() const { return words_.storage; }
  // Whether the workgroup must let others run.
  bool pauses() const { return pauses_; }

 private:
  void mark(const AtomicVerdict& verdict, unsigned lane, const SharedBytes& shared,
            std::uint64_t at) {
    if (Provenance* provenance = provenance_of(subgroup_))
      provenance->note_unordered(subgroup_, lane);
    if (verdict.result_depends) mark_result(lane);
    if (verdict.memory_depends && words_.operation != AtomicOperation::load)
      mark_memory(shared, at);
  }
  bool is_on_uncertain_path() const {
    return subgroup_.uncertain != nullptr && subgroup_.uncertain->is_inside();
  }
  bool is_certain(Slot slot, unsigned lane) const {
    if (slot == no_slot) return false;
    const PlaneHeader& header = subgroup_.header(slot);
    return !(header.undefined | header.implementation_dependent).test(lane);
  }
  void add_indeterminate(Slot slot) {
    if (slot == no_slot) return;
    const PlaneHeader& header = subgroup_.header(slot);
    indeterminate_ = indeterminate_ | header.undefined | header.implementation_dependent;
  }
  OrderProof::Access described(unsigned lane, std::uint32_t invocation,
                               const AtomicOrder::LocationKey& place,
                               const AtomicEffect& effect) const {
    OrderProof::Access access{subgroup_,
                              lane,
                              record_,
                              original_,
                              {address_, value_, words_.comparator},
                              place,
                              words_.bytes,
                              invocation,
                              effect,
                              !indeterminate_.test(lane),
                              words_.releases && effect.changes};
    access.effect.result_is_used = words_.result_is_read;
    const AtomicOperands known = operands(lane);
    access.original = known.original;
    access.value = known.value;
    access.comparator = known.comparator;
    access.is_repeated = words_.is_attempt;
    if (follows_update_) access.update = words_.update;
    access.is_on_uncertain_path = is_on_uncertain_path();
    access.is_look_back = words_.looks_back;
    if (follows_ticket_) access.ticket = words_.ticket;
    if (words_.awaited != no_slot)
      access.comparator = component_bits(subgroup_, words_.awaited, words_.bytes, lane);
    return access;
  }
  void note_published(OrderProof& proof, unsigned lane, const SharedBytes& shared,
                      std::uint64_t at) const {
    if (words_.storage == StorageSemantics::workgroup_memory) return;
    const std::uint64_t offset = shared.bytes.begin + at;
    LookBacks::Write write{
        {{static_cast<std::uint32_t>(shared.bytes.object), offset / 4, 0}, offset, words_.bytes},
        static_cast<std::uint32_t>(subgroup_.workgroup_index),
        operands(lane).original,
        0,
        nullptr};
    std::memcpy(&write.after, shared.entry->bytes + at, words_.bytes);
    RaceShadow& shadow = races_.shadow(*subgroup_.memory, shared.bytes.object);
    const RaceCell* cell = shadow.word(offset);
    if (cell != nullptr && cell->has_side()) write.releases = &shadow.side(offset).releases;
    proof.look_backs().write(write);
  }
  AtomicOperands operands(unsigned lane) const {
    AtomicOperands operands;
    operands.bytes = words_.bytes;
    operands.original = component_bits(subgroup_, original_, words_.bytes, lane);
    if (value_ != no_slot) operands.value = component_bits(subgroup_, value_, words_.bytes, lane);
    if (words_.comparator != no_slot)
      operands.comparator = component_bits(subgroup_, words_.comparator, words_.bytes, lane);
    operands.is_certain = !indeterminate_.test(lane);
    return operands;
  }
  void mark_result(unsigned lane) {
    PlaneHeader& header = subgroup_.header(original_);
    if (header.undefined.test(lane)) return;
    header.implementation_dependent.set(lane);
    subgroup_.indeterminate_bits.set_all(original_, lane);
  }

  void mark_memory(const SharedBytes& shared, std::uint64_t at) {
    for (unsigned i = 0; i < words_.bytes; ++i) {
      Definedness& state = shared.entry->shadow[at + i];
      if (state == Definedness::defined) state = Definedness::implementation_dependent;
    }
  }

  Subgroup& subgroup_;
  const Record& record_;
  RaceWatch& races_;
  AtomicOrder& order_;
  bool has_general_races_;  // earlier runs found some
  Words words_;
  Slot address_, original_, value_;
  bool pauses_ = false;
  bool follows_update_ = false;  // the proof treats the access as an update
  bool follows_ticket_ = false;  // or as a part of a ticket lock
  LaneMask indeterminate_;       // lanes in which an operand is indeterminate
};

}  // namespace

const Record* check_atomic_order(Subgroup& subgroup, const Record* record) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  AtomicOrder* order = races != nullptr ? races->atomic_order() : nullptr;
  if (order == nullptr) return record + 1;
  AtomicOrderCheck check(subgroup, *record, *races, *order);
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(record->operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(record->operand[0]).undefined;
  SharedBytes shared;
  // Whether the address belongs to a tracked place, which `shared` receives.
  const auto find = [&](std::uint64_t address) {
    if (address >> AddressSpace::offset_bits != shared.object) [[unlikely]]
      shared = shared_bytes(subgroup, *races, address, check.storage());
    if (shared.entry == nullptr) return false;
    const std::uint64_t at = AddressSpace::offset(address);
    const std::uint64_t size = shared.entry->size;
    return check.bytes() <= size && at <= size - check.bytes() && (at & (check.bytes() - 1)) == 0;
  };
  if (check.attempt(lanes)) return record + 1;
  check.end_serving();
  bool is_one_place = lanes.any();
  lanes.for_each([&](unsigned lane) {
    is_one_place = is_one_place && addresses[lane] == addresses[lanes.lowest()];
  });
  if (is_one_place && find(addresses[lanes.lowest()]) &&
      check.lanes(lanes, shared, AddressSpace::offset(addresses[lanes.lowest()])))
    return record + 1;
  lanes.for_each([&](unsigned lane) {
    if (find(addresses[lane])) {
      check.lane(lane, races->invocation(subgroup, lane), shared,
                 AddressSpace::offset(addresses[lane]));
    } else if (OrderProof* proof = races->order_proof()) {
      proof->fail();
    }
  });
  if (!check.pauses()) return record + 1;
  subgroup.resume = record + 1;
  return nullptr;
}

namespace {

AtomicOperation operation_of(const Lowering& lowering, const Instruction& instruction,
                             const AccessedAtomically& accessed) {
  if (accessed.operation) return *accessed.operation;
  return lowering.registry().find(instruction.opcode)->atomic_operation.value();
}

}  // namespace

void emit_atomic_order_check(Lowering& lowering, const Instruction& instruction,
                             const AccessedAtomically& accessed, StorageSemantics storage,
                             bool releases) {
  const bool is_used =
      instruction.result != 0 && !lowering.analysis().uses(instruction.result).empty();
  const bool is_read =
      is_used && is_result_read(lowering.module(), lowering.analysis(), instruction.result);
  const AttemptShape attempt = attempt_shape(lowering, instruction, accessed);
  const bool looks_back = emit_look_back_end(lowering, instruction, accessed);
  const std::uint32_t words[] = {
      static_cast<std::uint32_t>(storage),
      static_cast<std::uint32_t>(operation_of(lowering, instruction, accessed)),
      accessed.bytes,
      is_read   ? 2u
      : is_used ? 1u
                : 0u,
      accessed.comparator,
      releases ? 1u : 0u,
      attempt.is_attempt ? 1u : 0u,
      static_cast<std::uint32_t>(attempt.update),
      attempt.update_operand,
      looks_back ? 1u : 0u,
      static_cast<std::uint32_t>(attempt.ticket),
      attempt.awaited};
  const std::uint32_t record_index =
      lowering.emit(&check_atomic_order, no_slot,
                    {accessed.address, accessed.result, accessed.value}, lowering.add_data(words));
  lowering.describe(record_index,
                    {.reads = {accessed.comparator, attempt.update_operand, attempt.awaited},
                     .writes = {accessed.result}});
}

void note_dependence_on_order(Lowering& lowering, const Instruction& instruction,
                              const AccessedAtomically& accessed) {
  const bool is_used =
      instruction.result != 0 && !lowering.analysis().uses(instruction.result).empty();
  const AtomicOperation operation = operation_of(lowering, instruction, accessed);
  const bool commutes = operation > AtomicOperation::load && operation < AtomicOperation::float_add;
  lowering.builder().note_shared_atomic(static_cast<std::uint32_t>(operation),
                                        is_used || !commutes);
}

}  // namespace spirv_oracle
