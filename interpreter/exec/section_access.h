// Tells a proof (exec/orders/order_proof.h) what a workgroup accesses while it holds a lock, and what loops that look back load.
#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/exec/state/subgroup.h"
#include "memory/reversible_races.h"

namespace spirv_oracle {

class RaceWatch;

// The word of shared memory that contains the address. None if the memory is not shared, or never written.
std::optional<ReversibleRaces::Location> shared_location(const Subgroup& subgroup, RaceWatch& races,
                                                         std::uint64_t address);

// Components that each lane accesses.
struct SectionAccess {
  std::uint64_t offset = 0, stride = 0;
  std::uint32_t count = 1;
  unsigned bytes = 4;
  bool writes = false;
};
// Whether the workgroup holds a lock in a run of a proof.
bool is_in_section(const Subgroup& subgroup, const RaceWatch& races);
// Operand 0 of the record is the plane of addresses. Must precede the access.
void note_in_section(const Subgroup& subgroup, RaceWatch& races, const Record& record,
                     const SectionAccess& access);
// Whether a run of a proof follows loops that look back.
bool follows_look_back(const RaceWatch& races);
// Likewise for these loops. Must precede the access.
void note_in_look_back(const Subgroup& subgroup, RaceWatch& races, const Record& record,
                       const SectionAccess& access);
// For an access of another form: ends the proof.
void note_unknown_in_section(const Subgroup& subgroup, const RaceWatch& races);

}  // namespace spirv_oracle
