// What the host writes to shared virtual memory although the device may use it. For the thread that executes commands, but for the
// constructor of SvmSnapshot.
#pragma once

#include "opencl/commands/hazards.h"
#include "opencl/objects/svm.h"

namespace spirv_oracle::opencl {

// Takes over what the host wrote to coarse-grained memory outside of what it has mapped for writing, and reports it. `place`: the
// command that finds it.
void check_unmapped_writes(const std::string& place, const SvmAllocation& allocation);

// What a dispatch writes or may have read.
struct DispatchAccesses {
  const std::string& place;
  const std::vector<std::pair<std::shared_ptr<Store>, ByteSpans>>& written;
  const PossibleReads<Store>& reads;
};

// The fine-grained memory of a context when a dispatch is enqueued. The host may write to it until then, and again when it knows
// that the dispatch is complete.
class SvmSnapshot {
 public:
  explicit SvmSnapshot(const std::shared_ptr<Context>& context);

  // The dispatch begins: takes over what the host wrote.
  void begin();
  // It has run: reports writes of the host after the enqueuing, of bytes that the dispatch accesses.
  void check(const DispatchAccesses& accesses);
  // Its results are stored: shows them to the host.
  void end();

 private:
  struct One {
    std::shared_ptr<SvmAllocation> allocation;
    std::vector<std::byte>
        bytes;       // empty: they are too many, or a user event may hold the dispatch back
    ByteSpans late;  // written by the host
  };
  std::vector<One> all_;
};

}  // namespace spirv_oracle::opencl
