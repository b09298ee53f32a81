// Findings across commands: each with a program that breaks the rule, and one that is right by a little.

#include <algorithm>

#include "opencl/test/program_for_test.h"

namespace spirv_oracle::opencl {
namespace {

using Ints = std::vector<cl_int>;
using Rules = std::vector<std::string>;

constexpr const char* findings_source = R"(
kernel void copy(global const int* from, global int* to) {
  const size_t i = get_global_id(0);
  to[i] = from[i];
}
kernel void branch(global const int* from, global int* to) {
  const size_t i = get_global_id(0);
  to[i] = from[i] > 3 ? 1 : 2;
  if (from[i] > 3) to[i] = 5;
}
kernel void set_first(global int* to, int count) {
  const int i = get_global_id(0);
  if (i < count) to[i] = 10 + i;
})";

class FindingsTest : public OpenClTest {
 protected:
  cl_kernel kernel(const char* name) { return make_kernel(findings_source, name); }
  bool has(const char* rule) {
    const Rules rules = take_findings();
    return std::find(rules.begin(), rules.end(), rule) != rules.end();
  }
};

// --- definedness follows memory ---

TEST_F(FindingsTest, HostReadsWhatNothingWrote) {
  const cl_mem buffer = make_buffer(16);
  const cl_kernel set_first = kernel("set_first");
  set_all(set_first, buffer, cl_int{3});
  EXPECT_EQ(enqueue(queue, set_first, 4), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 3), (Ints{10, 11, 12}));
  EXPECT_TRUE(take_findings().empty());
  read<cl_int>(buffer, 4);
  EXPECT_EQ(take_findings(), Rules{"opencl.output-uninitialized"});
}

