// Shared virtual memory. The address for the host is that for the device: an allocation has a slot, whose address is
// memory_address() of the interpreter, and the host's pages are mapped there.
#pragma once

#include <mutex>

#include "opencl/objects/memory.h"

namespace spirv_oracle::opencl {

struct SvmAllocation {
  std::size_t slot = 0;  // the number of the memory in the bindings of dispatches
  std::byte* address = nullptr;
  std::uint64_t size = 0;
  bool is_fine_grained = false;  // the host accesses it without mapping
  std::shared_ptr<Context> context;
  std::shared_ptr<Store> store;
  std::uint64_t number = 0;

  ~SvmAllocation();
  std::string text() const;
};

// The allocation that contains the address; null if there is none.
std::shared_ptr<SvmAllocation> find_svm(const void* address);
bool is_svm(const void* address);
// Those of the context, by slot.
std::vector<std::shared_ptr<SvmAllocation>> svm_allocations(const Context& context);
void free_svm(const void* address);

}  // namespace spirv_oracle::opencl
