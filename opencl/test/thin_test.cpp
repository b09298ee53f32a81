// The shortest way through the driver: buffers, programs and kernels in one queue.

#include <cstring>
#include <fstream>
#include <iterator>
#include <numeric>

#include "frontend/assembly.h"
#include "opencl/test/program_for_test.h"

namespace spirv_oracle::opencl {
namespace {

using Ints = std::vector<cl_int>;

constexpr const char* add_source = R"(
kernel void add(global const int* a, global const int* b, global int* sum, int bias) {
  const size_t i = get_global_id(0);
  sum[i] = a[i] + b[i] + bias;
})";

constexpr const char* ids_source = R"(
kernel void ids(global int* of_item, global int* of_size) {
  const size_t i = get_global_id(0) - get_global_offset(0);
  of_item[i] = (int)get_global_id(0);
  of_size[i] = (int)get_local_size(0);
})";

class Works : public OpenClTest {};

TEST_F(Works, AddsVectorsFromSource) {
  const Ints a = {1, 2, 3, 4, 5}, b = {10, 20, 30, 40, 50};
  const cl_mem in[] = {make_buffer(20, a.data()), make_buffer(20, b.data())};
  const cl_mem out = make_buffer(20);
  const cl_kernel kernel = make_kernel(add_source, "add");
  set_all(kernel, in[0], in[1], out, cl_int{100});
  EXPECT_EQ(enqueue(queue, kernel, 5), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(out, 5), (Ints{111, 122, 133, 144, 155}));
  EXPECT_TRUE(take_findings().empty());
  for (const cl_mem memory : {in[0], in[1], out}) EXPECT_EQ(clReleaseMemObject(memory), CL_SUCCESS);
  EXPECT_EQ(clReleaseKernel(kernel), CL_SUCCESS);
}

