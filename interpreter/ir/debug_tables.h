// What the debugger has to know of a program beside its records. Made with Dispatch::debug only.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "interpreter/ir/op.h"

namespace spirv_oracle {

// One inlined call of a function, or the entry point (call 0).
struct DebugInstance {
  std::uint32_t call = 0;      // the origin of the call
  std::uint32_t function = 0;  // id
  // The planes of its ids: one per component; of a pointer to memory, its address. Variables that are kept in planes have their
  // components here.
  std::unordered_map<std::uint32_t, std::vector<Slot>> values;
};

// A record that accesses memory.
struct DebugAccess {
  Slot address = no_slot;   // plane of the addresses
  std::uint32_t bytes = 0;  // per lane
  bool reads = false, writes = false;
};

struct DebugTables {
  std::vector<DebugInstance> instances;
  std::unordered_map<std::uint32_t, std::vector<Slot>> global_values;  // ids outside of functions
  std::unordered_map<std::uint32_t, DebugAccess> accesses;             // by record
};

}  // namespace spirv_oracle
