// The arguments of a kernel as bindings of the interpreter.
#pragma once

#include "opencl/commands/hazards.h"
#include "opencl/objects/kernel.h"
#include "opencl/objects/svm.h"

namespace spirv_oracle::opencl {

// The memory of a dispatch. A store that several arguments name is one memory of the bindings.
class KernelBindings {
 public:
  // Reads the stores.
  KernelBindings(const Kernel& kernel, const std::vector<Argument>& arguments, bool uses_svm);

  const Bindings& bindings() const { return bindings_; }

  // A part of a store that the kernel can access.
  struct Part {
    std::shared_ptr<Store> store;
    Range range;
    std::string object;  // "cl_mem 3"
    std::string name;    // "argument 0 'in'"
    bool is_sub_buffer = false;
    std::optional<BindingKey> key;        // none: SVM
    std::optional<std::size_t> memory{};  // of the bindings; none: the part is one buffer
    bool is_readable = true;
  };
  const std::vector<Part>& parts() const { return parts_; }

  // What a run changed in one part, or in a memory that several parts share.
  struct Change {
    const Part* part;
    std::uint64_t offset;  // in the store
    const ShadowedBytes* before;
    const ShadowedBytes* after;
    const std::vector<IndeterminateComponent>* indeterminate;  // of `after`
  };
  std::vector<Change> changes(const DispatchResult& result) const;

  // The bindings, but with undefined values in these bytes.
  Bindings with_undefined(const Store& store, const std::vector<Range>& ranges) const;
  // Whether a run with such bindings stored undefined values, or broke rules, that the usual run did not.
  bool depends_on_undefined(const Bindings& marked, const DispatchResult& usual,
                            const DispatchResult& probed) const;

 private:
  void add_argument(const Kernel& kernel, const ResourceInfo& resource, const Argument& argument);
  void add_svm(const Context& context);
  void add_memories();

  Bindings bindings_;
  std::vector<Part> parts_;
  std::vector<std::shared_ptr<SvmAllocation>> svm_;
};

}  // namespace spirv_oracle::opencl
