// Finds the parts of ticket locks: an atomic increment draws a ticket, a loop waits until an atomic load finds it, and a store of the next
// number, or another increment, serves the next one (docs/soundness.md, "Critical sections").
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "interpreter/lowering/synchronization/reaching_values.h"

namespace spirv_oracle {

class TicketLocks {
 public:
  TicketLocks(const Module& module, ModuleAnalysis& analysis)
      : module_(module), analysis_(analysis), values_(module, analysis) {}

  // The increment whose result the comparison compares with that of an atomic load; null: it does not.
  const Instruction* compared_ticket(const Instruction& comparison) const;
  // Whether such a comparison uses the result of the increment.
  bool draws(const Instruction& increment);
  // The ticket for which the atomic load waits, as an operand of the comparison; 0: it does not.
  Id awaited(const Instruction& load);
  // Whether the instruction stores the number after a ticket.
  bool stores_next(const Instruction& store);

 private:
  // Of a function.
  struct Tickets {
    std::unordered_set<const Instruction*> drawn;
    std::unordered_map<const Instruction*, Id> awaited;
  };
  const Tickets& tickets_of(const Instruction& instruction);
  // What an id holds, if it is loaded from a variable that has one store, or for which one path leads from a store to the load.
  Id resolve(Id id) const;
  const Instruction* ticket(Id id) const;
  // The load whose result is one of the operands, which precedes the comparison.
  const Instruction* compared_load(const Instruction& comparison, unsigned operand) const;
  bool is_constant_one(Id id) const;

  const Module& module_;
  ModuleAnalysis& analysis_;
  ReachingValues values_;
  std::unordered_map<std::uint32_t, Tickets> tickets_;  // by function
};

}  // namespace spirv_oracle
