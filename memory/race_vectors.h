// Checks the accesses of eight invocations at once, if the host has AVX2: those that nothing the cells remember can race with, and
// those that the cells remember already (FastTrack's rules for the same epoch). The caller checks the others one after the
// other. The results are those of RaceDetector::load_cell(), store_cell() and atomic() for each access in turn.
#pragma once

#include <cstdint>

#include "memory/race_detector.h"
#include "memory/race_shadow.h"

namespace spirv_oracle {

// Accesses of neighboring invocations to the cells of one chunk.
struct NeighborAccesses {
  const std::uint64_t*
      addresses;  // by invocation; only those from `begin` to begin + size - 1 have cells
  std::uint64_t begin;
  std::uint64_t size;
  RaceCell* cells;            // the first is that of `begin`
  unsigned cell_shift;        // a cell covers 2^cell_shift bytes
  const std::uint64_t* tags;  // by invocation; see RaceOrder::tag
};

// Whether the functions below do anything.
bool has_race_vectors();

// Accesses of 8 * eights invocations, which take `Cells` cells each. Returns how many eights of invocations, from the first one on,
// have been checked without a race. The accesses of the others had no effect. The execution must be simple.
template <bool Store, unsigned Cells>
unsigned access_by_eights(const NeighborAccesses& accesses, unsigned eights,
                          const RaceDetector::Execution& execution);

// The same for atomics, each of one cell.
unsigned atomics_by_eights(const NeighborAccesses& accesses, unsigned eights,
                           const RaceDetector::Execution& execution);

}  // namespace spirv_oracle
