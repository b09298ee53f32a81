// The records that tell a trace which bytes are accessed (exec/trace.h). They are emitted only where
// Dispatch::traces_accesses asks for them.
#pragma once

#include <span>

#include "interpreter/exec/outside_accesses.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Before the record of a load or store that has these AccessWords, for components of `bytes` bytes (0: Booleans).
void emit_access_trace(Lowering& lowering, Slot address, unsigned bytes,
                       std::span<const std::uint32_t> access_words, bool store);

// Before the record of an atomic instruction that accesses `bytes` bytes.
void emit_atomic_trace(Lowering& lowering, Slot address, unsigned bytes, bool reads, bool writes);

}  // namespace spirv_oracle
