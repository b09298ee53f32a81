// Transforms of VkFFT, a library in a header that writes its own shaders, compared with the definition of the discrete Fourier
// transform. Prints a line for each; the status is 1 if one differs.
//
//   vulkan-vkfft WIDTHxHEIGHT...

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <span>
#include <vector>

#define VKFFT_BACKEND 0
#include <vkFFT.h>

namespace {

using Complex = std::complex<float>;

void check(int result, const char* what) {
  if (result == 0) return;
  std::fprintf(stderr, "vulkan-vkfft: %s failed: %d\n", what, result);
  std::exit(2);
}

struct Context {
  VkInstance instance = nullptr;
  VkPhysicalDevice physical = nullptr;
  VkDevice device = nullptr;
  VkQueue queue = nullptr;
  VkCommandPool pool = VK_NULL_HANDLE;
  VkFence fence = VK_NULL_HANDLE;
};

Context create_context() {
  Context made;
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo instance{};
  instance.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  instance.pApplicationInfo = &application;
  check(vkCreateInstance(&instance, nullptr, &made.instance), "vkCreateInstance");
  std::uint32_t count = 1;
  vkEnumeratePhysicalDevices(made.instance, &count, &made.physical);
  const float priority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo device{};
  device.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  device.queueCreateInfoCount = 1;
  device.pQueueCreateInfos = &queue;
  check(vkCreateDevice(made.physical, &device, nullptr, &made.device), "vkCreateDevice");
  vkGetDeviceQueue(made.device, 0, 0, &made.queue);
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  check(vkCreateCommandPool(made.device, &pool, nullptr, &made.pool), "vkCreateCommandPool");
  const VkFenceCreateInfo fence{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
  check(vkCreateFence(made.device, &fence, nullptr, &made.fence), "vkCreateFence");
  return made;
}

// Memory that the host sees, which is type 1 of this device.
struct HostBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  std::span<Complex> values;
};

HostBuffer create_buffer(const Context& context, const std::vector<Complex>& values) {
  HostBuffer made;
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = values.size() * sizeof(Complex);
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  check(vkCreateBuffer(context.device, &info, nullptr, &made.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(context.device, made.buffer, &needs);
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = needs.size;
  allocation.memoryTypeIndex = 1;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  check(vkAllocateMemory(context.device, &allocation, nullptr, &memory), "vkAllocateMemory");
  check(vkBindBufferMemory(context.device, made.buffer, memory, 0), "vkBindBufferMemory");
  void* data = nullptr;
  check(vkMapMemory(context.device, memory, 0, VK_WHOLE_SIZE, 0, &data), "vkMapMemory");
  made.values = {static_cast<Complex*>(data), values.size()};
  std::ranges::copy(values, made.values.begin());
  return made;
}

struct Size {
  std::uint64_t width = 1, height = 1;
  std::uint64_t count() const { return width * height; }
};

std::vector<Complex> transform(Context& context, const Size& size,
                               const std::vector<Complex>& input) {
  HostBuffer buffer = create_buffer(context, input);
  std::uint64_t bytes = input.size() * sizeof(Complex);
  VkFFTConfiguration configuration{};
  configuration.FFTdim = size.height == 1 ? 1 : 2;
  configuration.size[0] = size.width;
  configuration.size[1] = size.height;
  configuration.physicalDevice = &context.physical;
  configuration.device = &context.device;
  configuration.queue = &context.queue;
  configuration.commandPool = &context.pool;
  configuration.fence = &context.fence;
  configuration.bufferSize = &bytes;
  configuration.buffer = &buffer.buffer;
  VkFFTApplication application{};
  check(initializeVkFFT(&application, configuration), "initializeVkFFT");
  VkCommandBufferAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocation.commandPool = context.pool;
  allocation.commandBufferCount = 1;
  VkCommandBuffer commands = nullptr;
  check(vkAllocateCommandBuffers(context.device, &allocation, &commands),
        "vkAllocateCommandBuffers");
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  vkBeginCommandBuffer(commands, &begin);
  VkFFTLaunchParams launch{};
  launch.commandBuffer = &commands;
  check(VkFFTAppend(&application, -1, &launch), "VkFFTAppend");
  vkEndCommandBuffer(commands);
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  check(vkQueueSubmit(context.queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(context.queue), "vkQueueWaitIdle");
  deleteVkFFT(&application);
  return {buffer.values.begin(), buffer.values.end()};
}

// The definition, in double precision.
std::complex<double> coefficient(const Size& size, const std::vector<Complex>& input,
                                 std::uint64_t u, std::uint64_t v) {
  std::complex<double> sum;
  for (std::uint64_t y = 0; y < size.height; ++y) {
    for (std::uint64_t x = 0; x < size.width; ++x) {
      const double turns =
          static_cast<double>(u * x % size.width) / static_cast<double>(size.width) +
          static_cast<double>(v * y % size.height) / static_cast<double>(size.height);
      sum += std::complex<double>(input[y * size.width + x]) *
             std::polar(1.0, -2 * std::numbers::pi * turns);
    }
  }
  return sum;
}

bool is_right(Context& context, const Size& size) {
  std::vector<Complex> input(size.count());
  std::uint32_t state = 1;
  const auto random = [&state] {
    state = state * 1664525 + 1013904223;
    return static_cast<float>(state >> 8) / static_cast<float>(1 << 23) - 1;
  };
  for (Complex& value : input) value = {random(), random()};
  const std::vector<Complex> output = transform(context, size, input);
  double worst = 0;
  for (std::uint64_t i = 0; i < output.size(); ++i) {
    const auto expected = coefficient(size, input, i % size.width, i / size.width);
    worst = std::max(worst, std::abs(std::complex<double>(output[i]) - expected));
  }
  // Each level of a fast transform adds a few roundings to values of this size.
  const double permitted = 1e-5 * std::sqrt(static_cast<double>(size.count()));
  const bool right = worst < permitted;
  std::printf("%ux%u: %s\n", static_cast<unsigned>(size.width), static_cast<unsigned>(size.height),
              right ? "right" : "wrong");
  if (!right) std::printf("  differs by %g, and %g is permitted\n", worst, permitted);
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  Context context = create_context();
  bool right = true;
  for (int i = 1; i < argc; ++i) {
    Size size;
    std::sscanf(argv[i], "%lux%lu", &size.width, &size.height);
    right = is_right(context, size) && right;
  }
  return right ? 0 : 1;
}
