// Events, images, pipes, shared virtual memory, and programs in parts.

#include <atomic>
#include <cstring>
#include <numeric>

#include "opencl/test/program_for_test.h"

namespace spirv_oracle::opencl {
namespace {

using Ints = std::vector<cl_int>;

class Objects : public OpenClTest {};

// --- events ---

TEST_F(Objects, UserEventsHoldCommandsBack) {
  const cl_mem buffer = make_buffer(4);
  cl_int error = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(context, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_int seven = 7;
  cl_event filled = nullptr;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 4, 0, 4, 1, &gate, &filled), CL_SUCCESS);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  const auto status_of = [](cl_event event) {
    cl_int status = -1;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return status;
  };
  EXPECT_EQ(status_of(gate), CL_SUBMITTED);
  EXPECT_EQ(status_of(filled), CL_QUEUED);
  EXPECT_EQ(clSetUserEventStatus(gate, 1), CL_INVALID_VALUE);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
  EXPECT_EQ(clWaitForEvents(1, &filled), CL_SUCCESS);
  EXPECT_EQ(status_of(filled), CL_COMPLETE);
  EXPECT_EQ(read<cl_int>(buffer, 1), Ints{7});
}

TEST_F(Objects, AnErrorOfAnEventEndsWhatWaitsForIt) {
  const Ints one = {1};
  const cl_mem buffer = make_buffer(4, one.data());
  cl_int error = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(context, &error);
  const cl_int seven = 7;
  cl_event filled = nullptr;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 4, 0, 4, 1, &gate, &filled), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, -5), CL_SUCCESS);
  EXPECT_EQ(clWaitForEvents(1, &filled), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(read<cl_int>(buffer, 1), Ints{1});
}

TEST_F(Objects, CallbacksFollowTheStatus) {
  const cl_mem buffer = make_buffer(4);
  const cl_int seven = 7;
  cl_event filled = nullptr;
  static std::atomic<int> calls;
  calls = 0;
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &seven, 4, 0, 4, 0, nullptr, &filled), CL_SUCCESS);
  const auto count = [](cl_event, cl_int status, void* expected) {
    EXPECT_EQ(status, *static_cast<cl_int*>(expected));
    ++calls;
    calls.notify_all();
  };
  static cl_int complete = CL_COMPLETE, submitted = CL_SUBMITTED;
  EXPECT_EQ(clSetEventCallback(filled, CL_COMPLETE, count, &complete), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(filled, CL_SUBMITTED, count, &submitted), CL_SUCCESS);
  EXPECT_EQ(clSetEventCallback(filled, 17, count, nullptr), CL_INVALID_VALUE);
  for (int seen = 0; seen < 2; seen = calls) calls.wait(seen);  // callbacks may follow clFinish
}

TEST_F(Objects, ProfilingTimesAscend) {
  const cl_command_queue profiled = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const cl_mem buffer = make_buffer(4);
  const cl_int seven = 7;
  const auto fill = [&](cl_command_queue to) {
    cl_event event = nullptr;
    EXPECT_EQ(clEnqueueFillBuffer(to, buffer, &seven, 4, 0, 4, 0, nullptr, &event), CL_SUCCESS);
    EXPECT_EQ(clFinish(to), CL_SUCCESS);
    return event;
  };
  const cl_event event = fill(profiled);
  cl_ulong last = 0;
  for (const cl_profiling_info what :
       {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
        CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE}) {
    cl_ulong time = 0;
    EXPECT_EQ(clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr), CL_SUCCESS);
    EXPECT_GE(time, last);
    last = time;
  }
  cl_ulong time = 0;
  EXPECT_EQ(
      clGetEventProfilingInfo(fill(queue), CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr),
      CL_PROFILING_INFO_NOT_AVAILABLE);
}

// --- images ---

