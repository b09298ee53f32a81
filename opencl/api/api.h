// The declarations of OpenCL 3.0, with those of older versions that are deprecated.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <tl/expected.hpp>

namespace spirv_oracle::opencl {

// What functions return that create objects: the handle, or the error code.
template <class Handle>
using Created = tl::expected<Handle, cl_int>;

// Functions of the program that the driver calls.
using Notify = void(CL_CALLBACK*)(const char* text, const void* data, size_t size, void* user_data);
using EventCallback = void(CL_CALLBACK*)(cl_event event, cl_int status, void* user_data);

// The function that the loader asks for: clGetExtensionFunctionAddress.
void* find_function(const char* name);

// Of all objects: handles begin with a pointer to it (cl_khr_icd).
const cl_icd_dispatch& dispatch_table();

}  // namespace spirv_oracle::opencl
