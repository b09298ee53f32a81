// A small OpenCL program: runs docs/examples/mean.cl on the counts of its arguments, and prints the means.
//
//   opencl-mean [--keep] mean.cl|mean.spv COUNT...
//
// With --keep, it does not release its objects.

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

void check(cl_int error, const char* what) {
  if (error == CL_SUCCESS) return;
  std::fprintf(stderr, "opencl-mean: %s failed: %d\n", what, static_cast<int>(error));
  std::exit(1);
}

std::vector<char> read_file(const char* name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "opencl-mean: %s cannot be read\n", name);
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

cl_kernel make_kernel(cl_context context, cl_device_id device, const char* name) {
  const std::vector<char> file = read_file(name);
  const char* text = file.data();
  const size_t length = file.size();
  cl_int error = CL_SUCCESS;
  const bool is_source = std::string(name).ends_with(".cl");
  cl_program program = is_source ? clCreateProgramWithSource(context, 1, &text, &length, &error)
                                 : clCreateProgramWithIL(context, text, length, &error);
  check(error, "clCreateProgram");
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
    std::vector<char> log(1 << 16);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    std::fprintf(stderr, "opencl-mean: %s\n", log.data());
    std::exit(1);
  }
  cl_kernel kernel = clCreateKernel(program, "mean", &error);
  check(error, "clCreateKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  return kernel;
}

}  // namespace

int main(int count, char** arguments) {
  const bool keeps = count > 1 && std::strcmp(arguments[1], "--keep") == 0;
  if (keeps) {
    --count;
    ++arguments;
  }
  if (count < 3) {
    std::fprintf(stderr, "usage: opencl-mean [--keep] mean.cl|mean.spv COUNT...\n");
    return 2;
  }
  std::vector<cl_uint> counts, totals;
  for (int i = 2; i < count; ++i) {
    counts.push_back(static_cast<cl_uint>(std::strtoul(arguments[i], nullptr, 10)));
    totals.push_back(static_cast<cl_uint>(10 * (i - 1)));
  }
  const size_t size = counts.size(), bytes = size * sizeof(cl_uint);
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_int error = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
  check(error, "clCreateCommandQueueWithProperties");
  cl_mem of_totals = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                    totals.data(), &error);
  check(error, "clCreateBuffer");
  cl_mem of_counts = clCreateBuffer(context, CL_MEM_READ_ONLY, bytes, nullptr, &error);
  check(error, "clCreateBuffer");
  check(clEnqueueWriteBuffer(queue, of_counts, CL_FALSE, 0, bytes, counts.data(), 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
  cl_kernel kernel = make_kernel(context, device, arguments[1]);
  check(clSetKernelArg(kernel, 0, sizeof of_totals, &of_totals), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof of_counts, &of_counts), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(
      clEnqueueReadBuffer(queue, of_totals, CL_TRUE, 0, bytes, totals.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer");
  for (const cl_uint total : totals) std::printf("%u ", total);
  std::printf("\n");
  if (keeps) return 0;
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseMemObject(of_totals), "clReleaseMemObject");
  check(clReleaseMemObject(of_counts), "clReleaseMemObject");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
}