TEST_F(Objects, ImagesMoveTexels) {
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 4;
  desc.image_height = 2;
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_float color[] = {1, 0, 0.5f, 1};
  const size_t origin[] = {0, 0, 0}, all[] = {4, 2, 1}, corner[] = {2, 1, 0}, two[] = {2, 1, 1};
  EXPECT_EQ(clEnqueueFillImage(queue, image, color, origin, all, 0, nullptr, nullptr), CL_SUCCESS);
  const cl_uint texels[] = {0x11223344, 0x55667788};
  EXPECT_EQ(
      clEnqueueWriteImage(queue, image, CL_TRUE, corner, two, 0, 0, texels, 0, nullptr, nullptr),
      CL_SUCCESS);
  std::vector<cl_uint> result(8);
  EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, all, 0, 0, result.data(), 0, nullptr,
                               nullptr),
            CL_SUCCESS);
  // 0.5 times 255 rounds to 128.
  std::vector<cl_uint> expected(8, 0xFF8000FF);
  expected[6] = texels[0];
  expected[7] = texels[1];
  EXPECT_EQ(result, expected);
  const cl_mem buffer = make_buffer(8);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, image, buffer, corner, two, 0, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read<cl_uint>(buffer, 2), (std::vector<cl_uint>{texels[0], texels[1]}));
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, image, 0, origin, two, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyImage(queue, image, image, origin, corner, all, 0, nullptr, nullptr),
            CL_INVALID_VALUE);
  size_t pitch = 0;
  auto* const mapped =
      static_cast<cl_uint*>(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, corner, two,
                                              &pitch, nullptr, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(pitch, 16u);
  EXPECT_EQ(mapped[1], texels[1]);
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

TEST_F(Objects, RowsOfTheHostMayHaveGaps) {
  const cl_image_format format{CL_R, CL_UNSIGNED_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 2;
  desc.image_height = 2;
  desc.image_row_pitch = 3;
  unsigned char host[] = {1, 2, 99, 3, 4, 99};
  cl_int error = CL_SUCCESS;
  const cl_mem image = clCreateImage(context, CL_MEM_COPY_HOST_PTR, &format, &desc, host, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const size_t origin[] = {0, 0, 0}, all[] = {2, 2, 1};
  unsigned char result[8] = {};
  EXPECT_EQ(
      clEnqueueReadImage(queue, image, CL_TRUE, origin, all, 4, 0, result, 0, nullptr, nullptr),
      CL_SUCCESS);
  const unsigned char expected[8] = {1, 2, 0, 0, 3, 4, 0, 0};
  EXPECT_EQ(std::memcmp(result, expected, 8), 0);
}

TEST_F(Objects, ImageErrors) {
  cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 4;
  cl_int error = CL_SUCCESS;
  const auto create = [&] {
    clCreateImage(context, 0, &format, &desc, nullptr, &error);
    return error;
  };
  EXPECT_EQ(create(), CL_INVALID_IMAGE_SIZE);
  desc.image_height = 1 << 20;
  EXPECT_EQ(create(), CL_INVALID_IMAGE_SIZE);
  desc.image_height = 4;
  desc.image_row_pitch = 16;
  EXPECT_EQ(create(), CL_INVALID_IMAGE_DESCRIPTOR);
  desc.image_row_pitch = 0;
  format.image_channel_order = CL_DEPTH_STENCIL;
  EXPECT_EQ(create(), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  format.image_channel_order = CL_RGBA;
  desc.image_type = 0;
  EXPECT_EQ(create(), CL_INVALID_IMAGE_DESCRIPTOR);
  clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &error);
  EXPECT_EQ(error, CL_INVALID_VALUE);
}

// --- shared virtual memory ---

constexpr const char* list_source = R"(
typedef struct Node { int value; global struct Node* next; } Node;
kernel void sum_list(global Node* node, global int* sum) {
  int all = 0;
  for (; node; node = node->next) all += node->value;
  *sum = all;
})";

struct Node {
  cl_int value;
  Node* next;
};

class SharedMemory : public Objects, public testing::WithParamInterface<bool> {};

// A list that the host builds, with its own pointers.
TEST_P(SharedMemory, HostAndDeviceSharePointers) {
  const bool is_fine = GetParam();
  const cl_svm_mem_flags flags = is_fine ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0;
  auto* const nodes = static_cast<Node*>(clSVMAlloc(context, flags, 3 * sizeof(Node), 0));
  auto* const sum = static_cast<cl_int*>(clSVMAlloc(context, flags, sizeof(cl_int), 0));
  ASSERT_NE(nodes, nullptr);
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(
      clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, nodes, 3 * sizeof(Node), 0, nullptr, nullptr),
      CL_SUCCESS);
  for (int i = 0; i < 3; ++i) nodes[i] = {i + 1, i == 2 ? nullptr : &nodes[i + 1]};
  EXPECT_EQ(clEnqueueSVMUnmap(queue, nodes, 0, nullptr, nullptr), CL_SUCCESS);
  const cl_kernel kernel = make_kernel(list_source, "sum_list", "-cl-std=CL2.0");
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, nodes), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, sum), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, sum, sizeof(cl_int), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(*sum, 6);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, sum, 0, nullptr, nullptr), CL_SUCCESS);
  cl_int copy = 0;
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, &copy, sum, sizeof copy, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(copy, 6);
  const cl_int nine = 9;
  EXPECT_EQ(clEnqueueSVMMemFill(queue, sum, &nine, 4, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMMemcpy(queue, CL_TRUE, &copy, sum, sizeof copy, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(copy, 9);
  EXPECT_TRUE(take_findings().empty());
  int local = 0;
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, &local), CL_INVALID_ARG_VALUE);
  clSVMFree(context, sum);
  clSVMFree(context, nodes);
}
INSTANTIATE_TEST_SUITE_P(Grains, SharedMemory, testing::Bool());

