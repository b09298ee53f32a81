// What is tracked across the subgroups of a running workgroup, apart from their own states.
#pragma once

#include <cstdint>

#include "interpreter/exec/barriers.h"
#include "interpreter/exec/state/access_history.h"
#include "interpreter/exec/state/async_copies.h"
#include "interpreter/exec/state/guarantee.h"
#include "interpreter/exec/state/image_writes.h"
#include "interpreter/exec/state/uniform_results.h"

namespace spirv_oracle {

struct WorkgroupState {
  JoinLedger joins;
  Barriers barriers;
  AsyncCopies async_copies;
  ImageWrites image_writes;
  UniformResults uniform_results;
  AccessHistory<IterationAccesses> iteration_accesses;
  AccessHistory<PointerAccesses> pointer_accesses;

  // `max_bytes`: that a worker may allocate.
  explicit WorkgroupState(std::uint64_t max_bytes)
      : image_writes(max_bytes / 8),
        iteration_accesses(max_bytes / 8),
        pointer_accesses(max_bytes / 8) {}

  // Forgets the last workgroup. `judges_joins`, `has_barriers`: whether the program needs them.
  void start_workgroup(std::uint32_t subgroups, bool judges_joins, bool has_barriers) {
    joins.start(subgroups, judges_joins);
    barriers.start(has_barriers ? subgroups : 0);
    async_copies.start();
    image_writes.start();
    uniform_results.start(subgroups);
    iteration_accesses.clear();
    pointer_accesses.clear();
  }
};

}  // namespace spirv_oracle
