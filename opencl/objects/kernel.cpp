#include "opencl/objects/kernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "builtins/register_all.h"
#include "driver/options.h"
#include "frontend/opencl/opencl_math_options.h"
#include "interpreter/pipe_argument.h"
#include "interpreter/workgroup_modes.h"
#include "opencl/api/entry_points.h"
#include "opencl/objects/svm.h"

namespace spirv_oracle::opencl {
namespace {

Created<cl_kernel> make_kernel(const std::shared_ptr<Program>& program,
                               const std::shared_ptr<const Build>& build,
                               const EntryPointInfo& entry) {
  const auto kernel = std::make_shared<Kernel>(program, build, entry);
  kernel->name = entry.name;
  const auto modes =
      workgroup_modes(*build->module, default_registry(), entry.name, build->specialization);
  if (!modes) return fail_to_create(CL_INVALID_KERNEL_DEFINITION, modes.error().message);
  kernel->required_size = modes->size;
  kernel->size_hint = modes->size_hint;
  kernel->subgroup_size = modes->subgroup_size;
  return give_handle<cl_kernel>(kernel);
}

// The object that an argument names, which `value` points to; null if it is not valid.
template <class T>
std::shared_ptr<T> object_in(const void* value) {
  void* handle = nullptr;
  std::memcpy(&handle, value, sizeof handle);
  return find<T>(handle);
}

bool takes_memory_object(const ResourceInfo& resource) {
  return resource.kind == ResourceKind::buffer_argument ||
         resource.kind == ResourceKind::image_argument || is_pipe(resource);
}

cl_int check_memory(const Memory& memory, const ResourceInfo& resource, const std::string& name) {
  const bool is_right = is_pipe(resource) ? memory.kind == CL_MEM_OBJECT_PIPE
                        : resource.kind == ResourceKind::image_argument
                            ? memory.is_image()
                            : memory.kind == CL_MEM_OBJECT_BUFFER;
  if (!is_right)
    return fail(CL_INVALID_ARG_VALUE, fmt::format("{} cannot be {}", name, memory.text()));
  if (resource.kind != ResourceKind::image_argument) return CL_SUCCESS;
  const bool is_read_only = (memory.flags & CL_MEM_READ_ONLY) != 0;
  if (resource.writable && is_read_only)
    return fail(CL_INVALID_ARG_VALUE,
                fmt::format("{} is written, but {} is read-only", name, memory.text()));
  return CL_SUCCESS;
}

cl_int read_memory_argument(const ResourceInfo& resource, const Kernel& kernel, size_t size,
                            const void* value, const std::string& name, Argument& argument) {
  if (size != sizeof(cl_mem))
    return fail(CL_INVALID_ARG_SIZE,
                fmt::format("{} is a memory object, but arg_size is {}", name, size));
  const bool may_be_null = resource.kind == ResourceKind::buffer_argument;
  void* handle = nullptr;
  if (value != nullptr) std::memcpy(&handle, value, sizeof handle);
  if (handle == nullptr) {
    return may_be_null ? CL_SUCCESS
                       : fail(CL_INVALID_ARG_VALUE, name + " must not be a null pointer");
  }
  argument.memory = find<Memory>(handle);
  if (!argument.memory)
    return fail(CL_INVALID_MEM_OBJECT, name + " gets a cl_mem that is not valid");
  if (argument.memory->context != kernel.program->context)
    return fail(CL_INVALID_MEM_OBJECT, name + " gets a cl_mem of another context");
  return check_memory(*argument.memory, resource, name);
}

cl_int read_argument(const ResourceInfo& resource, const Kernel& kernel, size_t size,
                     const void* value, const std::string& name, Argument& argument) {
  argument.is_set = true;
  if (takes_memory_object(resource))
    return read_memory_argument(resource, kernel, size, value, name, argument);
  if (resource.kind == ResourceKind::local_argument) {
    if (size == 0) return fail(CL_INVALID_ARG_SIZE, name + " is local memory, but arg_size is 0");
    if (value != nullptr)
      return fail(CL_INVALID_ARG_VALUE, name + " is local memory, but arg_value is not NULL");
    argument.local_size = size;
    return CL_SUCCESS;
  }
  if (value == nullptr) return fail(CL_INVALID_ARG_VALUE, name + ": arg_value is NULL");
  if (resource.kind == ResourceKind::sampler_argument) {
    if (size != sizeof(cl_sampler))
      return fail(CL_INVALID_ARG_SIZE,
                  fmt::format("{} is a sampler, but arg_size is {}", name, size));
    argument.sampler = object_in<Sampler>(value);
    return argument.sampler ? CL_SUCCESS
                            : fail(CL_INVALID_SAMPLER, name + " gets a sampler that is not valid");
  }
  if (size != resource.fixed_size)
    return fail(CL_INVALID_ARG_SIZE, fmt::format("{} takes {} bytes, but arg_size is {}", name,
                                                 resource.fixed_size, size));
  const auto* const bytes = static_cast<const std::byte*>(value);
  argument.value.assign(bytes, bytes + size);
  return CL_SUCCESS;
}

std::size_t count_arguments(const EntryPointInfo& entry) {
  return static_cast<std::size_t>(std::ranges::count_if(
      entry.resources, [](const ResourceInfo& one) { return is_argument(one.kind); }));
}

}  // namespace

Kernel::Kernel(std::shared_ptr<Program> of, std::shared_ptr<const Build> its_build,
               const EntryPointInfo& its_entry)
    : Object(object_type),
      program(std::move(of)),
      build(std::move(its_build)),
      entry(its_entry),
      arguments(count_arguments(its_entry)) {
  ++program->kernels;
}

Kernel::~Kernel() { --program->kernels; }

Result<std::shared_ptr<const Pipeline>> Kernel::pipeline(const Dim3& local_size) {
  const std::lock_guard lock(pipelines_mutex_);
  auto& known = pipelines_[local_size];
  if (known) return known;
  PipelineOptions options;
  options.entry_point = entry.name;
  if (!required_size) options.local_size = local_size;
  options.subgroup_size = subgroup_size.value_or(driver_options().subgroup_size);
  options.specialization = build->specialization;
  options.kernel_math = kernel_math_of(build->option_list);
  auto made = Pipeline::create(build->module, default_registry(), options);
  if (made) known = *made;
  return made;
}

const ResourceInfo* Kernel::argument(cl_uint number) const {
  for (const ResourceInfo& resource : entry.resources) {
    if (is_argument(resource.kind) && resource.binding == number) return &resource;
  }
  return nullptr;
}

std::string Kernel::text_of_argument(cl_uint number) const {
  const ResourceInfo* resource = argument(number);
  if (resource == nullptr || resource->name.empty()) return fmt::format("argument {}", number);
  return fmt::format("argument {} '{}'", number, resource->name);
}

Created<cl_kernel> create_kernel(cl_program handle, const char* name) {
  const auto program = find<Program>(handle);
  if (!program) return fail_to_create_with_invalid<Program>();
  const auto build = program->executable();
  if (!build)
    return fail_to_create(CL_INVALID_PROGRAM_EXECUTABLE, program->text() + " has no executable");
  if (name == nullptr) return fail_to_create(CL_INVALID_VALUE, "kernel_name is NULL");
  const auto found = std::ranges::find(build->info.entry_points, name, &EntryPointInfo::name);
  if (found == build->info.entry_points.end())
    return fail_to_create(CL_INVALID_KERNEL_NAME,
                          fmt::format("{} has no kernel '{}'", program->text(), name));
  return make_kernel(program, build, *found);
}

cl_int create_kernels_in_program(cl_program handle, cl_uint count, cl_kernel* kernels,
                                 cl_uint* count_ret) {
  const auto program = find<Program>(handle);
  if (!program) return fail_invalid<Program>();
  const auto build = program->executable();
  if (!build) return fail(CL_INVALID_PROGRAM_EXECUTABLE, program->text() + " has no executable");
  const auto& entries = build->info.entry_points;
  if (kernels != nullptr && count < entries.size())
    return fail(CL_INVALID_VALUE, "num_kernels is less than the number of kernels");
  if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(entries.size());
  if (kernels == nullptr) return CL_SUCCESS;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto made = make_kernel(program, build, entries[i]);
    if (!made) return made.error();
    kernels[i] = *made;
  }
  return CL_SUCCESS;
}

