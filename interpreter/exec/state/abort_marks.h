// What an abort leaves in memory (OpAbortKHR).
#pragma once

#include <algorithm>
#include <cstdint>

#include "memory/address_space.h"

namespace spirv_oracle {

// "Other invocations in the same Device scope instance will also be terminated in finite time, though may reach completion": how
// much they write is implementation-dependent.
inline void mark_what_others_may_write(const AddressSpace& memory) {
  for (std::uint32_t id = 1; id < memory.object_count(); ++id) {
    const ObjectEntry& object = memory.object(id);
    if (object.allocation == nullptr || !object.allocation->writable) continue;
    for (std::uint64_t i = 0; i < object.size; ++i)
      object.shadow[i] = std::max(object.shadow[i], Definedness::implementation_dependent);
    object.allocation->written.store(true, std::memory_order_relaxed);
  }
}

}  // namespace spirv_oracle
