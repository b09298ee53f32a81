// Asynchronous copies: OpGroupAsyncCopy and OpGroupWaitEvents.
#pragma once

#include <span>
#include <vector>

#include "interpreter/exec/state/async_copies.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

std::span<const InstructionDefinition> async_copy_instructions();

// For the debugger. Whether a record may begin or make copies.
bool has_async_copies(const Program& program, std::uint32_t record_index);
// What such a record is about to do. Empty if other subgroups have to arrive first.
struct AsyncCopyEffects {
  std::vector<AsyncCopies::Copy> begun;  // their destinations become undefined
  std::vector<AsyncCopies::Copy> made;
};
AsyncCopyEffects async_copy_effects(const Subgroup& subgroup, const Record& record);

}  // namespace spirv_oracle
