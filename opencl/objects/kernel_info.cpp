// What the program may ask about kernels.

#include <fmt/format.h>

#include <algorithm>

#include "driver/options.h"
#include "interpreter/loader/module.h"
#include "interpreter/pipe_argument.h"
#include "opencl/api/entry_points.h"
#include "opencl/objects/info.h"
#include "opencl/objects/kernel.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

std::uint64_t invocations_of(const Dim3& size) {
  return std::uint64_t{1} * size[0] * size[1] * size[2];
}

std::uint32_t subgroup_size_of(const Kernel& kernel) {
  return kernel.subgroup_size.value_or(driver_options().subgroup_size);
}

std::vector<size_t> list_of(const std::optional<Dim3>& size) {
  if (!size) return {0, 0, 0};
  return {(*size)[0], (*size)[1], (*size)[2]};
}

// The name of the type of an argument, which the translator stores as OpString "kernel_arg_type.KERNEL.uint,int*,".
std::optional<std::string> type_name(const Kernel& kernel, cl_uint number) {
  const std::string prefix = "kernel_arg_type." + kernel.entry.name + ".";
  for (const Instruction& instruction : kernel.build->module->instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    if (instruction.opcode != spv::Op::OpString) continue;
    std::string text = instruction.string(1);
    if (!text.starts_with(prefix)) continue;
    text.erase(0, prefix.size());
    for (; number > 0 && !text.empty(); --number) text.erase(0, text.find(',') + 1);
    return text.substr(0, text.find(','));
  }
  return std::nullopt;
}

cl_kernel_arg_address_qualifier address_of(const ResourceInfo& resource) {
  switch (resource.kind) {
    case ResourceKind::buffer_argument:
    case ResourceKind::image_argument:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case ResourceKind::local_argument:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default:
      return is_pipe(resource) ? CL_KERNEL_ARG_ADDRESS_GLOBAL : CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_access_qualifier access_of(const ResourceInfo& resource) {
  if (resource.kind != ResourceKind::image_argument && !is_pipe(resource))
    return CL_KERNEL_ARG_ACCESS_NONE;
  return resource.writable ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY : CL_KERNEL_ARG_ACCESS_READ_ONLY;
}

}  // namespace

cl_int get_kernel_info(cl_kernel handle, cl_kernel_info name, size_t size, void* value,
                       size_t* size_ret) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_KERNEL_FUNCTION_NAME:
      return info.text(kernel->entry.name);
    case CL_KERNEL_NUM_ARGS:
      return info.give(static_cast<cl_uint>(kernel->arguments.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return info.give<cl_uint>(kernel->references);
    case CL_KERNEL_CONTEXT:
      return info.give(kernel->program->context->handle);
    case CL_KERNEL_PROGRAM:
      return info.give(kernel->program->handle);
    case CL_KERNEL_ATTRIBUTES:
      return info.text(kernel->required_size
                           ? fmt::format("reqd_work_group_size({},{},{})",
                                         (*kernel->required_size)[0], (*kernel->required_size)[1],
                                         (*kernel->required_size)[2])
                           : "");
    default:
      return Info::unknown(name);
  }
}

cl_int get_kernel_arg_info(cl_kernel handle, cl_uint number, cl_kernel_arg_info name, size_t size,
                           void* value, size_t* size_ret) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  const ResourceInfo* resource = kernel->argument(number);
  if (resource == nullptr)
    return fail(CL_INVALID_ARG_INDEX, fmt::format("there is no argument {}", number));
  const Info info{size, value, size_ret};
  const auto type = type_name(*kernel, number);
  switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return info.give(address_of(*resource));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return info.give(access_of(*resource));
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return info.give<cl_kernel_arg_type_qualifier>(is_pipe(*resource) ? CL_KERNEL_ARG_TYPE_PIPE
                                                                        : CL_KERNEL_ARG_TYPE_NONE);
    case CL_KERNEL_ARG_TYPE_NAME:
      if (!type) return fail(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, "the module has no names of types");
      return info.text(*type);
    case CL_KERNEL_ARG_NAME:
      return info.text(resource->name);
    default:
      return Info::unknown(name);
  }
}

cl_int get_kernel_work_group_info(cl_kernel handle, cl_device_id device,
                                  cl_kernel_work_group_info name, size_t size, void* value,
                                  size_t* size_ret) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  if (device != nullptr && !find<Device>(device)) return fail_invalid<Device>();
  const Info info{size, value, size_ret};
  switch (name) {
    case CL_KERNEL_GLOBAL_WORK_SIZE:
      return fail(CL_INVALID_VALUE, "the kernel is not a built-in one");
    case CL_KERNEL_WORK_GROUP_SIZE:
      return info.give<size_t>(kernel->required_size ? invocations_of(*kernel->required_size)
                                                     : max_work_group_size);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
      return info.list(list_of(kernel->required_size));
    case CL_KERNEL_LOCAL_MEM_SIZE: {
      const std::lock_guard lock(kernel->mutex);
      cl_ulong sum = 0;
      for (const Argument& argument : kernel->arguments) sum += argument.local_size;
      return info.give(sum);
    }
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return info.give<size_t>(subgroup_size_of(*kernel));
    case CL_KERNEL_PRIVATE_MEM_SIZE:
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      return info.give<cl_ulong>(0);
    default:
      return Info::unknown(name);
  }
}

namespace {

// The sizes of a work-group that the caller gives.
Created<Dim3> read_sizes(const void* input, size_t size) {
  if (input == nullptr || size % sizeof(size_t) != 0 || size == 0 || size > 3 * sizeof(size_t))
    return fail_to_create(CL_INVALID_VALUE, "input_value is not a size of work-groups");
  Dim3 sizes{1, 1, 1};
  const auto* const given = static_cast<const size_t*>(input);
  for (std::size_t d = 0; d < size / sizeof(size_t); ++d)
    sizes[d] = static_cast<std::uint32_t>(given[d]);
  return sizes;
}

}  // namespace

cl_int get_kernel_sub_group_info(cl_kernel handle, cl_device_id device,
                                 cl_kernel_sub_group_info name, size_t input_size,
                                 const void* input, size_t size, void* value, size_t* size_ret) {
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  if (device != nullptr && !find<Device>(device)) return fail_invalid<Device>();
  const Info info{size, value, size_ret};
  const std::uint64_t subgroup = subgroup_size_of(*kernel);
  switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE: {
      const auto sizes = read_sizes(input, input_size);
      if (!sizes) return sizes.error();
      const std::uint64_t count = invocations_of(*sizes);
      return info.give<size_t>(name == CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE
                                   ? std::min(subgroup, count)
                                   : (count + subgroup - 1) / subgroup);
    }
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
      if (input == nullptr || input_size != sizeof(size_t))
        return fail(CL_INVALID_VALUE, "input_value is not a number of sub-groups");
      const std::uint64_t count = *static_cast<const size_t*>(input) * subgroup;
      std::vector<size_t> sizes(std::min<size_t>(size / sizeof(size_t), 3), 1);
      if (sizes.empty()) sizes.push_back(1);
      sizes[0] = count;
      if (count > max_work_group_size) sizes.assign(sizes.size(), 0);
      return info.list(sizes);
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return info.give<size_t>(max_work_group_size / subgroup);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
      return info.give<size_t>(
          name == CL_KERNEL_COMPILE_NUM_SUB_GROUPS ? 0 : kernel->subgroup_size.value_or(0));
    default:
      return Info::unknown(name);
  }
}

}  // namespace spirv_oracle::opencl
