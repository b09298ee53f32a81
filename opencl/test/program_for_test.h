// What the tests of the OpenCL driver share: a context with a queue, through the loader.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "opencl/api/api.h"

namespace spirv_oracle::opencl {

// A context of our device, whose findings the test gets, and a queue. The driver is the one that the environment names.
class OpenClTest : public testing::Test {
 protected:
  OpenClTest();
  ~OpenClTest() override;

  cl_command_queue make_queue(cl_command_queue_properties properties = 0);
  cl_mem make_buffer(size_t size, const void* contents = nullptr, cl_mem_flags flags = 0);
  // Builds source of OpenCL C; fails the test with the log.
  cl_program build(const char* source, const char* options = "");
  cl_kernel make_kernel(const char* source, const char* name, const char* options = "");

  template <class T>
  void set(cl_kernel kernel, cl_uint number, const T& value) {
    EXPECT_EQ(clSetKernelArg(kernel, number, sizeof value, &value), CL_SUCCESS);
  }
  template <class... T>
  void set_all(cl_kernel kernel, const T&... values) {
    cl_uint number = 0;
    (set(kernel, number++, values), ...);
  }
  // Of one dimension.
  cl_int enqueue(cl_command_queue to, cl_kernel kernel, size_t global, size_t local = 0,
                 std::vector<cl_event> waits = {}, cl_event* event = nullptr);
  template <class T>
  std::vector<T> read(cl_mem buffer, size_t count, size_t offset = 0) {
    std::vector<T> values(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, count * sizeof(T), values.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    return values;
  }
  // The rules of the findings so far, in their order; forgets them.
  std::vector<std::string> take_findings();

  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

 private:
  static void CL_CALLBACK notify(const char* text, const void* rule, size_t size, void* test);
  static inline OpenClTest* current = nullptr;
  static inline std::uintptr_t fixtures = 0;
  const std::uintptr_t number_ = ++fixtures;
  std::vector<std::string> findings_;
};

inline void CL_CALLBACK OpenClTest::notify(const char* /*text*/, const void* rule, size_t size,
                                           void* test) {
  // Objects that a test does not release keep its context.
  if (current == nullptr || current->number_ != reinterpret_cast<std::uintptr_t>(test)) return;
  current->findings_.emplace_back(static_cast<const char*>(rule), size);
}

inline OpenClTest::OpenClTest() {
  setenv("OCL_ICD_VENDORS", SPIRV_ORACLE_OPENCL_VENDORS, 1);
  setenv("SPIRV_ORACLE_QUIET", "1", 0);
  current = this;
  EXPECT_EQ(clGetPlatformIDs(1, &platform, nullptr), CL_SUCCESS);
  EXPECT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), CL_SUCCESS);
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, &notify, reinterpret_cast<void*>(number_), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  queue = make_queue();
}

inline OpenClTest::~OpenClTest() {
  clFinish(queue);
  current = nullptr;
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

inline cl_command_queue OpenClTest::make_queue(cl_command_queue_properties properties) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  cl_int error = CL_SUCCESS;
  const auto made = clCreateCommandQueueWithProperties(context, device, list, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

inline cl_mem OpenClTest::make_buffer(size_t size, const void* contents, cl_mem_flags flags) {
  cl_int error = CL_SUCCESS;
  const auto made =
      clCreateBuffer(context, flags | (contents != nullptr ? CL_MEM_COPY_HOST_PTR : 0), size,
                     const_cast<void*>(contents), &error);
  EXPECT_EQ(error, CL_SUCCESS);
  return made;
}

inline cl_program OpenClTest::build(const char* source, const char* options) {
  cl_int error = CL_SUCCESS;
  const auto program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) != CL_SUCCESS) {
    std::vector<char> log(65536);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    ADD_FAILURE() << log.data();
  }
  return program;
}

inline cl_kernel OpenClTest::make_kernel(const char* source, const char* name,
                                         const char* options) {
  const auto program = build(source, options);
  cl_int error = CL_SUCCESS;
  const auto kernel = clCreateKernel(program, name, &error);
  EXPECT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseProgram(program), CL_SUCCESS);
  return kernel;
}

inline cl_int OpenClTest::enqueue(cl_command_queue to, cl_kernel kernel, size_t global,
                                  size_t local, std::vector<cl_event> waits, cl_event* event) {
  return clEnqueueNDRangeKernel(to, kernel, 1, nullptr, &global, local == 0 ? nullptr : &local,
                                static_cast<cl_uint>(waits.size()),
                                waits.empty() ? nullptr : waits.data(), event);
}

inline std::vector<std::string> OpenClTest::take_findings() { return std::exchange(findings_, {}); }

// The first rule, or "" if there is none.
inline std::string first(const std::vector<std::string>& rules) {
  return rules.empty() ? "" : rules.front();
}

}  // namespace spirv_oracle::opencl