// The module of a program, as the extension of our binaries has it at its end.
TEST_F(Works, AddsVectorsFromItsOwnBinary) {
  const cl_program program = build(add_source);
  size_t size = 0;
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
            CL_SUCCESS);
  std::vector<unsigned char> binary(size);
  unsigned char* pointer = binary.data();
  ASSERT_EQ(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof pointer, &pointer, nullptr),
            CL_SUCCESS);
  const unsigned char* bytes = binary.data();
  cl_int status = CL_INVALID_VALUE, error = CL_INVALID_VALUE;
  const cl_program copy =
      clCreateProgramWithBinary(context, 1, &device, &size, &bytes, &status, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(status, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(copy, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
  const cl_kernel kernel = clCreateKernel(copy, "add", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Ints a = {7}, b = {8};
  const cl_mem out = make_buffer(4);
  set_all(kernel, make_buffer(4, a.data()), make_buffer(4, b.data()), out, cl_int{0});
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(out, 1), Ints{15});
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(Works, RunsIntermediateLanguageWithASpecializationConstant) {
  std::ifstream file(SPIRV_ORACLE_TWICE);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto assembled = assemble(text, "twice.spvasm", "");
  ASSERT_TRUE(assembled) << assembled.error().message;
  const std::vector<std::uint32_t>& il = *assembled;
  for (const cl_int factor : {2, 5}) {
    cl_int error = CL_INVALID_VALUE;
    const cl_program program = clCreateProgramWithIL(context, il.data(), il.size() * 4, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    if (factor != 2) {
      EXPECT_EQ(clSetProgramSpecializationConstant(program, 7, sizeof factor, &factor), CL_SUCCESS);
    }
    ASSERT_EQ(clBuildProgram(program, 1, &device, nullptr, nullptr, nullptr), CL_SUCCESS);
    const cl_kernel kernel = clCreateKernel(program, "twice", &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const Ints values = {3, 4, 5};
    const cl_mem buffer = make_buffer(12, values.data());
    set_all(kernel, buffer);
    EXPECT_EQ(enqueue(queue, kernel, 3), CL_SUCCESS);
    EXPECT_EQ(read<cl_int>(buffer, 3), (Ints{3 * factor, 4 * factor, 5 * factor}));
  }
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(Works, OffsetsAndSizesThatAreNotUniform) {
  const cl_kernel kernel = make_kernel(ids_source, "ids", "-cl-std=CL2.0");
  const cl_mem items = make_buffer(28), sizes = make_buffer(28);
  set_all(kernel, items, sizes);
  const size_t offset = 100, global = 7, local = 4;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, &offset, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  Ints expected(7);
  std::iota(expected.begin(), expected.end(), 100);
  EXPECT_EQ(read<cl_int>(items, 7), expected);
  EXPECT_EQ(read<cl_int>(sizes, 7), (Ints{4, 4, 4, 4, 3, 3, 3}));
}

TEST_F(Works, FillsCopiesAndRectangles) {
  const cl_mem from = make_buffer(16), to = make_buffer(16);
  const cl_int seven = 7;
  ASSERT_EQ(clEnqueueFillBuffer(queue, from, &seven, 4, 0, 16, 0, nullptr, nullptr), CL_SUCCESS);
  const Ints row = {1, 2};
  const size_t origin[] = {4, 0, 0}, host_origin[] = {0, 0, 0}, region[] = {4, 2, 1};
  // A column of two integers in rows of two.
  ASSERT_EQ(clEnqueueWriteBufferRect(queue, from, CL_TRUE, origin, host_origin, region, 8, 0, 4, 0,
                                     row.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(from, 4), (Ints{7, 1, 7, 2}));
  ASSERT_EQ(clEnqueueCopyBuffer(queue, from, to, 4, 0, 12, 0, nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueCopyBuffer(queue, from, to, 0, 12, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{1, 7, 2, 7}));
  const size_t from_origin[] = {0, 0, 0};
  ASSERT_EQ(clEnqueueCopyBufferRect(queue, from, to, from_origin, origin, region, 8, 0, 8, 0, 0,
                                    nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{1, 7, 2, 7}));
  Ints column(2);
  ASSERT_EQ(clEnqueueReadBufferRect(queue, from, CL_TRUE, origin, host_origin, region, 8, 0, 4, 0,
                                    column.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(column, row);
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(Works, MapsAndUnmaps) {
  const Ints values = {1, 2, 3, 4};
  const cl_mem buffer = make_buffer(16, values.data());
  cl_int error = CL_INVALID_VALUE;
  auto* const mapped = static_cast<cl_int*>(clEnqueueMapBuffer(
      queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 4, 8, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(mapped[0], 2);
  mapped[1] = 30;
  cl_uint count = 0;
  clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, nullptr);
  EXPECT_EQ(count, 1u);
  ASSERT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 4), (Ints{1, 2, 30, 4}));
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_INVALID_VALUE);
}

TEST_F(Works, HostPointersAreUsed) {
  Ints values = {1, 2, 3, 4};
  cl_int error = CL_INVALID_VALUE;
  const cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 16, values.data(), &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_int nine = 9;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffer, &nine, 4, 4, 4, 0, nullptr, nullptr), CL_SUCCESS);
  void* const mapped =
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 0, nullptr, nullptr, &error);
  EXPECT_EQ(mapped, values.data());
  EXPECT_EQ(values, (Ints{1, 9, 3, 4}));
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(Works, BuildLogHasTheMessages) {
  const char* source = "kernel void broken(global int* a) { a[0] = missing; }";
  cl_int error = CL_SUCCESS;
  const auto program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  std::vector<char> log(65536);
  ASSERT_EQ(
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr),
      CL_SUCCESS);
  EXPECT_NE(std::strstr(log.data(), "undeclared identifier 'missing'"), nullptr) << log.data();
  cl_build_status status = CL_BUILD_NONE;
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
  EXPECT_EQ(status, CL_BUILD_ERROR);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "--frobnicate", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

TEST_F(Works, AnUndefinedReferenceFailsTheBuild) {
  const char* source =
      "void elsewhere(global int* a);\n"
      "kernel void calls(global int* a) { elsewhere(a); }";
  const auto program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  EXPECT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  std::vector<char> log(65536);
  ASSERT_EQ(
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr),
      CL_SUCCESS);
  EXPECT_NE(std::strstr(log.data(), "undefined reference to 'elsewhere'"), nullptr) << log.data();
  // A library may leave it to the linker.
  EXPECT_EQ(clCompileProgram(program, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
            CL_SUCCESS);
}

TEST_F(Works, PrintsExactlyTheText) {
  const auto kernel = make_kernel("kernel void prints() { printf(\"%d,\", 1); printf(\"2\\n \"); }",
                                  "prints", "-g -O2");
  testing::internal::CaptureStdout();
  const size_t two = 2;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &two, &two, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "1,1,2\n 2\n ");
}

// Dispatches of one queue in order use the contents of memory objects without a copy. These are the same bytes as for others,
// whichever arguments share them.
constexpr const char* sharing_source = R"(
kernel void move(global const int* from, global int* to, int count) {
  for (int i = 0; i < count; ++i) to[i] = from[i] + 1;
})";

TEST_F(Works, ArgumentsMayShareMemory) {
  std::vector<cl_int> values(64);
  std::iota(values.begin(), values.end(), 0);
  const cl_mem buffer = make_buffer(256, values.data());
  const auto part = [&](size_t origin, size_t size) {
    const cl_buffer_region region{origin, size};
    cl_int error = CL_INVALID_VALUE;
    const cl_mem made = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  };
  const cl_kernel kernel = make_kernel(sharing_source, "move");
  const auto move = [&](cl_mem from, cl_mem to, cl_int count) {
    set_all(kernel, from, to, count);
    EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
    for (cl_int i = 0; i < count; ++i) values[32 + i] = values[i] + 1;
    EXPECT_EQ(read<cl_int>(buffer, 64), values) << count;
  };
  move(part(0, 128), part(128, 128), 5);  // apart
  move(part(0, 256), part(128, 128), 6);  // one is the whole
  move(buffer, part(128, 128), 7);
  move(part(0, 192), part(128, 128), 8);  // together the whole
  set_all(kernel, buffer, buffer, cl_int{1});
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 1), Ints{1});
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(Works, QueuesSeeTheSameMemory) {
  const cl_int zero = 0;
  const cl_mem buffers[] = {make_buffer(16, Ints(4).data()), make_buffer(16, Ints(4).data())};
  const cl_kernel kernel = make_kernel(sharing_source, "move");
  cl_event last = nullptr;
  ASSERT_EQ(clEnqueueFillBuffer(queue, buffers[0], &zero, 4, 0, 16, 0, nullptr, &last), CL_SUCCESS);
  const auto move = [&](cl_command_queue in, int round) {
    set_all(kernel, buffers[round % 2], buffers[1 - round % 2], cl_int{4});
    cl_event next = nullptr;
    EXPECT_EQ(enqueue(in, kernel, 1, 0, {last}, &next), CL_SUCCESS);
    clReleaseEvent(last);
    last = next;
  };
  for (int round = 0; round < 3; ++round) move(queue, round);  // before there are other queues
  const cl_command_queue others[] = {make_queue(),
                                     make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  for (int round = 3; round < 12; ++round)
    move(round % 3 == 0 ? queue : others[round % 3 - 1], round);
  ASSERT_EQ(clWaitForEvents(1, &last), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffers[0], 4), (Ints{12, 12, 12, 12}));
  EXPECT_EQ(read<cl_int>(buffers[1], 4), (Ints{11, 11, 11, 11}));
  clReleaseEvent(last);
  for (const cl_command_queue other : others) EXPECT_EQ(clReleaseCommandQueue(other), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
}

}  // namespace
}  // namespace spirv_oracle::opencl
