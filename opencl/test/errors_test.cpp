// Calls that are not valid return the error codes of the specification.

#include "opencl/test/program_for_test.h"

namespace spirv_oracle::opencl {
namespace {

class Errors : public OpenClTest {
 protected:
  ~Errors() override { take_findings(); }
};

constexpr const char* errors_source = R"(
kernel void all(global int* a, int b, local int* c) { c[0] = b; a[0] = c[0]; }
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void eight(global int* a) { a[get_global_id(0)] = 1; })";

TEST_F(Errors, Buffers) {
  cl_int error = CL_SUCCESS;
  int value = 0;
  const auto create = [&](cl_mem_flags flags, size_t size, void* host) {
    EXPECT_EQ(clCreateBuffer(context, flags, size, host, &error), nullptr);
    return error;
  };
  EXPECT_EQ(create(0, 0, nullptr), CL_INVALID_BUFFER_SIZE);
  EXPECT_EQ(create(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(create(CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, &value), CL_INVALID_VALUE);
  EXPECT_EQ(create(CL_MEM_COPY_HOST_PTR, 4, nullptr), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create(0, 4, &value), CL_INVALID_HOST_PTR);
  EXPECT_EQ(create(cl_mem_flags{1} << 40, 4, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(first(take_findings()), "opencl.call-error");

  const cl_mem buffer = make_buffer(256);
  const auto part = [&](size_t origin, size_t size) {
    const cl_buffer_region region{origin, size};
    clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    return error;
  };
  EXPECT_EQ(part(128, 128), CL_SUCCESS);
  EXPECT_EQ(part(128, 129), CL_INVALID_VALUE);
  EXPECT_EQ(part(4, 4), CL_MISALIGNED_SUB_BUFFER_OFFSET);
  EXPECT_EQ(part(0, 0), CL_INVALID_BUFFER_SIZE);
}

TEST_F(Errors, Transfers) {
  const cl_mem buffer = make_buffer(16), hidden = make_buffer(16, nullptr, CL_MEM_HOST_NO_ACCESS);
  int values[8] = {};
  const auto write = [&](cl_mem to, size_t offset, size_t size, const void* host) {
    return clEnqueueWriteBuffer(queue, to, CL_TRUE, offset, size, host, 0, nullptr, nullptr);
  };
  EXPECT_EQ(write(buffer, 0, 16, values), CL_SUCCESS);
  EXPECT_EQ(write(buffer, 4, 16, values), CL_INVALID_VALUE);
  EXPECT_EQ(write(buffer, ~size_t{0}, 4, values), CL_INVALID_VALUE);
  EXPECT_EQ(write(buffer, 0, 16, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(write(hidden, 0, 16, values), CL_INVALID_OPERATION);
  const auto fill = [&](size_t pattern, size_t offset, size_t size) {
    return clEnqueueFillBuffer(queue, buffer, values, pattern, offset, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(fill(4, 4, 8), CL_SUCCESS);
  EXPECT_EQ(fill(3, 0, 3), CL_INVALID_VALUE);
  EXPECT_EQ(fill(8, 4, 8), CL_INVALID_VALUE);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 4, 8, 0, nullptr, nullptr),
            CL_MEM_COPY_OVERLAP);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 8, 0, nullptr, nullptr), CL_SUCCESS);
  // Offsets of a box that are larger than any memory do not wrap.
  const size_t zero[] = {0, 0, 0}, region[] = {2, 1, 1};
  for (const size_t large : {~size_t{0}, ~size_t{0} - 1, size_t{1} << 63}) {
    for (std::size_t d = 0; d < 3; ++d) {
      size_t origin[] = {0, 0, 0};
      origin[d] = large;
      EXPECT_EQ(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, origin, zero, region, 2, 2, 0, 0,
                                         values, 0, nullptr, nullptr),
                CL_INVALID_VALUE);
      EXPECT_EQ(clEnqueueCopyBufferRect(queue, buffer, buffer, zero, origin, region, 2, 2, 2, 2, 0,
                                        nullptr, nullptr),
                CL_INVALID_VALUE);
    }
  }
  const cl_event none = nullptr;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, values, 1, nullptr, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, values, 1, &none, nullptr),
            CL_INVALID_EVENT_WAIT_LIST);
}

TEST_F(Errors, KernelArguments) {
  const cl_program program = build(errors_source);
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateKernel(program, "none", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  const cl_kernel kernel = clCreateKernel(program, "all", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_INVALID_OPERATION);
  const cl_mem buffer = make_buffer(16);
  const cl_int number = 3;
  EXPECT_EQ(clSetKernelArg(kernel, 3, 4, &number), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 8, &number), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 4, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 4, &buffer), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof queue, &queue), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 4, &number), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 0, nullptr), CL_INVALID_ARG_SIZE);
  take_findings();
  set_all(kernel, buffer, number);
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(first(take_findings()), "opencl.argument-not-set");
  EXPECT_EQ(clSetKernelArg(kernel, 2, 4, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 1 << 20, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_OUT_OF_RESOURCES);
}

