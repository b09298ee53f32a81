// The arguments of a kernel as bindings of the interpreter.
#pragma once

#include <map>
#include <span>

#include "opencl/commands/hazards.h"
#include "opencl/objects/kernel.h"
#include "opencl/objects/svm.h"

namespace spirv_oracle::opencl {

// The memory of a dispatch.
class KernelBindings {
 public:
  // Reads the stores. `lends`: without a copy, where it can; until give_back(), nothing else may use them.
  KernelBindings(const Kernel& kernel, const std::vector<Argument>& arguments, bool uses_svm,
                 bool lends);
  ~KernelBindings() { give_back(); }
  KernelBindings(const KernelBindings&) = delete;
  KernelBindings& operator=(const KernelBindings&) = delete;

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
  // The states of the bytes before the run, as long as its changes are not kept.
  std::span<const Definedness> states_of(const Access& access) const;

  // Stores what a run changed. A run changes lent contents in place, so these cannot be compared with those before it.
  void keep_changes(const DispatchResult& result);
  void give_back();

 private:
  void add_argument(const Kernel& kernel, const ResourceInfo& resource, const Argument& argument);
  void add_svm(const Context& context);

  std::shared_ptr<DispatchMemory<Store>> memory_ = std::make_shared<DispatchMemory<Store>>();
  std::vector<Access> accesses_;
  std::vector<std::shared_ptr<SvmAllocation>> svm_;
  std::map<Store*, ShadowedBytes*> lent_;  // to these contents of the bindings
};

}  // namespace spirv_oracle::opencl
