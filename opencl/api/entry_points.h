// The functions of OpenCL: each is that of the dispatch table whose name it has. Functions that create objects return what
// they create, or the error code.
#pragma once

#include "opencl/api/api.h"

namespace spirv_oracle::opencl {

// commands/buffers.cpp
cl_int enqueue_read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                           size_t size, void* host, cl_uint count, const cl_event* list,
                           cl_event* event);
cl_int enqueue_write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                            size_t size, const void* host, cl_uint count, const cl_event* list,
                            cl_event* event);
cl_int enqueue_copy_buffer(cl_command_queue queue, cl_mem from_handle, cl_mem to_handle,
                           size_t from_offset, size_t to_offset, size_t size, cl_uint count,
                           const cl_event* list, cl_event* event);
cl_int enqueue_read_buffer_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                const size_t* buffer_origin, const size_t* host_origin,
                                const size_t* region, size_t buffer_row_pitch,
                                size_t buffer_slice_pitch, size_t host_row_pitch,
                                size_t host_slice_pitch, void* host, cl_uint count,
                                const cl_event* list, cl_event* event);
cl_int enqueue_write_buffer_rect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                 const size_t* buffer_origin, const size_t* host_origin,
                                 const size_t* region, size_t buffer_row_pitch,
                                 size_t buffer_slice_pitch, size_t host_row_pitch,
                                 size_t host_slice_pitch, const void* host, cl_uint count,
                                 const cl_event* list, cl_event* event);
cl_int enqueue_copy_buffer_rect(cl_command_queue queue, cl_mem from_handle, cl_mem to_handle,
                                const size_t* from_origin, const size_t* to_origin,
                                const size_t* region, size_t from_row_pitch,
                                size_t from_slice_pitch, size_t to_row_pitch, size_t to_slice_pitch,
                                cl_uint count, const cl_event* list, cl_event* event);
cl_int enqueue_fill_buffer(cl_command_queue queue, cl_mem handle, const void* pattern,
                           size_t pattern_size, size_t offset, size_t size, cl_uint count,
                           const cl_event* list, cl_event* event);

// commands/events.cpp
Created<cl_command_queue> create_command_queue(cl_context context, cl_device_id device,
                                               cl_command_queue_properties properties);
cl_int retain_command_queue(cl_command_queue queue);
cl_int release_command_queue(cl_command_queue queue);
cl_int get_command_queue_info(cl_command_queue handle, cl_command_queue_info name, size_t size,
                              void* value, size_t* size_ret);
cl_int set_command_queue_property(cl_command_queue handle, cl_command_queue_properties properties,
                                  cl_bool enable, cl_command_queue_properties* old_properties);
cl_int wait_for_events(cl_uint count, const cl_event* list);
cl_int get_event_info(cl_event handle, cl_event_info name, size_t size, void* value,
                      size_t* size_ret);
cl_int retain_event(cl_event event);
cl_int release_event(cl_event event);
cl_int get_event_profiling_info(cl_event handle, cl_profiling_info name, size_t size, void* value,
                                size_t* size_ret);
cl_int flush(cl_command_queue queue);
cl_int finish(cl_command_queue handle);
cl_int enqueue_marker(cl_command_queue queue, cl_event* event);
cl_int enqueue_wait_for_events(cl_command_queue queue, cl_uint count, const cl_event* list);
cl_int enqueue_barrier(cl_command_queue queue);
cl_int set_event_callback(cl_event handle, cl_int status, EventCallback notify, void* user_data);
Created<cl_event> create_user_event(cl_context handle);
cl_int set_user_event_status(cl_event handle, cl_int status);
cl_int enqueue_marker_with_wait_list(cl_command_queue queue, cl_uint count, const cl_event* list,
                                     cl_event* event);
cl_int enqueue_barrier_with_wait_list(cl_command_queue queue, cl_uint count, const cl_event* list,
                                      cl_event* event);
Created<cl_command_queue> create_command_queue_with_properties(
    cl_context context, cl_device_id device, const cl_queue_properties* properties);
