// Loads and stores of components, with the records of all checks beside them.
#pragma once

#include <optional>
#include <span>

#include "interpreter/checks/robust_access.h"
#include "interpreter/lowering/lowering.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// An access to components of one width at equal distances.
struct ComponentAccess {
  bool store = false;
  Slot address = no_slot;             // the plane of addresses of the whole
  std::uint64_t offset = 0;           // of the first component from there, in bytes
  std::uint64_t stride = 0;           // from one component to the next, in bytes
  unsigned bytes = 4;                 // of a component in memory; 0: Booleans
  std::uint32_t alignment = 1;        // of the first component, as in AccessWords
  std::span<const Slot> planes = {};  // of the components
  // Where the access may be treated as out of bounds because another part of it is.
  std::optional<AccessedPart> robust_part = std::nullopt;
  std::optional<RaceSite> race = std::nullopt;
  bool is_generic = false;  // may be memory of any storage class
};

// Emits the load or store for the active lanes.
void emit_component_access(Lowering& lowering, const ComponentAccess& access);

}  // namespace spirv_oracle
