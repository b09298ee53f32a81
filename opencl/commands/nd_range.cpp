// Enqueues kernels.

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "opencl/api/entry_points.h"
#include "opencl/commands/dispatch.h"
#include "opencl/commands/submission.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

// What clEnqueueNDRangeKernel gets.
struct NdRange {
  cl_uint dimensions;
  const size_t* offset;
  const size_t* global;
  const size_t* local;  // null: the device decides
};

cl_int check_global(const NdRange& range) {
  if (range.dimensions < 1 || range.dimensions > 3)
    return fail(CL_INVALID_WORK_DIMENSION,
                fmt::format("work_dim is {}, and must be 1, 2 or 3", range.dimensions));
  if (range.global == nullptr) return fail(CL_INVALID_GLOBAL_WORK_SIZE, "global_work_size is NULL");
  for (cl_uint d = 0; d < range.dimensions; ++d) {
    if (range.global[d] > std::numeric_limits<std::uint32_t>::max())
      return fail(
          CL_INVALID_GLOBAL_WORK_SIZE,
          fmt::format("global_work_size[{}] is {}, which is too large", d, range.global[d]));
    const size_t offset = range.offset == nullptr ? 0 : range.offset[d];
    if (offset > std::numeric_limits<size_t>::max() - range.global[d])
      return fail(CL_INVALID_GLOBAL_OFFSET,
                  fmt::format("global_work_offset[{}] is {}, so ids overflow", d, offset));
  }
  return CL_SUCCESS;
}

// Of a dimension that has no better size: the largest divisor of the global size that is not larger.
std::uint32_t divisor_of(std::uint64_t global, std::uint64_t most) {
  std::uint64_t size = std::min(global, most);
  while (global % size != 0) --size;
  return static_cast<std::uint32_t>(size);
}

// The size of work-groups that the device chooses.
Dim3 chosen_size(const NdRange& range, const Kernel& kernel) {
  if (kernel.required_size) return *kernel.required_size;
  constexpr std::uint64_t most = 64;
  Dim3 size{1, 1, 1};
  std::uint64_t count = 1;
  for (cl_uint d = 0; d < range.dimensions; ++d) {
    size[d] = divisor_of(range.global[d], most / count);
    count *= size[d];
  }
  return size;
}

cl_int check_local(const NdRange& range, const Kernel& kernel, const Dim3& size) {
  const auto wrong = [&](const std::string& reason) {
    return fail(CL_INVALID_WORK_GROUP_SIZE, fmt::format("{}: {}", kernel.text(), reason));
  };
  std::uint64_t count = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (size[d] == 0) return wrong(fmt::format("local_work_size[{}] is 0", d));
    if (size[d] > max_work_group_size)
      return fail(CL_INVALID_WORK_ITEM_SIZE,
                  fmt::format("local_work_size[{}] is {}, but at most {} are permitted", d, size[d],
                              max_work_group_size));
    count *= size[d];
    const std::uint64_t global = d < range.dimensions ? range.global[d] : 1;
    if (kernel.build->needs_uniform_groups && global % size[d] != 0)
      return wrong(fmt::format(
          "global_work_size[{}] is {}, which is not a multiple of local_work_size {}; before "
          "OpenCL C 2.0 and with -cl-uniform-work-group-size it must be",
          d, global, size[d]));
  }
  if (count > max_work_group_size)
    return wrong(
        fmt::format("a work-group would have {} work-items, but CL_KERNEL_WORK_GROUP_SIZE "
                    "is {}",
                    count, max_work_group_size));
  if (kernel.required_size && size != *kernel.required_size)
    return wrong("local_work_size differs from what reqd_work_group_size declares");
  return CL_SUCCESS;
}

// The local memory that arguments ask for, and whether all are set.
cl_int check_arguments(const Kernel& kernel, const std::vector<Argument>& arguments) {
  std::uint64_t local_size = 0;
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    const std::string name = fmt::format("{} of {}", kernel.text_of_argument(i), kernel.text());
    if (!arguments[i].is_set) {
      Reporter::get().report(rules::argument_not_set,
                             fmt::format("{}: {} was never set", current_call(), name));
      return CL_INVALID_KERNEL_ARGS;
    }
    local_size += arguments[i].local_size;
    if (arguments[i].memory && arguments[i].memory->references == 0) {
      Reporter::get().report(rules::object_in_use,
                             fmt::format("{}: {} is {}, which was released", current_call(), name,
                                         arguments[i].memory->text()));
    }
  }
  if (local_size <= local_memory_size) return CL_SUCCESS;
  return fail(CL_OUT_OF_RESOURCES,
              fmt::format("the arguments ask for {} bytes of local memory, but "
                          "CL_DEVICE_LOCAL_MEM_SIZE is {}",
                          local_size, local_memory_size));
}