cl_int set_default_device_command_queue(cl_context context, cl_device_id device,
                                        cl_command_queue queue);

// commands/images.cpp
cl_int enqueue_read_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                          const size_t* origin, const size_t* region, size_t row_pitch,
                          size_t slice_pitch, void* host, cl_uint count, const cl_event* list,
                          cl_event* event);
cl_int enqueue_write_image(cl_command_queue queue, cl_mem image, cl_bool blocking,
                           const size_t* origin, const size_t* region, size_t row_pitch,
                           size_t slice_pitch, const void* host, cl_uint count,
                           const cl_event* list, cl_event* event);
cl_int enqueue_copy_image(cl_command_queue queue, cl_mem from_handle, cl_mem to_handle,
                          const size_t* from_origin, const size_t* to_origin, const size_t* region,
                          cl_uint count, const cl_event* list, cl_event* event);
cl_int enqueue_copy_image_to_buffer(cl_command_queue queue, cl_mem image, cl_mem buffer,
                                    const size_t* origin, const size_t* region, size_t offset,
                                    cl_uint count, const cl_event* list, cl_event* event);
cl_int enqueue_copy_buffer_to_image(cl_command_queue queue, cl_mem buffer, cl_mem image,
                                    size_t offset, const size_t* origin, const size_t* region,
                                    cl_uint count, const cl_event* list, cl_event* event);
Created<void*> enqueue_map_image(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                                 cl_map_flags flags, const size_t* origin, const size_t* region,
                                 size_t* row_pitch, size_t* slice_pitch, cl_uint count,
                                 const cl_event* list, cl_event* event);
cl_int enqueue_fill_image(cl_command_queue queue, cl_mem handle, const void* color,
                          const size_t* origin, const size_t* region, cl_uint count,
                          const cl_event* list, cl_event* event);
cl_int enqueue_migrate_mem_objects(cl_command_queue queue, cl_uint memory_count,
                                   const cl_mem* memories, cl_mem_migration_flags flags,
                                   cl_uint count, const cl_event* list, cl_event* event);

// commands/maps.cpp
Created<void*> enqueue_map_buffer(cl_command_queue queue, cl_mem handle, cl_bool blocking,
                                  cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                  const cl_event* list, cl_event* event);
cl_int enqueue_unmap_mem_object(cl_command_queue queue, cl_mem handle, void* pointer, cl_uint count,
                                const cl_event* list, cl_event* event);

// commands/nd_range.cpp
cl_int enqueue_nd_range_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                               const size_t* offset, const size_t* global, const size_t* local,
                               cl_uint count, const cl_event* list, cl_event* event);
cl_int enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* list,
                    cl_event* event);
cl_int enqueue_native_kernel(cl_command_queue queue, void(CL_CALLBACK* function)(void*),
                             void* arguments, size_t size, cl_uint count, const cl_mem* memory,
                             const void** places, cl_uint waits, const cl_event* list,
                             cl_event* event);

// commands/svm_commands.cpp
cl_int enqueue_svm_free(cl_command_queue queue, cl_uint pointer_count, void* pointers[],
                        void(CL_CALLBACK* release)(cl_command_queue, cl_uint, void*[], void*),
                        void* data, cl_uint count, const cl_event* list, cl_event* event);
cl_int enqueue_svm_memcpy(cl_command_queue queue, cl_bool blocking, void* to_address,
                          const void* from_address, size_t size, cl_uint count,
                          const cl_event* list, cl_event* event);
cl_int enqueue_svm_mem_fill(cl_command_queue queue, void* address, const void* pattern,
                            size_t pattern_size, size_t size, cl_uint count, const cl_event* list,
                            cl_event* event);
cl_int enqueue_svm_map(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void* address,
                       size_t size, cl_uint count, const cl_event* list, cl_event* event);
cl_int enqueue_svm_unmap(cl_command_queue queue, void* address, cl_uint count, const cl_event* list,
                         cl_event* event);