// --- pipes ---

TEST_F(Objects, PipesCarryPackets) {
  constexpr const char* source = R"(
kernel void produce(write_only pipe int to) {
  int value = 10 + get_global_id(0);
  write_pipe(to, &value);
}
kernel void consume(read_only pipe int from, global int* to) {
  int value = -1;
  if (read_pipe(from, &value) == 0) to[value - 10] = value;
})";
  cl_int error = CL_SUCCESS;
  const cl_mem pipe = clCreatePipe(context, 0, 4, 8, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_program program = build(source, "-cl-std=CL2.0");
  const cl_kernel produce = clCreateKernel(program, "produce", &error);
  const cl_kernel consume = clCreateKernel(program, "consume", &error);
  const Ints zeros(4);
  const cl_mem buffer = make_buffer(16, zeros.data());
  set_all(produce, pipe);
  set_all(consume, pipe, buffer);
  EXPECT_EQ(enqueue(queue, produce, 4), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, consume, 4), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 4), (Ints{10, 11, 12, 13}));
  clCreatePipe(context, 0, 0, 8, nullptr, &error);
  EXPECT_EQ(error, CL_INVALID_PIPE_SIZE);
}

// --- programs ---

TEST_F(Objects, CompilesWithHeadersAndLinks) {
  const char* header_text = "#define FACTOR 3\n";
  const char* text =
      "#include \"factor.h\"\n"
      "kernel void scale(global int* a) { a[get_global_id(0)] *= FACTOR; }";
  cl_int error = CL_SUCCESS;
  const cl_program header = clCreateProgramWithSource(context, 1, &header_text, nullptr, &error);
  const cl_program object = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  const char* name = "factor.h";
  ASSERT_EQ(clCompileProgram(object, 1, &device, "", 1, &header, &name, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clCreateKernel(object, "scale", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM_EXECUTABLE);
  const cl_program linked =
      clLinkProgram(context, 1, &device, "", 1, &object, nullptr, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  cl_program_binary_type type = 0;
  clGetProgramBuildInfo(linked, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr);
  EXPECT_EQ(type, cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE});
  const cl_kernel kernel = clCreateKernel(linked, "scale", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Ints values = {1, 2};
  const cl_mem buffer = make_buffer(8, values.data());
  set_all(kernel, buffer);
  EXPECT_EQ(enqueue(queue, kernel, 2), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 2), (Ints{3, 6}));
}

TEST_F(Objects, LinksSeveralProgramsAndLibraries) {
  const auto compile = [&](const char* text) {
    const cl_program object = clCreateProgramWithSource(context, 1, &text, nullptr, nullptr);
    EXPECT_EQ(clCompileProgram(object, 1, &device, "", 0, nullptr, nullptr, nullptr, nullptr),
              CL_SUCCESS);
    return object;
  };
  const cl_program calls = compile(
      "int twice(int x); int add(int x);"
      "kernel void run(global int* a) { a[0] = add(twice(a[0])); }");
  const cl_program twice = compile("int twice(int x) { return 2 * x; }");
  const cl_program add = compile("int add(int x) { return x + 1; }");
  const auto link = [&](std::vector<cl_program> objects, const char* options, cl_int expected) {
    cl_int error = CL_SUCCESS;
    const cl_program linked =
        clLinkProgram(context, 1, &device, options, static_cast<cl_uint>(objects.size()),
                      objects.data(), nullptr, nullptr, &error);
    EXPECT_EQ(error, expected);
    return linked;
  };
  const cl_program library = link({twice, add}, "-create-library", CL_SUCCESS);
  link({calls, twice}, "", CL_LINK_PROGRAM_FAILURE);
  link({calls, twice, twice, add}, "", CL_LINK_PROGRAM_FAILURE);
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(link({calls, library}, "", CL_SUCCESS), "run", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const Ints values = {20};
  const cl_mem buffer = make_buffer(4, values.data());
  set_all(kernel, buffer);
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 1), Ints{41});
}

TEST_F(Objects, KernelsSayWhatTheyTake) {
  const cl_kernel kernel = make_kernel(
      "kernel __attribute__((reqd_work_group_size(4, 2, 1))) "
      "void k(global float* out, const uint count, local int* part, read_only image2d_t image) {}",
      "k", "-cl-kernel-arg-info");
  cl_uint count = 0;
  clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  EXPECT_EQ(count, 4u);
  const auto text_of = [&](cl_uint number, cl_kernel_arg_info what) {
    char text[64] = "";
    clGetKernelArgInfo(kernel, number, what, sizeof text, text, nullptr);
    return std::string(text);
  };
  EXPECT_EQ(text_of(0, CL_KERNEL_ARG_NAME), "out");
  EXPECT_EQ(text_of(0, CL_KERNEL_ARG_TYPE_NAME), "float*");
  EXPECT_EQ(text_of(1, CL_KERNEL_ARG_TYPE_NAME), "uint");
  cl_kernel_arg_address_qualifier address = 0;
  clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, nullptr);
  EXPECT_EQ(address, cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_LOCAL});
  size_t sizes[3] = {};
  clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes,
                           nullptr);
  EXPECT_EQ(sizes[0] * 100 + sizes[1] * 10 + sizes[2], 421u);
  const size_t local[] = {40, 1};
  size_t subgroups = 0;
  EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE,
                                    sizeof local, local, sizeof subgroups, &subgroups, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(subgroups, 2u);
}

