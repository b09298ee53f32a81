// vulkan-figures FILE.spv GROUPS COUNT [--mapped] [BYTES]...: how long a device takes for a module, and how much memory. The BYTES
// are storage buffers of set 0, from binding 0 on, filled with zeros. --mapped: by the host, which maps their memory.

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#include <vulkan/vulkan.hpp>

namespace {

using Time = std::chrono::steady_clock::time_point;

double milliseconds_since(Time begin) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

std::vector<std::uint32_t> read_words(const char* name) {
  std::ifstream file(name, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::copy_n(bytes.begin(), words.size() * 4, reinterpret_cast<char*>(words.data()));
  return words;
}

// The most memory that the process had so far, in bytes.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

struct Arguments {
  const char* file;
  std::uint32_t groups, count;
  bool is_mapped;
  std::vector<vk::DeviceSize> buffers;
};

struct Buffer {
  vk::UniqueDeviceMemory memory;
  vk::UniqueBuffer buffer;
};

class Figures {
 public:
  explicit Figures(const Arguments& arguments) : arguments_(arguments), begin_(now()) {
    const vk::ApplicationInfo application("figures", 1, "", 1, VK_API_VERSION_1_3);
    instance_ = vk::createInstanceUnique({{}, &application});
    const float priority = 1;
    const vk::DeviceQueueCreateInfo queues({}, 0, 1, &priority);
    device_ = instance_->enumeratePhysicalDevices().front().createDeviceUnique({{}, queues});
    queue_ = device_->getQueue(0, 0);
    pool_ = device_->createCommandPoolUnique({{}, 0});
    create_pipeline();
    create_buffers();
  }

  void print() {
    run(1, !arguments_.is_mapped);
    std::printf("first result: %.1f ms\n", milliseconds_since(begin_));
    const Time begin = now();
    run(arguments_.count, false);
    const double took = milliseconds_since(begin);
    std::printf("%u dispatches: %.1f ms, %.4f ms each\n", arguments_.count, took,
                took / arguments_.count);
    double bytes = 0;
    for (const vk::DeviceSize size : arguments_.buffers) bytes += static_cast<double>(size);
    std::printf("memory: %.1f MiB of buffers, %.1f MiB at most, %.1f MiB before the buffers\n",
                bytes / 1048576, peak_memory() / 1048576, before_ / 1048576);
  }

 private:
  static Time now() { return std::chrono::steady_clock::now(); }

  void create_pipeline() {
    std::vector<vk::DescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < arguments_.buffers.size(); ++i)
      bindings.emplace_back(i, vk::DescriptorType::eStorageBuffer, 1,
                            vk::ShaderStageFlagBits::eCompute);
    set_layout_ = device_->createDescriptorSetLayoutUnique({{}, bindings});
    layout_ = device_->createPipelineLayoutUnique({{}, *set_layout_});
    const auto words = read_words(arguments_.file);
    const auto shader = device_->createShaderModuleUnique({{}, words});
    const vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *shader,
                                                  "main");
    pipeline_ = device_->createComputePipelineUnique({}, {{}, stage, *layout_}).value;
  }

  void create_buffers() {
    before_ = peak_memory();
    const vk::DescriptorPoolSize size(vk::DescriptorType::eStorageBuffer, 64);
    descriptors_ = device_->createDescriptorPoolUnique({{}, 1, size});
    set_ = device_->allocateDescriptorSets({*descriptors_, *set_layout_}).front();
    for (std::uint32_t i = 0; i < arguments_.buffers.size(); ++i) {
      Buffer made;
      made.buffer = device_->createBufferUnique(
          {{},
           arguments_.buffers[i],
           vk::BufferUsageFlagBits::eStorageBuffer | vk::BufferUsageFlagBits::eTransferDst});
      made.memory = device_->allocateMemoryUnique(
          {device_->getBufferMemoryRequirements(*made.buffer).size, arguments_.is_mapped ? 1u : 0});
      device_->bindBufferMemory(*made.buffer, *made.memory, 0);
      if (arguments_.is_mapped)
        std::memset(device_->mapMemory(*made.memory, 0, VK_WHOLE_SIZE), 0, arguments_.buffers[i]);
      const vk::DescriptorBufferInfo info(*made.buffer, 0, VK_WHOLE_SIZE);
      device_->updateDescriptorSets(
          vk::WriteDescriptorSet(set_, i, 0, vk::DescriptorType::eStorageBuffer, {}, info), {});
      buffers_.push_back(std::move(made));
    }
  }

  void run(std::uint32_t dispatches, bool fills) {
    const auto commands = std::move(
        device_->allocateCommandBuffersUnique({*pool_, vk::CommandBufferLevel::ePrimary, 1})[0]);
    const vk::MemoryBarrier all(vk::AccessFlagBits::eMemoryWrite,
                                vk::AccessFlagBits::eMemoryRead | vk::AccessFlagBits::eMemoryWrite);
    commands->begin(vk::CommandBufferBeginInfo());
    if (fills) {
      for (const Buffer& buffer : buffers_)
        commands->fillBuffer(*buffer.buffer, 0, VK_WHOLE_SIZE, 0);
      commands->pipelineBarrier(vk::PipelineStageFlagBits::eAllCommands,
                                vk::PipelineStageFlagBits::eAllCommands, {}, all, {}, {});
    }
    commands->bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline_);
    commands->bindDescriptorSets(vk::PipelineBindPoint::eCompute, *layout_, 0, set_, {});
    for (std::uint32_t i = 0; i < dispatches; ++i) commands->dispatch(arguments_.groups, 1, 1);
    commands->end();
    queue_.submit(vk::SubmitInfo({}, {}, *commands));
    queue_.waitIdle();
  }

  Arguments arguments_;
  Time begin_;
  double before_ = 0;
  vk::UniqueInstance instance_;
  vk::UniqueDevice device_;
  vk::Queue queue_;
  vk::UniqueCommandPool pool_;
  vk::UniqueDescriptorSetLayout set_layout_;
  vk::UniquePipelineLayout layout_;
  vk::UniquePipeline pipeline_;
  vk::UniqueDescriptorPool descriptors_;
  vk::DescriptorSet set_;
  std::vector<Buffer> buffers_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: vulkan-figures FILE.spv GROUPS COUNT [--mapped] [BYTES]...\n");
    return 2;
  }
  const bool is_mapped = argc > 4 && std::strcmp(argv[4], "--mapped") == 0;
  Arguments arguments{argv[1],
                      static_cast<std::uint32_t>(std::atoi(argv[2])),
                      static_cast<std::uint32_t>(std::atoi(argv[3])),
                      is_mapped,
                      {}};
  for (int i = is_mapped ? 5 : 4; i < argc; ++i)
    arguments.buffers.push_back(std::strtoull(argv[i], nullptr, 10));
  Figures(arguments).print();
  return 0;
}