cl_int enqueue_svm_migrate_mem(cl_command_queue queue, cl_uint pointer_count, const void** pointers,
                               const size_t* sizes, cl_mem_migration_flags flags, cl_uint count,
                               const cl_event* list, cl_event* event);

// objects/context.cpp
Created<cl_context> create_context(const cl_context_properties* properties, cl_uint count,
                                   const cl_device_id* devices, Notify notify, void* data);
Created<cl_context> create_context_from_type(const cl_context_properties* properties,
                                             cl_device_type type, Notify notify, void* data);
cl_int retain_context(cl_context context);
cl_int release_context(cl_context context);
cl_int get_context_info(cl_context handle, cl_context_info name, size_t size, void* value,
                        size_t* size_ret);
cl_int set_context_destructor_callback(cl_context handle,
                                       void(CL_CALLBACK* notify)(cl_context, void*), void* data);

// objects/device_info.cpp
cl_int get_device_info(cl_device_id device, cl_device_info name, size_t size, void* value,
                       size_t* size_ret);

// objects/image.cpp
Created<cl_mem> create_image_2d(cl_context context, cl_mem_flags flags,
                                const cl_image_format* format, size_t width, size_t height,
                                size_t row_pitch, void* host);
Created<cl_mem> create_image_3d(cl_context context, cl_mem_flags flags,
                                const cl_image_format* format, size_t width, size_t height,
                                size_t depth, size_t row_pitch, size_t slice_pitch, void* host);
cl_int get_supported_image_formats(cl_context context, cl_mem_flags flags, cl_mem_object_type type,
                                   cl_uint count, cl_image_format* formats, cl_uint* count_ret);
cl_int get_image_info(cl_mem handle, cl_image_info name, size_t size, void* value,
                      size_t* size_ret);
Created<cl_mem> create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                             const cl_image_desc* desc, void* host);
Created<cl_mem> create_pipe(cl_context context_handle, cl_mem_flags flags, cl_uint packet_size,
                            cl_uint max_packets, const cl_pipe_properties* properties);
cl_int get_pipe_info(cl_mem handle, cl_pipe_info name, size_t size, void* value, size_t* size_ret);
Created<cl_mem> create_image_with_properties(cl_context context,
                                             const cl_mem_properties* properties,
                                             cl_mem_flags flags, const cl_image_format* format,
                                             const cl_image_desc* desc, void* host);

// objects/kernel.cpp
Created<cl_kernel> create_kernel(cl_program handle, const char* name);
cl_int create_kernels_in_program(cl_program handle, cl_uint count, cl_kernel* kernels,
                                 cl_uint* count_ret);
cl_int retain_kernel(cl_kernel kernel);
cl_int release_kernel(cl_kernel kernel);
cl_int set_kernel_arg(cl_kernel handle, cl_uint number, size_t size, const void* value);
cl_int set_kernel_arg_svm_pointer(cl_kernel handle, cl_uint number, const void* pointer);
cl_int set_kernel_exec_info(cl_kernel handle, cl_kernel_exec_info name, size_t size,
                            const void* value);
Created<cl_kernel> clone_kernel(cl_kernel handle);

// objects/kernel_info.cpp
cl_int get_kernel_info(cl_kernel handle, cl_kernel_info name, size_t size, void* value,
                       size_t* size_ret);
cl_int get_kernel_work_group_info(cl_kernel handle, cl_device_id device,
                                  cl_kernel_work_group_info name, size_t size, void* value,
                                  size_t* size_ret);
cl_int get_kernel_arg_info(cl_kernel handle, cl_uint number, cl_kernel_arg_info name, size_t size,
                           void* value, size_t* size_ret);
cl_int get_kernel_sub_group_info(cl_kernel handle, cl_device_id device,
                                 cl_kernel_sub_group_info name, size_t input_size,
                                 const void* input, size_t size, void* value, size_t* size_ret);

// objects/memory.cpp
Created<cl_mem> create_buffer(cl_context context, cl_mem_flags flags, size_t size,
                              void* host_pointer);
cl_int retain_mem_object(cl_mem memory);
cl_int release_mem_object(cl_mem memory);
cl_int get_mem_object_info(cl_mem handle, cl_mem_info name, size_t size, void* value,
                           size_t* size_ret);
