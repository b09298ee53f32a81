// Accesses and synchronization as the memory model sees them: the properties that are the same in
// every execution of an instruction.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace spirv_oracle {

// A scope that groups invocations. Each scope contains those before it. QueueFamily is like device,
// because there is one queue.
enum class MemoryScope : std::uint8_t { invocation, subgroup, workgroup, device };

// The storage classes in the memory semantics of barriers and atomics, and the memory that they
// concern.
enum class StorageSemantics : std::uint8_t { uniform_memory, workgroup_memory, image_memory };
inline constexpr std::size_t storage_semantics_count = 3;
inline constexpr std::array<StorageSemantics, storage_semantics_count> all_storage_semantics = {
    StorageSemantics::uniform_memory, StorageSemantics::workgroup_memory,
    StorageSemantics::image_memory};

// Places in tables by storage semantics or scope.
constexpr std::size_t index(StorageSemantics storage) { return static_cast<std::size_t>(storage); }
constexpr std::size_t index(MemoryScope scope) { return static_cast<std::size_t>(scope); }

// The scope of all invocations that can access such memory.
constexpr MemoryScope widest_scope(StorageSemantics storage) {
  return storage == StorageSemantics::workgroup_memory ? MemoryScope::workgroup
                                                       : MemoryScope::device;
}

// What all executions of one accessing instruction have in common.
struct RaceSite {
  std::uint32_t origin = 0;  // for reports
  StorageSemantics storage = StorageSemantics::uniform_memory;
  bool writes = false;
  bool atomic = false;
  bool non_private = true;
  bool is_volatile = false;                     // for reports
  std::uint8_t bytes = 4;                       // of an atomic
  MemoryScope scope = MemoryScope::device;      // of an atomic
  MemoryScope available = MemoryScope::device;  // to whom a write is made available
  MemoryScope visible = MemoryScope::device;    // from whom writes are made visible to a read
  // The memory model's "Reference": through which descriptor, or address, the memory is accessed. The
  // same for all accesses to memory that has only one.
  std::uint32_t reference = 0;

  friend bool operator==(const RaceSite&, const RaceSite&) = default;
};

// Memory Scope and Memory Semantics.
struct MemorySemantics {
  MemoryScope scope = MemoryScope::device;
  bool acquire = false;
  bool release = false;
  bool make_available = false;
  bool make_visible = false;
  std::array<bool, storage_semantics_count> storage{};
  std::uint32_t origin = 0;  // of the instruction, for reports

  bool names(StorageSemantics semantics) const {
    return storage[static_cast<std::size_t>(semantics)];
  }
};

}  // namespace spirv_oracle
