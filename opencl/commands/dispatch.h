// Runs a kernel.
#pragma once

#include "opencl/commands/bindings.h"
#include "opencl/commands/svm_hazards.h"

namespace spirv_oracle::opencl {

// A kernel as it was enqueued.
struct DispatchCommand {
  std::shared_ptr<Kernel> kernel;
  std::shared_ptr<const Pipeline> pipeline;
  std::vector<Argument> arguments;
  std::shared_ptr<SvmSnapshot> svm;  // null: the kernel uses no shared virtual memory
  Launch launch;
  std::uint64_t number = 0;  // of the dispatch, from 1
  bool keeps_reads = false;  // commands of other queues, or out of order, may write what it reads
};

// CL_SUCCESS, or the error that its event ends with.
cl_int run_dispatch(const DispatchCommand& command, const Event& event);

}  // namespace spirv_oracle::opencl
