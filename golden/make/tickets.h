// Buffers whose elements are the same values in every execution, in an order that is not defined: tickets, and what
// invocations append at their tickets. A ticket is the result of an atomic increment.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {

// An increment that gives every ticket to one invocation, and the store that uses the ticket.
struct TicketStore {
  BindingKey counter;            // the buffer with the next ticket
  std::uint64_t counter_at = 0;  // bytes
  BindingKey target;
  // The store appends: the ticket is the index of the element, which begins at `first` + `stride` * ticket. Otherwise the
  // ticket is the stored value.
  bool appends = false;
  std::uint64_t first = 0, stride = 0;  // bytes
  std::uint32_t atomic = 0;             // the number of the increment, as locate() takes it
};

// The stores of a shader for which this holds:
// - Nothing else accesses their buffers, and no two variables share memory. One buffer may have both as two members.
// - Nothing but the store uses the ticket.
// - Whether an invocation takes a ticket, what it appends, and where it stores the ticket does not depend on the order of
//   invocations: it is computed from integers, inputs and memory that nothing writes, and so is every condition of a branch.
// - An invocation that stores its ticket takes one only.
// Renaming the invocations then turns every execution into any other one: the n tickets from the first one on are each used
// once. Elements to which no ticket leads keep their contents.
std::vector<TicketStore> find_ticket_stores(const Module& module, const EntryPoint& entry);

}  // namespace spirv_oracle::golden