Created<cl_mem> create_sub_buffer(cl_mem handle, cl_mem_flags flags, cl_buffer_create_type type,
                                  const void* info);
cl_int set_mem_object_destructor_callback(cl_mem handle, void(CL_CALLBACK* notify)(cl_mem, void*),
                                          void* data);
Created<cl_mem> create_buffer_with_properties(cl_context context,
                                              const cl_mem_properties* properties,
                                              cl_mem_flags flags, size_t size, void* host_pointer);

// objects/platform.cpp
cl_int get_platform_ids(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms);
cl_int get_platform_info(cl_platform_id platform, cl_platform_info name, size_t size, void* value,
                         size_t* size_ret);
cl_int get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices);
cl_int create_sub_devices(cl_device_id device, const cl_device_partition_property* properties,
                          cl_uint count, cl_device_id* devices, cl_uint* count_ret);
cl_int retain_device(cl_device_id device);
cl_int release_device(cl_device_id device);

// objects/program.cpp
Created<cl_program> create_program_with_source(cl_context context_handle, cl_uint count,
                                               const char** strings, const size_t* lengths);
Created<cl_program> create_program_with_binary(cl_context context_handle, cl_uint count,
                                               const cl_device_id* devices, const size_t* lengths,
                                               const unsigned char** binaries, cl_int* status);
cl_int retain_program(cl_program program);
cl_int release_program(cl_program program);
cl_int build_program(cl_program handle, cl_uint count, const cl_device_id* devices,
                     const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data);
cl_int unload_compiler();
cl_int get_program_info(cl_program handle, cl_program_info name, size_t size, void* value,
                        size_t* size_ret);
cl_int get_program_build_info(cl_program handle, cl_device_id device, cl_program_build_info name,
                              size_t size, void* value, size_t* size_ret);
Created<cl_program> create_program_with_built_in_kernels(cl_context context, cl_uint count,
                                                         const cl_device_id* devices,
                                                         const char* names);
cl_int compile_program(cl_program handle, cl_uint count, const cl_device_id* devices,
                       const char* options, cl_uint header_count, const cl_program* headers,
                       const char** names, void(CL_CALLBACK* notify)(cl_program, void*),
                       void* data);
Created<cl_program> link_program(cl_context context_handle, cl_uint count,
                                 const cl_device_id* devices, const char* options,
                                 cl_uint program_count, const cl_program* programs,
                                 void(CL_CALLBACK* notify)(cl_program, void*), void* data);
cl_int unload_platform_compiler(cl_platform_id platform);
Created<cl_program> create_program_with_il(cl_context context_handle, const void* il,
                                           size_t length);
cl_int set_program_release_callback(cl_program handle, void(CL_CALLBACK* notify)(cl_program, void*),
                                    void* data);
cl_int set_program_specialization_constant(cl_program handle, cl_uint id, size_t size,
                                           const void* value);

// objects/sampler.cpp
Created<cl_sampler> create_sampler(cl_context context, cl_bool is_normalized,
                                   cl_addressing_mode addressing, cl_filter_mode filter);
cl_int retain_sampler(cl_sampler sampler);
cl_int release_sampler(cl_sampler sampler);
cl_int get_sampler_info(cl_sampler handle, cl_sampler_info name, size_t size, void* value,
                        size_t* size_ret);
Created<cl_sampler> create_sampler_with_properties(cl_context context,
                                                   const cl_sampler_properties* properties);

// objects/svm.cpp
void* svm_alloc(cl_context handle, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
void svm_free(cl_context handle, void* address);

cl_int get_device_and_host_timer(cl_device_id device, cl_ulong* of_device, cl_ulong* of_host);
cl_int get_host_timer(cl_device_id device, cl_ulong* of_host);

// dispatch_table.cpp
void* get_extension_function_address(const char* name);
void* get_extension_function_address_for_platform(cl_platform_id platform, const char* name);

}  // namespace spirv_oracle::opencl
