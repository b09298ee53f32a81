// Finds the invocations that stored the final memory of a dispatch, and the sources of the values.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// An execution of a group instruction: one through which the invocations of a subgroup or workgroup
// exchange values, or that works on exchanged values.
struct GroupExecution {
  std::uint32_t instruction = 0;  // as locate() takes it
  Dim3 workgroup{};
  std::uint32_t subgroup = 0;
  LaneMask active;
  // The latest execution from which the operands come: index into Writers::executions; 0: none.
  std::uint32_t before = 0;
};

// The last store to a component.
struct Writer {
  std::uint64_t offset = 0;  // bytes
  unsigned bytes = 0;
  std::uint32_t instruction = 0;  // as locate() takes it
  Dim3 workgroup{};
  std::uint32_t subgroup = 0;
  unsigned lane = 0;
  LaneMask active;  // the lanes that executed the store
  // The latest execution from which the value comes: index into Writers::executions; 0: none.
  std::uint32_t value_from = 0;
};

struct Writers {
  std::map<BindingKey, std::vector<Writer>> buffers;  // by offset
  std::vector<std::vector<Writer>> memories;          // in the order of Bindings::memories
  std::vector<GroupExecution> executions;             // the first entry represents none
  bool complete = true;                               // false if there were too many
};

// Runs the dispatch once, in one thread, and tracks its values. A value that comes from several
// group instructions counts as coming from the last one executed. An atomic that may store, such as
// a compare-exchange, counts as a store. Does not track what kernels store as whole blocks: vstore,
// OpCopyMemorySized, asynchronous copies, block writes of subgroups. Errors: those of a run; limit
// if it does not end, or if there are too many values to track.
Result<Writers> find_writers(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch);

}  // namespace spirv_oracle
