// Kernels and their arguments.
#pragma once

#include <mutex>

#include "opencl/objects/memory.h"
#include "opencl/objects/program.h"
#include "opencl/objects/sampler.h"

namespace spirv_oracle::opencl {

// An argument as it was set. clSetKernelArg does not retain objects, so they may be released before the kernel is enqueued.
struct Argument {
  bool is_set = false;
  std::vector<std::byte> value{};      // of a number, a vector or a structure
  std::shared_ptr<Memory> memory{};    // null: a null pointer, or no memory object
  std::shared_ptr<Sampler> sampler{};  // of a sampler
  std::uint64_t local_size = 0;        // bytes of local memory
  std::optional<std::uint64_t> svm{};  // an address
};

struct Kernel : Object {
  static constexpr ObjectType object_type = ObjectType::kernel;
  static constexpr cl_int invalid = CL_INVALID_KERNEL;
  Kernel(std::shared_ptr<Program> of, std::shared_ptr<const Build> its_build,
         const EntryPointInfo& its_entry);
  ~Kernel() override;

  // The kernel, compiled for a size of work-groups. Errors: those of Pipeline::create.
  Result<std::shared_ptr<const Pipeline>> pipeline(const Dim3& local_size);
  // "argument 0 'in'"
  std::string text_of_argument(cl_uint number) const;
  const ResourceInfo* argument(cl_uint number) const;

  const std::shared_ptr<Program> program;
  const std::shared_ptr<const Build> build;
  const EntryPointInfo entry;
  std::optional<Dim3> required_size, size_hint;  // that the kernel declares
  std::optional<std::uint32_t> subgroup_size;

  std::mutex mutex;  // of the members below
  std::vector<Argument> arguments;
  bool has_svm_pointers = false;  // clSetKernelExecInfo named some

 private:
  std::mutex pipelines_mutex_;
  std::map<Dim3, std::shared_ptr<const Pipeline>> pipelines_;
};

}  // namespace spirv_oracle::opencl
