// The dispatch table, which the loader calls through (cl_khr_icd).

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <tuple>

#include "opencl/api/entry_points.h"
#include "opencl/entry.h"
#include "opencl/objects/platform.h"

namespace spirv_oracle::opencl {
namespace {

// A function of an extension that the device lacks, such as those that share objects with OpenGL.
template <class R, class... A>
void set_absent(R(CL_API_CALL*& member)(A...)) {
  member = [](A... arguments) -> R {
    constexpr cl_int error = CL_INVALID_OPERATION;
    if constexpr (std::is_same_v<R, cl_int>) {
      return error;
    } else {
      const auto last = std::get<sizeof...(A) - 1>(std::tuple(arguments...));
      if constexpr (std::is_same_v<decltype(last), cl_int* const>) {
        if (last != nullptr) *last = error;
      }
      return nullptr;
    }
  };
}

template <class... Members>
void set_all_absent(Members&... members) {
  (set_absent(members), ...);
}

void add_objects(cl_icd_dispatch& table) {
  table.clGetPlatformIDs = entry<&get_platform_ids, "clGetPlatformIDs">;
  table.clGetPlatformInfo = entry<&get_platform_info, "clGetPlatformInfo">;
  table.clGetDeviceIDs = entry<&get_device_ids, "clGetDeviceIDs">;
  table.clGetDeviceInfo = entry<&get_device_info, "clGetDeviceInfo">;
  table.clCreateContext = entry<&create_context, "clCreateContext">;
  table.clCreateContextFromType = entry<&create_context_from_type, "clCreateContextFromType">;
  table.clRetainContext = entry<&retain_context, "clRetainContext">;
  table.clReleaseContext = entry<&release_context, "clReleaseContext">;
  table.clGetContextInfo = entry<&get_context_info, "clGetContextInfo">;
  table.clCreateBuffer = entry<&create_buffer, "clCreateBuffer">;
  table.clCreateImage2D = entry<&create_image_2d, "clCreateImage2D">;
  table.clCreateImage3D = entry<&create_image_3d, "clCreateImage3D">;
  table.clRetainMemObject = entry<&retain_mem_object, "clRetainMemObject">;
  table.clReleaseMemObject = entry<&release_mem_object, "clReleaseMemObject">;
  table.clGetSupportedImageFormats =
      entry<&get_supported_image_formats, "clGetSupportedImageFormats">;
  table.clGetMemObjectInfo = entry<&get_mem_object_info, "clGetMemObjectInfo">;
  table.clGetImageInfo = entry<&get_image_info, "clGetImageInfo">;
  table.clCreateSampler = entry<&create_sampler, "clCreateSampler">;
  table.clRetainSampler = entry<&retain_sampler, "clRetainSampler">;
  table.clReleaseSampler = entry<&release_sampler, "clReleaseSampler">;
  table.clGetSamplerInfo = entry<&get_sampler_info, "clGetSamplerInfo">;
  table.clCreateProgramWithSource = entry<&create_program_with_source, "clCreateProgramWithSource">;
  table.clCreateProgramWithBinary = entry<&create_program_with_binary, "clCreateProgramWithBinary">;
  table.clRetainProgram = entry<&retain_program, "clRetainProgram">;
  table.clReleaseProgram = entry<&release_program, "clReleaseProgram">;
  table.clBuildProgram = entry<&build_program, "clBuildProgram">;
  table.clUnloadCompiler = entry<&unload_compiler, "clUnloadCompiler">;
  table.clGetProgramInfo = entry<&get_program_info, "clGetProgramInfo">;
  table.clGetProgramBuildInfo = entry<&get_program_build_info, "clGetProgramBuildInfo">;
  table.clCreateKernel = entry<&create_kernel, "clCreateKernel">;
  table.clCreateKernelsInProgram = entry<&create_kernels_in_program, "clCreateKernelsInProgram">;
  table.clRetainKernel = entry<&retain_kernel, "clRetainKernel">;
  table.clReleaseKernel = entry<&release_kernel, "clReleaseKernel">;
  table.clSetKernelArg = entry<&set_kernel_arg, "clSetKernelArg">;
  table.clGetKernelInfo = entry<&get_kernel_info, "clGetKernelInfo">;
  table.clGetKernelWorkGroupInfo = entry<&get_kernel_work_group_info, "clGetKernelWorkGroupInfo">;
  table.clCreateSubBuffer = entry<&create_sub_buffer, "clCreateSubBuffer">;
  table.clSetMemObjectDestructorCallback =
      entry<&set_mem_object_destructor_callback, "clSetMemObjectDestructorCallback">;
  table.clCreateSubDevices = entry<&create_sub_devices, "clCreateSubDevices">;
  table.clRetainDevice = entry<&retain_device, "clRetainDevice">;
  table.clReleaseDevice = entry<&release_device, "clReleaseDevice">;
  table.clCreateImage = entry<&create_image, "clCreateImage">;
  table.clCreateProgramWithBuiltInKernels =
      entry<&create_program_with_built_in_kernels, "clCreateProgramWithBuiltInKernels">;
  table.clCompileProgram = entry<&compile_program, "clCompileProgram">;
  table.clLinkProgram = entry<&link_program, "clLinkProgram">;
  table.clUnloadPlatformCompiler = entry<&unload_platform_compiler, "clUnloadPlatformCompiler">;
  table.clGetKernelArgInfo = entry<&get_kernel_arg_info, "clGetKernelArgInfo">;
  table.clCreatePipe = entry<&create_pipe, "clCreatePipe">;
  table.clGetPipeInfo = entry<&get_pipe_info, "clGetPipeInfo">;
  table.clSVMAlloc = entry<&svm_alloc, "clSVMAlloc">;
  table.clSVMFree = entry<&svm_free, "clSVMFree">;
  table.clCreateSamplerWithProperties =
      entry<&create_sampler_with_properties, "clCreateSamplerWithProperties">;
  table.clSetKernelArgSVMPointer = entry<&set_kernel_arg_svm_pointer, "clSetKernelArgSVMPointer">;
  table.clSetKernelExecInfo = entry<&set_kernel_exec_info, "clSetKernelExecInfo">;
  table.clCloneKernel = entry<&clone_kernel, "clCloneKernel">;
  table.clCreateProgramWithIL = entry<&create_program_with_il, "clCreateProgramWithIL">;
  table.clGetKernelSubGroupInfo = entry<&get_kernel_sub_group_info, "clGetKernelSubGroupInfo">;
  table.clSetProgramReleaseCallback =
      entry<&set_program_release_callback, "clSetProgramReleaseCallback">;
  table.clSetProgramSpecializationConstant =
      entry<&set_program_specialization_constant, "clSetProgramSpecializationConstant">;
  table.clCreateBufferWithProperties =
      entry<&create_buffer_with_properties, "clCreateBufferWithProperties">;
  table.clCreateImageWithProperties =
      entry<&create_image_with_properties, "clCreateImageWithProperties">;
  table.clSetContextDestructorCallback =
      entry<&set_context_destructor_callback, "clSetContextDestructorCallback">;
}

void add_commands(cl_icd_dispatch& table) {
  table.clCreateCommandQueue = entry<&create_command_queue, "clCreateCommandQueue">;
  table.clRetainCommandQueue = entry<&retain_command_queue, "clRetainCommandQueue">;
  table.clReleaseCommandQueue = entry<&release_command_queue, "clReleaseCommandQueue">;
  table.clGetCommandQueueInfo = entry<&get_command_queue_info, "clGetCommandQueueInfo">;
  table.clSetCommandQueueProperty = entry<&set_command_queue_property, "clSetCommandQueueProperty">;
  table.clWaitForEvents = entry<&wait_for_events, "clWaitForEvents">;
  table.clGetEventInfo = entry<&get_event_info, "clGetEventInfo">;
  table.clRetainEvent = entry<&retain_event, "clRetainEvent">;
  table.clReleaseEvent = entry<&release_event, "clReleaseEvent">;
  table.clGetEventProfilingInfo = entry<&get_event_profiling_info, "clGetEventProfilingInfo">;
  table.clFlush = entry<&flush, "clFlush">;
  table.clFinish = entry<&finish, "clFinish">;
  table.clEnqueueReadBuffer = entry<&enqueue_read_buffer, "clEnqueueReadBuffer">;
  table.clEnqueueWriteBuffer = entry<&enqueue_write_buffer, "clEnqueueWriteBuffer">;
  table.clEnqueueCopyBuffer = entry<&enqueue_copy_buffer, "clEnqueueCopyBuffer">;
  table.clEnqueueReadImage = entry<&enqueue_read_image, "clEnqueueReadImage">;
  table.clEnqueueWriteImage = entry<&enqueue_write_image, "clEnqueueWriteImage">;
  table.clEnqueueCopyImage = entry<&enqueue_copy_image, "clEnqueueCopyImage">;
  table.clEnqueueCopyImageToBuffer =
      entry<&enqueue_copy_image_to_buffer, "clEnqueueCopyImageToBuffer">;
  table.clEnqueueCopyBufferToImage =
      entry<&enqueue_copy_buffer_to_image, "clEnqueueCopyBufferToImage">;
  table.clEnqueueMapBuffer = entry<&enqueue_map_buffer, "clEnqueueMapBuffer">;
  table.clEnqueueMapImage = entry<&enqueue_map_image, "clEnqueueMapImage">;
  table.clEnqueueUnmapMemObject = entry<&enqueue_unmap_mem_object, "clEnqueueUnmapMemObject">;
  table.clEnqueueNDRangeKernel = entry<&enqueue_nd_range_kernel, "clEnqueueNDRangeKernel">;
  table.clEnqueueTask = entry<&enqueue_task, "clEnqueueTask">;
  table.clEnqueueNativeKernel = entry<&enqueue_native_kernel, "clEnqueueNativeKernel">;
  table.clEnqueueMarker = entry<&enqueue_marker, "clEnqueueMarker">;
  table.clEnqueueWaitForEvents = entry<&enqueue_wait_for_events, "clEnqueueWaitForEvents">;
  table.clEnqueueBarrier = entry<&enqueue_barrier, "clEnqueueBarrier">;
  table.clSetEventCallback = entry<&set_event_callback, "clSetEventCallback">;
  table.clCreateUserEvent = entry<&create_user_event, "clCreateUserEvent">;
  table.clSetUserEventStatus = entry<&set_user_event_status, "clSetUserEventStatus">;
  table.clEnqueueReadBufferRect = entry<&enqueue_read_buffer_rect, "clEnqueueReadBufferRect">;
  table.clEnqueueWriteBufferRect = entry<&enqueue_write_buffer_rect, "clEnqueueWriteBufferRect">;
  table.clEnqueueCopyBufferRect = entry<&enqueue_copy_buffer_rect, "clEnqueueCopyBufferRect">;
  table.clEnqueueFillBuffer = entry<&enqueue_fill_buffer, "clEnqueueFillBuffer">;
  table.clEnqueueFillImage = entry<&enqueue_fill_image, "clEnqueueFillImage">;
  table.clEnqueueMigrateMemObjects =
      entry<&enqueue_migrate_mem_objects, "clEnqueueMigrateMemObjects">;
  table.clEnqueueMarkerWithWaitList =
      entry<&enqueue_marker_with_wait_list, "clEnqueueMarkerWithWaitList">;
  table.clEnqueueBarrierWithWaitList =
      entry<&enqueue_barrier_with_wait_list, "clEnqueueBarrierWithWaitList">;
  table.clCreateCommandQueueWithProperties =
      entry<&create_command_queue_with_properties, "clCreateCommandQueueWithProperties">;
  table.clEnqueueSVMFree = entry<&enqueue_svm_free, "clEnqueueSVMFree">;
  table.clEnqueueSVMMemcpy = entry<&enqueue_svm_memcpy, "clEnqueueSVMMemcpy">;
  table.clEnqueueSVMMemFill = entry<&enqueue_svm_mem_fill, "clEnqueueSVMMemFill">;
  table.clEnqueueSVMMap = entry<&enqueue_svm_map, "clEnqueueSVMMap">;
  table.clEnqueueSVMUnmap = entry<&enqueue_svm_unmap, "clEnqueueSVMUnmap">;
  table.clEnqueueSVMMigrateMem = entry<&enqueue_svm_migrate_mem, "clEnqueueSVMMigrateMem">;
  table.clSetDefaultDeviceCommandQueue =
      entry<&set_default_device_command_queue, "clSetDefaultDeviceCommandQueue">;
  table.clGetDeviceAndHostTimer = entry<&get_device_and_host_timer, "clGetDeviceAndHostTimer">;
  table.clGetHostTimer = entry<&get_host_timer, "clGetHostTimer">;
  table.clGetExtensionFunctionAddress =
      entry<&get_extension_function_address, "clGetExtensionFunctionAddress">;
  table.clGetExtensionFunctionAddressForPlatform =
      entry<&get_extension_function_address_for_platform,
            "clGetExtensionFunctionAddressForPlatform">;
  table.clGetKernelSubGroupInfoKHR = table.clGetKernelSubGroupInfo;
}

void add_absent(cl_icd_dispatch& table) {
  set_all_absent(table.clCreateFromGLBuffer, table.clCreateFromGLTexture2D,
                 table.clCreateFromGLTexture3D, table.clCreateFromGLRenderbuffer,
                 table.clGetGLObjectInfo, table.clGetGLTextureInfo, table.clEnqueueAcquireGLObjects,
                 table.clEnqueueReleaseGLObjects, table.clGetGLContextInfoKHR,
                 table.clCreateSubDevicesEXT, table.clRetainDeviceEXT, table.clReleaseDeviceEXT,
                 table.clCreateEventFromGLsyncKHR, table.clCreateFromGLTexture,
                 table.clCreateFromEGLImageKHR, table.clEnqueueAcquireEGLObjectsKHR,
                 table.clEnqueueReleaseEGLObjectsKHR, table.clCreateEventFromEGLSyncKHR);
}

cl_icd_dispatch make_table() {
  cl_icd_dispatch table{};
  add_objects(table);
  add_commands(table);
  add_absent(table);
  return table;
}

struct NamedFunction {
  std::string_view name;
  void* function;
};

}  // namespace

const cl_icd_dispatch& dispatch_table() {
  static const cl_icd_dispatch table = make_table();
  return table;
}

// Of the extensions that the device has.
void* find_function(const char* name) {
  if (name == nullptr) return nullptr;
  const cl_icd_dispatch& table = dispatch_table();
  const NamedFunction functions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void*>(table.clGetPlatformIDs)},
      {"clCreateProgramWithILKHR", reinterpret_cast<void*>(table.clCreateProgramWithIL)},
      {"clGetKernelSubGroupInfoKHR", reinterpret_cast<void*>(table.clGetKernelSubGroupInfo)},
      {"clGetPlatformInfo", reinterpret_cast<void*>(table.clGetPlatformInfo)},
  };
  const auto* found = std::ranges::find(functions, std::string_view(name), &NamedFunction::name);
  return found == std::end(functions) ? nullptr : found->function;
}

void* get_extension_function_address(const char* name) { return find_function(name); }

void* get_extension_function_address_for_platform(cl_platform_id platform, const char* name) {
  return find<Platform>(platform) ? find_function(name) : nullptr;
}

}  // namespace spirv_oracle::opencl