TEST_F(FindingsTest, HostReadsUndefinedValuesFromTwoDispatchesAgo) {
  const cl_mem a = make_buffer(16), b = make_buffer(16), c = make_buffer(16);
  const cl_kernel copy = kernel("copy");
  set_all(copy, a, b);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  set_all(copy, b, c);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());  // nothing depends on the values yet
  read<cl_int>(c, 4);
  EXPECT_EQ(take_findings(), Rules{"opencl.output-undefined"});
  const cl_int one = 1;
  EXPECT_EQ(clEnqueueFillBuffer(queue, c, &one, 4, 0, 16, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(c, 4), (Ints{1, 1, 1, 1}));
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(FindingsTest, ABranchDependsOnUninitializedMemory) {
  const cl_mem from = make_buffer(16), to = make_buffer(16);
  const cl_kernel branch = kernel("branch");
  set_all(branch, from, to);
  EXPECT_EQ(enqueue(queue, branch, 4), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(has("OpBranchConditional.condition-undefined"));
  const Ints values = {1, 2, 3, 4};
  EXPECT_EQ(clEnqueueWriteBuffer(queue, from, CL_TRUE, 0, 16, values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, branch, 4), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{2, 2, 2, 5}));
  EXPECT_TRUE(take_findings().empty());
}

TEST_F(FindingsTest, CopiesMoveDefinedness) {
  const cl_int two[] = {1, 2};
  const cl_mem from = make_buffer(16), to = make_buffer(16);
  EXPECT_EQ(clEnqueueWriteBuffer(queue, from, CL_TRUE, 4, 8, two, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBuffer(queue, from, to, 0, 0, 16, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 2, 4), (Ints{1, 2}));
  EXPECT_TRUE(take_findings().empty());
  read<cl_int>(to, 2, 8);
  EXPECT_EQ(take_findings(), Rules{"opencl.output-uninitialized"});
}

TEST_F(FindingsTest, MapsDefineWhatTheHostWrites) {
  const cl_mem buffer = make_buffer(32);
  cl_int error = CL_SUCCESS;
  auto* const mapped = static_cast<cl_int*>(
      clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 32, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  for (int i = 0; i < 4; ++i) mapped[i] = i;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(buffer, 4), (Ints{0, 1, 2, 3}));
  EXPECT_TRUE(take_findings().empty());
  read<cl_int>(buffer, 4, 16);
  EXPECT_EQ(take_findings(), Rules{"opencl.output-uninitialized"});
}

// --- the order of commands ---

TEST_F(FindingsTest, QueueOutOfOrderNeedsEvents) {
  const cl_command_queue free_queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Ints values = {1, 2, 3, 4};
  const cl_mem from = make_buffer(16, values.data()), to = make_buffer(16);
  const cl_kernel set_first = kernel("set_first"), copy = kernel("copy");
  set_all(set_first, from, cl_int{2});
  set_all(copy, from, to);
  // The kernel writes bytes 0 to 7, which the copy reads.
  cl_event event = nullptr;
  EXPECT_EQ(enqueue(free_queue, set_first, 4, 4, {}, &event), CL_SUCCESS);
  EXPECT_EQ(enqueue(free_queue, copy, 4, 4, {event}), CL_SUCCESS);
  EXPECT_EQ(clFinish(free_queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{10, 11, 3, 4}));
  set_all(set_first, from, cl_int{4});
  EXPECT_EQ(enqueue(free_queue, set_first, 4, 4), CL_SUCCESS);
  EXPECT_EQ(enqueue(free_queue, copy, 4, 4), CL_SUCCESS);
  EXPECT_EQ(clFinish(free_queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.missing-dependency"});
}

// The bytes that are really accessed count, not the buffers.
TEST_F(FindingsTest, UnorderedCommandsMayUseOtherBytes) {
  const cl_command_queue free_queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const Ints values = {1, 2, 3, 4, 5, 6, 7, 8};
  const cl_mem buffer = make_buffer(32, values.data());
  const cl_kernel set_first = kernel("set_first");
  set_all(set_first, buffer, cl_int{4});
  Ints half(4);
  EXPECT_EQ(enqueue(free_queue, set_first, 8, 4), CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueReadBuffer(free_queue, buffer, CL_TRUE, 16, 16, half.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(half, (Ints{5, 6, 7, 8}));
  EXPECT_EQ(clFinish(free_queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  set_all(set_first, buffer, cl_int{5});
  EXPECT_EQ(enqueue(free_queue, set_first, 8, 4), CL_SUCCESS);
  EXPECT_EQ(
      clEnqueueReadBuffer(free_queue, buffer, CL_TRUE, 16, 16, half.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.missing-dependency"});
}

TEST_F(FindingsTest, BarriersAndMarkersOrder) {
  const cl_command_queue free_queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  const cl_mem buffer = make_buffer(16);
  const cl_int values[] = {1, 2};
  const auto fill = [&](int i, std::vector<cl_event> waits = {}) {
    EXPECT_EQ(clEnqueueFillBuffer(free_queue, buffer, &values[i], 4, 0, 16,
                                  static_cast<cl_uint>(waits.size()),
                                  waits.empty() ? nullptr : waits.data(), nullptr),
              CL_SUCCESS);
  };
  fill(0);
  EXPECT_EQ(clEnqueueBarrierWithWaitList(free_queue, 0, nullptr, nullptr), CL_SUCCESS);
  fill(1);
  cl_event marker = nullptr;
  EXPECT_EQ(clEnqueueMarkerWithWaitList(free_queue, 0, nullptr, &marker), CL_SUCCESS);
  fill(0, {marker});
  EXPECT_EQ(clFinish(free_queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  // A marker that nothing waits for orders nothing.
  fill(0);
  EXPECT_EQ(clEnqueueMarkerWithWaitList(free_queue, 0, nullptr, &marker), CL_SUCCESS);
  fill(1);
  EXPECT_EQ(clFinish(free_queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.missing-dependency"});
}

TEST_F(FindingsTest, QueuesNeedEventsOrTheHost) {
  const cl_command_queue other = make_queue();
  const cl_mem buffer = make_buffer(16);
  const cl_int one = 1;
  Ints values(4);
  const auto fill = [&](cl_event* event) {
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &one, 4, 0, 16, 0, nullptr, event), CL_SUCCESS);
  };
  const auto read_from_other = [&](cl_event* event) {
    EXPECT_EQ(clEnqueueReadBuffer(other, buffer, CL_TRUE, 0, 16, values.data(),
                                  event == nullptr ? 0 : 1, event, nullptr),
              CL_SUCCESS);
  };
  cl_event event = nullptr;
  fill(&event);
  read_from_other(&event);
  fill(nullptr);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  read_from_other(nullptr);
  EXPECT_TRUE(take_findings().empty());
  fill(nullptr);
  EXPECT_EQ(clFlush(queue), CL_SUCCESS);
  read_from_other(nullptr);
  EXPECT_EQ(take_findings(), Rules{"opencl.missing-dependency"});
}

TEST_F(FindingsTest, AKernelReadsWhatALaterCommandWrites) {
  const cl_command_queue other = make_queue();
  const Ints values = {1, 2, 3, 4, 5, 6, 7, 8};
  const cl_mem from = make_buffer(32, values.data()), to = make_buffer(32);
  const cl_kernel copy = kernel("copy");
  set_all(copy, from, to);
  const cl_int zero = 0;
  // The kernel reads bytes 0 to 15.
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillBuffer(other, from, &zero, 4, 16, 16, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(clEnqueueFillBuffer(other, from, &zero, 4, 12, 4, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.missing-dependency"});
}

// The host that waits for one command, and then ends a user event, orders what waits for that.
TEST_F(FindingsTest, UserEventsOrder) {
  const cl_command_queue other = make_queue();
  const cl_mem buffer = make_buffer(16);
  const cl_int values[] = {1, 2};
  const auto fill = [&](cl_command_queue to, int i, const cl_event* wait) {
    EXPECT_EQ(clEnqueueFillBuffer(to, buffer, &values[i], 4, 0, 16, wait == nullptr ? 0 : 1, wait,
                                  nullptr),
              CL_SUCCESS);
  };
  for (const bool waits : {true, false}) {
    cl_int error = CL_SUCCESS;
    const cl_event gate = clCreateUserEvent(context, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    fill(queue, 0, nullptr);
    fill(other, 1, &gate);
    if (waits) {
      EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    }
    EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    EXPECT_EQ(clFinish(other), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
    EXPECT_EQ(take_findings(), waits ? Rules{} : Rules{"opencl.missing-dependency"});
  }
}

TEST_F(FindingsTest, SubBuffersThatOverlap) {
  const cl_command_queue other = make_queue();
  const cl_mem buffer = make_buffer(512);
  const auto part = [&](size_t origin, size_t size) {
    const cl_buffer_region region{origin, size};
    cl_int error = CL_SUCCESS;
    const cl_mem made = clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  };
  const cl_int one = 1;
  const auto fill = [&](cl_command_queue to, cl_mem memory, size_t size) {
    EXPECT_EQ(clEnqueueFillBuffer(to, memory, &one, 4, 0, size, 0, nullptr, nullptr), CL_SUCCESS);
  };
  fill(queue, part(0, 128), 128);
  fill(other, part(128, 128), 128);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  fill(queue, part(0, 256), 256);
  fill(other, part(128, 128), 128);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.sub-buffers-overlap"});
}

// --- the host ---

TEST_F(FindingsTest, MappedMemoryIsTheHosts) {
  const Ints values = {1, 2, 3, 4, 5, 6, 7, 8};
  const cl_mem buffer = make_buffer(32, values.data()), to = make_buffer(32);
  const cl_kernel copy = kernel("copy");
  set_all(copy, buffer, to);
  cl_int error = CL_SUCCESS;
  const auto map = [&](cl_map_flags flags, size_t offset, size_t size) {
    void* const mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr,
                                            nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return mapped;
  };
  const auto unmap = [&](void* mapped) {
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  };
  // It may be read while it is mapped for reading, and other bytes while it is mapped for writing.
  void* mapped = map(CL_MAP_READ, 0, 32);
  EXPECT_EQ(enqueue(queue, copy, 8), CL_SUCCESS);
  unmap(mapped);
  mapped = map(CL_MAP_WRITE, 16, 16);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  unmap(mapped);
  EXPECT_TRUE(take_findings().empty());
  mapped = map(CL_MAP_WRITE, 12, 4);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  unmap(mapped);
  EXPECT_EQ(take_findings(), Rules{"opencl.mapped-access"});
  mapped = map(CL_MAP_READ, 0, 32);
  EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, values.data(), 4, 0, 4, 0, nullptr, nullptr),
            CL_SUCCESS);
  unmap(mapped);
  EXPECT_EQ(take_findings(), Rules{"opencl.mapped-access"});
  // The host changes it although it has unmapped it.
  auto* const words = static_cast<cl_int*>(map(CL_MAP_WRITE, 8, 8));
  words[1] = 5;
  EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, words, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  words[0] = 6;
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.host-write"});
}

TEST_F(FindingsTest, MapsForWritingMustNotOverlap) {
  const Ints values = {1, 2, 3, 4};
  const cl_mem buffer = make_buffer(16, values.data());
  cl_int error = CL_SUCCESS;
  const auto map = [&](cl_map_flags flags, size_t offset, size_t size) {
    return clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr,
                              &error);
  };
  map(CL_MAP_READ, 0, 16);
  map(CL_MAP_READ, 8, 8);
  EXPECT_TRUE(take_findings().empty());
  map(CL_MAP_WRITE, 12, 4);
  EXPECT_TRUE(has("opencl.maps-overlap"));
}

TEST_F(FindingsTest, TheHostMustNotChangeWhatACommandReads) {
  Ints values = {1, 2, 3, 4};
  const cl_mem buffer = make_buffer(16);
  const auto write = [&] {
    EXPECT_EQ(
        clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 8, values.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
  };
  write();
  values[2] = 30;  // which is not read
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  values[1] = 20;
  EXPECT_TRUE(take_findings().empty());
  write();
  values[1] = 21;
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.host-write"});
}

// --- shared virtual memory ---

TEST_F(FindingsTest, CoarseGrainedMemoryMustBeMapped) {
  auto* const from = static_cast<cl_int*>(clSVMAlloc(context, 0, 16, 0));
  ASSERT_NE(from, nullptr);
  const cl_mem to = make_buffer(16);
  const cl_kernel copy = kernel("copy");
  EXPECT_EQ(clSetKernelArgSVMPointer(copy, 0, from), CL_SUCCESS);
  set(copy, 1, to);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, from, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  for (int i = 0; i < 4; ++i) from[i] = i + 1;
  EXPECT_EQ(clEnqueueSVMUnmap(queue, from, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{1, 2, 3, 4}));
  EXPECT_TRUE(take_findings().empty());
  from[1] = 20;
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{1, 20, 3, 4}));
  EXPECT_EQ(take_findings(), Rules{"opencl.svm-not-mapped"});
  // It is mapped, but for reading.
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, from, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(from[1], 20);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  from[2] = 30;
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.svm-not-mapped"});
  EXPECT_EQ(clEnqueueSVMUnmap(queue, from, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  // It was mapped when the host unmapped it, but no longer.
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, from, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  from[0] = 9;
  EXPECT_EQ(clEnqueueSVMUnmap(queue, from, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, from, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, from, 0, nullptr, nullptr), CL_SUCCESS);
  from[0] = 10;
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.host-write"});
  clSVMFree(context, from);
  // Commands keep what they use.
  void* const freed = clSVMAlloc(context, 0, 16, 0);
  EXPECT_EQ(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, freed, 16, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueSVMUnmap(queue, freed, 0, nullptr, nullptr), CL_SUCCESS);
  clSVMFree(context, freed);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
}

// The kernel reads bytes 0 to 15 of 32.
TEST_F(FindingsTest, FineGrainedMemoryInUseMustNotChange) {
  auto* const from = static_cast<cl_int*>(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 32, 0));
  ASSERT_NE(from, nullptr);
  for (int i = 0; i < 8; ++i) from[i] = i;
  const cl_mem to = make_buffer(16);
  const cl_kernel copy = kernel("copy");
  EXPECT_EQ(clSetKernelArgSVMPointer(copy, 0, from), CL_SUCCESS);
  set(copy, 1, to);
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  from[4] = 40;  // which the kernel does not read
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  from[3] = 30;
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{0, 1, 2, 30}));
  // The kernel waits for the host.
  cl_int error = CL_SUCCESS;
  const cl_event gate = clCreateUserEvent(context, &error);
  EXPECT_EQ(enqueue(queue, copy, 4, 0, {gate}), CL_SUCCESS);
  from[3] = 31;
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read<cl_int>(to, 4), (Ints{0, 1, 2, 31}));
  EXPECT_TRUE(take_findings().empty());
  EXPECT_EQ(enqueue(queue, copy, 4), CL_SUCCESS);
  from[3] = 32;
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(take_findings(), Rules{"opencl.svm-host-write"});
  clSVMFree(context, from);
}

}  // namespace
}  // namespace spirv_oracle::opencl
