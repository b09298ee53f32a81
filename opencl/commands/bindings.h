// The arguments of a kernel as bindings of the interpreter.
#pragma once

#include "opencl/commands/hazards.h"
#include "opencl/objects/kernel.h"
#include "opencl/objects/svm.h"

namespace spirv_oracle::opencl {

// The memory of a dispatch.
class KernelBindings {
 public:
  // Reads the stores.
  KernelBindings(const Kernel& kernel, const std::vector<Argument>& arguments, bool uses_svm);

  const std::shared_ptr<DispatchMemory<Store>>& memory() const { return memory_; }

  // What the kernel can access: an argument, or an SVM allocation.
  struct Access {
    MemoryPart part;
    std::string object;  // "cl_mem 3"
    std::string name;    // "argument 0 'in'"
    bool is_sub_buffer = false;
    bool is_readable = true;
    std::optional<BindingKey> key{};  // none: SVM
  };
  const std::vector<Access>& accesses() const { return accesses_; }
  // The one with which a run changed memory.
  const Access& access_of(const DispatchMemory<Store>::Change& change) const;

 private:
  void add_argument(const Kernel& kernel, const ResourceInfo& resource, const Argument& argument);
  void add_svm(const Context& context);

  std::shared_ptr<DispatchMemory<Store>> memory_ = std::make_shared<DispatchMemory<Store>>();
  std::vector<Access> accesses_;
  std::vector<std::shared_ptr<SvmAllocation>> svm_;
};

}  // namespace spirv_oracle::opencl
