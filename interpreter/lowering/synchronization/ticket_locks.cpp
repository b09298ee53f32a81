#include "interpreter/lowering/synchronization/ticket_locks.h"

#include <algorithm>

#include "interpreter/lowering/synchronization/atomic_uses.h"

namespace spirv_oracle {
namespace {

constexpr unsigned most_copies_of_ticket = 4;

bool is_comparison(spv::Op opcode) {
  return opcode == spv::Op::OpIEqual || opcode == spv::Op::OpINotEqual;
}

}  // namespace

bool TicketLocks::is_constant_one(Id id) const {
  const Instruction* constant = module_.definition(id);
  return constant != nullptr && constant->opcode == spv::Op::OpConstant && constant->number(2) == 1;
}

Id TicketLocks::resolve(Id id) const {
  for (unsigned copies = 0; copies < most_copies_of_ticket; ++copies) {
    const Instruction* load = module_.definition(id);
    if (load == nullptr || load->opcode != spv::Op::OpLoad) return id;
    const Instruction* variable = module_.definition(load->id(2));
    if (variable == nullptr || variable->opcode != spv::Op::OpVariable ||
        static_cast<spv::StorageClass>(variable->literal(2)) != spv::StorageClass::Function)
      return id;
    const auto held = values_.loaded(id);
    if (!held.is_variable && held.id != id) {
      id = held.id;
      continue;
    }
    const Instruction* store = nullptr;
    for (const Use& use : analysis_.uses(variable->result)) {
      const Instruction& user = module_.instruction(use.instruction);
      if (user.opcode == spv::Op::OpLoad) continue;
      if (user.opcode != spv::Op::OpStore || use.operand != 0 || store != nullptr) return id;
      store = &user;
    }
    if (store == nullptr) return id;
    id = store->id(1);
  }
  return id;
}

// The variable of a ticket holds the latest one: its store is in the block of the increment.
const Instruction* TicketLocks::ticket(Id id) const {
  const Id resolved = resolve(id);
  const Instruction* increment = module_.definition(resolved);
  if (increment == nullptr) return nullptr;
  const bool increments =
      increment->opcode == spv::Op::OpAtomicIIncrement ||
      (increment->opcode == spv::Op::OpAtomicIAdd && is_constant_one(increment->id(5)));
  if (!increments) return nullptr;
  const auto place = analysis_.place(analysis_.index_of(*increment));
  const bool is_near = std::ranges::all_of(analysis_.uses(resolved), [&](const Use& use) {
    const bool is_store = module_.instruction(use.instruction).opcode == spv::Op::OpStore;
    return !is_store || analysis_.place(use.instruction).block == place.block;
  });
  return is_near ? increment : nullptr;
}

// A variable could hold the result of an earlier iteration.
const Instruction* TicketLocks::compared_load(const Instruction& comparison,
                                              unsigned operand) const {
  const auto held = values_.resolve(comparison.id(operand), values_.path_to(comparison));
  const Instruction* load = held.is_variable ? nullptr : module_.definition(held.id);
  return load != nullptr && is_atomic_load(module_, *load) ? load : nullptr;
}

const Instruction* TicketLocks::compared_ticket(const Instruction& comparison) const {
  if (!is_comparison(comparison.opcode)) return nullptr;
  for (unsigned left = 0; left < 2; ++left) {
    if (compared_load(comparison, 2 + left) == nullptr) continue;
    if (const Instruction* found = ticket(comparison.id(3 - left))) return found;
  }
  return nullptr;
}

const TicketLocks::Tickets& TicketLocks::tickets_of(const Instruction& instruction) {
  const auto function = analysis_.place(analysis_.index_of(instruction)).function;
  const auto [known, is_new] = tickets_.try_emplace(function);
  if (!is_new) return known->second;
  for (const Block& block : module_.functions()[function].blocks) {
    for (std::uint32_t i = block.first; i <= block.last; ++i) {
      const Instruction& comparison = module_.instruction(i);
      const Instruction* drawn = compared_ticket(comparison);
      if (drawn == nullptr) continue;
      known->second.drawn.insert(drawn);
      const Instruction* load = compared_load(comparison, 2);
      const unsigned other = load != nullptr ? 3 : 2;
      if (load == nullptr) load = compared_load(comparison, 3);
      const auto [awaited, is_first] = known->second.awaited.emplace(load, comparison.id(other));
      if (!is_first) awaited->second = 0;
    }
  }
  return known->second;
}

bool TicketLocks::draws(const Instruction& increment) {
  return tickets_of(increment).drawn.contains(&increment);
}

Id TicketLocks::awaited(const Instruction& load) {
  const Tickets& tickets = tickets_of(load);
  const auto found = tickets.awaited.find(&load);
  return found == tickets.awaited.end() ? 0 : found->second;
}

bool TicketLocks::stores_next(const Instruction& store) {
  if (store.opcode != spv::Op::OpAtomicStore) return false;
  const Instruction* next = module_.definition(resolve(store.id(3)));
  if (next == nullptr || next->opcode != spv::Op::OpIAdd) return false;
  for (unsigned left = 0; left < 2; ++left) {
    const Instruction* drawn = ticket(next->id(2 + left));
    if (drawn != nullptr && is_constant_one(next->id(3 - left)) && draws(*drawn)) return true;
  }
  return false;
}

}  // namespace spirv_oracle
