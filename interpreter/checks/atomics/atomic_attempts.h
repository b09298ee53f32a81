// Records for proofs that all orders of atomics give the same result (exec/orders/order_proof.h): those around attempts to take a
// lock, and around updates that commute. Instrumentation::follows_uncertain_branches enables them, because the runs of a proof
// follow uncertain branches.
#pragma once

#include "interpreter/exec/orders/lock_sections.h"
#include "interpreter/lowering/lowering.h"
#include "memory/atomic_operation.h"

namespace spirv_oracle {

struct AccessedAtomically;

// An exchange or a compare-exchange in a loop, which may repeat it until it succeeds; or a part of a ticket lock.
struct AttemptShape {
  bool is_attempt = false;
  // The operation, if the exchange is a CommutingUpdate; otherwise load.
  AtomicOperation update = AtomicOperation::load;
  Slot update_operand = no_slot;
  TicketUse ticket = TicketUse::none;
  Slot awaited = no_slot;  // the ticket for which a load waits
};
AttemptShape attempt_shape(Lowering& lowering, const Instruction& instruction,
                           const AccessedAtomically& accessed);

// Must precede the records of an atomic.
void emit_attempt(Lowering& lowering, const Instruction& instruction,
                  const AccessedAtomically& accessed);

// Must precede the race check of a load or a store, and follow the record of the store. `address`, `bytes`: what it accesses.
void emit_update_note(Lowering& lowering, bool store, Slot address, unsigned bytes);
void emit_update_note_end(Lowering& lowering);

// Must follow the lowering of each instruction. A comparison that tells whether an update has succeeded, or whether it is the turn of a
// ticket, is certain.
void watch_success_tests(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
