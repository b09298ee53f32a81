// What the driver exports for the loader (cl_khr_icd).

#include "opencl/api/api.h"

extern "C" {

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                       cl_platform_id* platforms,
                                                       cl_uint* num_platforms);
CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                  cl_platform_info param_name, size_t size,
                                                  void* value, size_t* size_ret);
CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name);

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                       cl_platform_id* platforms,
                                                       cl_uint* num_platforms) {
  return spirv_oracle::opencl::dispatch_table().clGetPlatformIDs(num_entries, platforms,
                                                                 num_platforms);
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                  cl_platform_info param_name, size_t size,
                                                  void* value, size_t* size_ret) {
  return spirv_oracle::opencl::dispatch_table().clGetPlatformInfo(platform, param_name, size, value,
                                                                  size_ret);
}

CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  return spirv_oracle::opencl::find_function(name);
}
}
