// Commands that access the same bytes although nothing orders them, and commands that access what the host has mapped. For the
// thread that executes commands.
#pragma once

#include <span>

#include "opencl/commands/ordering.h"
#include "opencl/objects/memory.h"

namespace spirv_oracle::opencl {

// Who accesses bytes.
struct Accessor {
  std::uint64_t id = 0;  // of the command
  std::string place;
  std::string object;          // through which it accesses them: "cl_mem 3"
  bool is_sub_buffer = false;  // the object is a part of another one
};
Accessor accessor_of(const Event& event, const Memory& memory);

// An access that is certain, of a command that executes. Reports what conflicts with it.
void add_access(const Accessor& by, const std::shared_ptr<Store>& store, const ByteSpans& ranges,
                bool is_write);
// Bytes that a command may read. Reports conflicts with earlier writes, and with what is mapped for writing. `keep`: later
// commands may conflict as well.
void add_possible_read(const Accessor& by, const MemoryPart& part,
                       const std::shared_ptr<const PossibleReads<Store>>& reads, bool keep);

}  // namespace spirv_oracle::opencl