Created<cl_kernel> clone_kernel(cl_kernel handle) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_to_create_with_invalid<Kernel>();
  const auto made = make_kernel(kernel->program, kernel->build, kernel->entry);
  if (!made) return made;
  const auto clone = find<Kernel>(*made);
  const std::lock_guard lock(kernel->mutex);
  clone->arguments = kernel->arguments;
  return made;
}

cl_int retain_kernel(cl_kernel kernel) { return retain<Kernel>(kernel); }
cl_int release_kernel(cl_kernel kernel) { return release<Kernel>(kernel); }

cl_int set_kernel_arg(cl_kernel handle, cl_uint number, size_t size, const void* value) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  const ResourceInfo* resource = kernel->argument(number);
  if (resource == nullptr)
    return fail(CL_INVALID_ARG_INDEX,
                fmt::format("{} has {} arguments, so there is no argument {}", kernel->text(),
                            kernel->arguments.size(), number));
  const std::string name =
      fmt::format("{} of {}", kernel->text_of_argument(number), kernel->text());
  Argument argument;
  if (const cl_int error = read_argument(*resource, *kernel, size, value, name, argument))
    return error;
  const std::lock_guard lock(kernel->mutex);
  kernel->arguments[number] = std::move(argument);
  return CL_SUCCESS;
}

