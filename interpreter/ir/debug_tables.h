// The data that the debugger needs about a program in addition to its records. Exists only with Instrumentation::debug.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "interpreter/ir/record.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// The place of the value of an id.
struct DebugValue {
  // One plane per component; the address for a pointer to memory. Empty for an array of descriptors.
  std::vector<Slot> slots;
  // A pointer to (a part of) a variable that is kept in planes: `slots` are the components of its pointee.
  bool points_to_planes = false;
  // For a pointer to a matrix in memory, or to a column of one: the layout, as declared by the structure member that
  // contains the matrix. 0: natural.
  std::uint64_t matrix_stride = 0;
  bool row_major = false;
  std::uint64_t component_stride = 0;  // of a column of a row-major matrix
};

// One inlined call of a function, or the entry point (call 0).
struct DebugInstance {
  std::uint32_t call = 0;  // the origin of the call
  Id function = 0;
  std::unordered_map<Id, DebugValue> values;
};

// A record that accesses memory: in each active lane `count` components of `bytes_each` bytes.
struct DebugAccess {
  Slot address = no_slot;    // plane of the addresses
  std::uint64_t offset = 0;  // of the first component from the address
  std::uint64_t stride = 0;  // bytes from one component to the next
  std::uint32_t count = 1;
  std::uint64_t bytes_each = 0;
  // If the number of bytes is not a constant: the plane that contains it, with values of `count_bytes` bytes.
  Slot byte_count = no_slot;
  std::uint32_t count_bytes = 0;
  bool reads = false, writes = false, is_atomic = false;

  // Whether the access of a lane with that address touches one of the bytes. Must not be called if there is a `byte_count`.
  bool touches(std::uint64_t lane_address, std::uint64_t begin, std::uint64_t size) const {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t at = lane_address + offset + i * stride;
      if (at < begin + size && begin < at + bytes_each) return true;
    }
    return false;
  }
};

struct DebugTables {
  const SpecializedModule* types = nullptr;  // lives as long as the program
  std::vector<DebugInstance> instances;      // [0]: the entry point
  std::unordered_map<std::uint32_t, std::uint32_t> instance_of_call;  // by the origin of the call
  std::unordered_map<Id, DebugValue> global_values;                   // ids outside of functions
  std::unordered_multimap<std::uint32_t, DebugAccess> accesses;       // by record
};

}  // namespace spirv_oracle
