// Which invocations stored what a dispatch leaves in memory, and what they got it from.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// An execution of a group instruction: one through which the invocations of a subgroup or workgroup exchange values, or that
// works on what they exchanged.
struct GroupExecution {
  std::uint32_t instruction = 0;  // as locate() takes it
  Dim3 workgroup{};
  std::uint32_t subgroup = 0;
  LaneMask active;
  // The latest one that the operands come from: index into Writers::executions; 0: none.
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
  // The latest one that the value comes from: index into Writers::executions; 0: none.
  std::uint32_t value_from = 0;
};

struct Writers {
  std::map<BindingKey, std::vector<Writer>> buffers;  // by offset
  std::vector<std::vector<Writer>> memories;          // in the order of Dispatch::memories
  std::vector<GroupExecution> executions;             // the first one stands for none
  bool complete = true;                               // false: there were too many
};

// Runs the dispatch once, in one thread, and follows its values. A value that comes from several group instructions
// counts as coming from the one that was executed last. An atomic that may store, such as a compare-exchange, counts as
// a store. What kernels store as whole blocks is not followed: vstore, OpCopyMemorySized, asynchronous copies, block
// writes of subgroups. Errors: those of a run; limit where it does not end, or where the values are too many to follow.
Result<Writers> find_writers(const Module& module, const InstructionRegistry& registry,
                             Dispatch dispatch);

}  // namespace spirv_oracle