// What the extensions of the device add to its queries: each is answered, and a kernel can use what the answer promises.
TEST_F(Objects, ExtensionsHaveQueries) {
  std::vector<char> names(4096);
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, names.size(), names.data(), nullptr),
            CL_SUCCESS);
  const std::string all = std::string(" ") + names.data() + " ";
  for (const char* name : {"cl_khr_integer_dot_product", "cl_ext_float_atomics",
                           "cl_intel_required_subgroup_size", "cl_khr_kernel_clock"})
    EXPECT_NE(all.find(std::string(" ") + name + " "), std::string::npos) << name;
  const auto bits_of = [&](cl_device_info query) {
    cl_bitfield bits = 0;
    EXPECT_EQ(clGetDeviceInfo(device, query, sizeof bits, &bits, nullptr), CL_SUCCESS);
    return bits;
  };
  EXPECT_EQ(bits_of(CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR), 3u);
  EXPECT_EQ(bits_of(0x4231), 0x70007u);  // CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
  EXPECT_EQ(bits_of(0x1076), 7u);        // CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
  size_t size = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &size),
            CL_SUCCESS);
  std::vector<size_t> sizes(size / sizeof(size_t));
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, size, sizes.data(), nullptr),
            CL_SUCCESS);
  const std::string source =
      "kernel __attribute__((intel_reqd_sub_group_size(SIZE))) "
      "void k(global uint* out) { *out = get_max_sub_group_size(); }";
  for (const size_t one : sizes) {
    const std::string options = "-cl-std=CL3.0 -DSIZE=" + std::to_string(one);
    const cl_kernel kernel = make_kernel(source.c_str(), "k", options.c_str());
    cl_ulong spilled = 1;
    EXPECT_EQ(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                                       sizeof spilled, &spilled, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(spilled, 0u);
    const cl_mem out = make_buffer(4);
    set_all(kernel, out);
    EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
    EXPECT_EQ(read<cl_uint>(out, 1).front(), one);
  }
}

// A second program with the same source needs no compiler.
TEST_F(Objects, SourcesAreCompiledOnce) {
  const char* source = "kernel void k(global int* a) { a[0] = SECOND; }";
  const char* other = "kernel void k(global int* a) { a[1] = SECOND; }";
  const auto build_once = [&](const char* text, const char* options) {
    cl_int error = CL_SUCCESS;
    const cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return clBuildProgram(program, 1, &device, options, nullptr, nullptr);
  };
  ASSERT_EQ(build_once(source, "-DSECOND=2"), CL_SUCCESS);
  const std::string path = std::getenv("PATH");
  setenv("PATH", "", 1);
  EXPECT_EQ(build_once(source, "-DSECOND=2"), CL_SUCCESS);
  EXPECT_NE(build_once(source, "-DSECOND=3"), CL_SUCCESS);
  EXPECT_NE(build_once(other, "-DSECOND=2"), CL_SUCCESS);
  setenv("PATH", path.c_str(), 1);
}

}  // namespace
}  // namespace spirv_oracle::opencl