TEST_F(Errors, Sizes) {
  const cl_kernel kernel = make_kernel(errors_source, "eight");
  const cl_mem buffer = make_buffer(32);
  set_all(kernel, buffer);
  EXPECT_EQ(enqueue(queue, kernel, 8, 8), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 8), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 0), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 8, 4), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(queue, kernel, 9, 8), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue(queue, kernel, 8192, 2048), CL_INVALID_WORK_ITEM_SIZE);
  const size_t size[] = {64, 64, 64, 64}, zero[] = {8, 0};
  const auto enqueue_of = [&](cl_uint dimensions, const size_t* global, const size_t* local) {
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, nullptr, global, local, 0, nullptr,
                                  nullptr);
  };
  EXPECT_EQ(enqueue_of(4, size, size), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(enqueue_of(0, size, size), CL_INVALID_WORK_DIMENSION);
  EXPECT_EQ(enqueue_of(1, nullptr, nullptr), CL_INVALID_GLOBAL_WORK_SIZE);
  EXPECT_EQ(enqueue_of(2, size, size), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(enqueue_of(2, size, zero), CL_INVALID_WORK_GROUP_SIZE);
}

TEST_F(Errors, ReleasedObjects) {
  const cl_mem buffer = make_buffer(16);
  EXPECT_EQ(clRetainMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(clReleaseMemObject(buffer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(first(take_findings()), "opencl.handle-released");
  int value = 0;
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr),
            CL_INVALID_MEM_OBJECT);
}

TEST_F(Errors, AReleasedArgumentIsFound) {
  const cl_kernel kernel = make_kernel(errors_source, "eight");
  const cl_mem buffer = make_buffer(32);
  set_all(kernel, buffer);
  EXPECT_EQ(enqueue(queue, kernel, 8), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(clReleaseMemObject(buffer), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 8), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(first(take_findings()), "opencl.object-in-use");
}

TEST_F(Errors, WhatIsAbsentSaysSo) {
  cl_int error = CL_SUCCESS;
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  EXPECT_EQ(clCreateCommandQueueWithProperties(context, device, properties, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(
      clEnqueueNativeKernel(queue, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr),
      CL_INVALID_OPERATION);
  const char* text =
      "kernel void k(global int* a, queue_t q) { "
      "enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ a[0] = 1; }); }";
  const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  const bool builds =
      clBuildProgram(program, 1, &device, "-cl-std=CL2.0", nullptr, nullptr) == CL_SUCCESS;
  if (!builds) return;
  const cl_kernel kernel = clCreateKernel(program, "k", &error);
  if (error != CL_SUCCESS) return;
  EXPECT_NE(enqueue(queue, kernel, 1), CL_SUCCESS);
}

}  // namespace
}  // namespace spirv_oracle::opencl
