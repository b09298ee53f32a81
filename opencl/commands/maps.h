// Memory that the host maps and unmaps.
#pragma once

#include "opencl/commands/submission.h"
#include "opencl/commands/svm_hazards.h"
#include "opencl/commands/transfers.h"

namespace spirv_oracle::opencl {

// What a command maps: its object (null: SVM), and the rows in the store. `name`: for findings.
struct MapRequest {
  std::shared_ptr<Memory> memory;
  std::shared_ptr<Store> store;
  std::string name;
  std::byte* pointer;
  Rows rows;
  cl_map_flags flags;
  std::shared_ptr<SvmAllocation> svm{};
};

// Reading and writing exclude CL_MAP_WRITE_INVALIDATE_REGION. CL_SUCCESS, or what the call returns.
cl_int check_map_flags(cl_map_flags flags);

// Enqueues a command that maps. The host may use the pointer after it.
cl_int enqueue_map(Submission& submission, const MapRequest& request, bool is_blocking,
                   cl_event* event);

// Enqueues a command that unmaps, which keeps the memory of `svm`. CL_INVALID_VALUE if the pointer is not mapped.
cl_int enqueue_unmap(Submission& submission, const std::shared_ptr<Memory>& memory,
                     const std::shared_ptr<Store>& store, const std::string& name,
                     const void* pointer, cl_event* event,
                     const std::shared_ptr<SvmAllocation>& svm = nullptr);

}  // namespace spirv_oracle::opencl