Launch launch_of(const NdRange& range, const Dim3& size) {
  Launch launch;
  Dim3 global{1, 1, 1};
  for (cl_uint d = 0; d < range.dimensions; ++d) {
    global[d] = static_cast<std::uint32_t>(range.global[d]);
    if (range.offset != nullptr) launch.global_offset[d] = range.offset[d];
  }
  for (std::size_t d = 0; d < 3; ++d)
    launch.groups[d] =
        static_cast<std::uint32_t>((std::uint64_t{global[d]} + size[d] - 1) / size[d]);
  launch.global_size = global;
  launch.work_dimensions = range.dimensions;
  return launch;
}

std::uint64_t next_dispatch() {
  static std::atomic<std::uint64_t> count = 0;
  return ++count;
}

cl_int enqueue_kernel(cl_command_queue queue, cl_kernel handle, const NdRange& range, cl_uint count,
                      const cl_event* list, cl_event* event, cl_command_type type) {
  Submission submission;
  if (const cl_int error = submission.begin(queue, count, list, type)) return error;
  const auto kernel = find<Kernel>(handle);
  if (!kernel) return fail_invalid<Kernel>();
  if (kernel->program->context != submission.context())
    return fail(CL_INVALID_CONTEXT, "the kernel is of another context than the queue");
  if (const cl_int error = check_global(range)) return error;
  DispatchCommand command;
  bool uses_svm = false;
  command.kernel = kernel;
  {
    const std::lock_guard lock(kernel->mutex);
    command.arguments = kernel->arguments;
    uses_svm = kernel->has_svm_pointers;
  }
  if (const cl_int error = check_arguments(*kernel, command.arguments)) return error;
  // Since OpenCL 2.1, such a command does nothing.
  if (std::any_of(range.global, range.global + range.dimensions,
                  [](size_t size) { return size == 0; }))
    return submission.enqueue(event, false, nullptr);
  Dim3 size{1, 1, 1};
  if (range.local == nullptr) {
    size = chosen_size(range, *kernel);
  } else {
    for (cl_uint d = 0; d < range.dimensions; ++d)
      size[d] = static_cast<std::uint32_t>(
          std::min<size_t>(range.local[d], std::numeric_limits<std::uint32_t>::max()));
  }
  if (const cl_int error = check_local(range, *kernel, size)) return error;
  auto pipeline = kernel->pipeline(size);
  if (!pipeline) {
    Reporter::get().report(
        rules::not_supported,
        fmt::format("{} cannot be used: {}", kernel->text(), pipeline.error().message));
    return fail(CL_OUT_OF_RESOURCES, pipeline.error().message);
  }
  command.pipeline = std::move(*pipeline);
  command.launch = launch_of(range, size);
  command.number = next_dispatch();
  for (const Argument& argument : command.arguments)
    uses_svm = uses_svm || argument.svm.value_or(0) != 0;
  if (uses_svm) command.svm = std::make_shared<SvmSnapshot>(submission.context());
  command.keeps_reads = !submission.queue()->is_in_order() || submission.context()->queues > 1;
  submission.set_place(fmt::format("dispatch {}: {} in {}, {}", command.number, current_call(),
                                   submission.queue()->text(), kernel->text()));
  return submission.enqueue(event, false, [command, of = submission.event().get()] {
    return run_dispatch(command, *of);
  });
}

}  // namespace

cl_int enqueue_nd_range_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                               const size_t* offset, const size_t* global, const size_t* local,
                               cl_uint count, const cl_event* list, cl_event* event) {
  return enqueue_kernel(queue, kernel, {dimensions, offset, global, local}, count, list, event,
                        CL_COMMAND_NDRANGE_KERNEL);
}

cl_int enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* list,
                    cl_event* event) {
  constexpr size_t one = 1;
  return enqueue_kernel(queue, kernel, {1, nullptr, &one, &one}, count, list, event,
                        CL_COMMAND_TASK);
}

cl_int enqueue_native_kernel(cl_command_queue queue, void(CL_CALLBACK* /*function*/)(void*),
                             void* /*arguments*/, size_t /*size*/, cl_uint /*count*/,
                             const cl_mem* /*memory*/, const void** /*places*/, cl_uint /*waits*/,
                             const cl_event* /*list*/, cl_event* /*event*/) {
  if (!find<Queue>(queue)) return fail_invalid<Queue>();
  return fail(CL_INVALID_OPERATION,
              "CL_DEVICE_EXECUTION_CAPABILITIES has no CL_EXEC_NATIVE_KERNEL");
}

}  // namespace spirv_oracle::opencl