cl_int set_kernel_arg_svm_pointer(cl_kernel handle, cl_uint number, const void* pointer) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  const ResourceInfo* resource = kernel->argument(number);
  if (resource == nullptr || resource->kind != ResourceKind::buffer_argument)
    return fail(CL_INVALID_ARG_INDEX,
                fmt::format("{} of {} is not a pointer to global memory",
                            kernel->text_of_argument(number), kernel->text()));
  if (pointer != nullptr && !is_svm(pointer))
    return fail(CL_INVALID_ARG_VALUE, "the pointer is not one to shared virtual memory");
  Argument argument;
  argument.is_set = true;
  argument.svm = reinterpret_cast<std::uintptr_t>(pointer);
  const std::lock_guard lock(kernel->mutex);
  kernel->arguments[number] = std::move(argument);
  return CL_SUCCESS;
}

cl_int set_kernel_exec_info(cl_kernel handle, cl_kernel_exec_info name, size_t size,
                            const void* value) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  if (value == nullptr) return fail(CL_INVALID_VALUE, "param_value is NULL");
  if (name == CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM) {
    cl_bool asks = CL_FALSE;
    if (size != sizeof asks) return fail(CL_INVALID_VALUE, "param_value is not a cl_bool");
    std::memcpy(&asks, value, sizeof asks);
    return asks == CL_FALSE
               ? CL_SUCCESS
               : fail(CL_INVALID_OPERATION, "the device has no fine-grained system memory");
  }
  if (name != CL_KERNEL_EXEC_INFO_SVM_PTRS)
    return fail(CL_INVALID_VALUE, fmt::format("param_name {} is unknown", name));
  if (size == 0 || size % sizeof(void*) != 0)
    return fail(CL_INVALID_VALUE, "param_value is not a list of pointers");
  const std::lock_guard lock(kernel->mutex);
  kernel->has_svm_pointers = true;
  return CL_SUCCESS;
}

}  // namespace spirv_oracle::opencl
