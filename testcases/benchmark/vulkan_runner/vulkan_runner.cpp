// Runs a compute shader on the first Vulkan device and prints how long a dispatch takes.
//
//   vulkan_runner MODULE.spv ROUNDS GROUPS REPETITIONS SOURCE TARGET
//
// The module has the interface that the shaders of testcases/benchmark/ share: binding 0 is the
// source, binding 1 the target with 16 words per invocation, SpecId 0 the number of rounds, and a
// workgroup has 256 invocations. SOURCE is a file with the source's bytes; the target's, after one
// dispatch, are written to the file TARGET. Printed is one JSON object; its times are those of the
// fastest of the repetitions, after one dispatch that does not count.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include <vulkan/vulkan_raii.hpp>

namespace {

constexpr std::size_t target_bytes_per_group = 256 * 16 * 4;

struct Arguments {
  std::string module_file;
  std::uint32_t rounds = 0;
  std::uint32_t groups = 0;
  int repetitions = 0;
  std::string source_file;
  std::string target_file;
};

struct Seconds {
  double processor = std::numeric_limits<double>::infinity();  // of all threads of this process
  double elapsed = std::numeric_limits<double>::infinity();
};

std::vector<char> read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& name, const char* bytes, std::size_t size) {
  std::ofstream file(name, std::ios::binary);
  if (!file.write(bytes, static_cast<std::streamsize>(size))) {
    throw std::runtime_error("cannot write " + name);
  }
}

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double elapsed_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

vk::raii::Instance make_instance(const vk::raii::Context& context) {
  vk::ApplicationInfo application;
  application.apiVersion = VK_API_VERSION_1_3;
  return {context, vk::InstanceCreateInfo({}, &application)};
}

vk::raii::PhysicalDevice first_device(const vk::raii::Instance& instance) {
  vk::raii::PhysicalDevices devices(instance);
  if (devices.empty()) throw std::runtime_error("no Vulkan device");
  return std::move(devices.front());
}

std::uint32_t compute_queue_family(const vk::raii::PhysicalDevice& physical) {
  const auto families = physical.getQueueFamilyProperties();
  const auto family = std::find_if(families.begin(), families.end(), [](const auto& properties) {
    return static_cast<bool>(properties.queueFlags & vk::QueueFlagBits::eCompute);
  });
  if (family == families.end()) throw std::runtime_error("the device has no compute queue");
  return static_cast<std::uint32_t>(family - families.begin());
}

vk::raii::Device make_device(const vk::raii::PhysicalDevice& physical, std::uint32_t family) {
  const float priority = 1;
  const vk::DeviceQueueCreateInfo queue({}, family, 1, &priority);
  return {physical, vk::DeviceCreateInfo({}, queue)};
}

// A storage buffer that the host can read and write.
class HostBuffer {
 public:
  HostBuffer(const vk::raii::PhysicalDevice& physical, const vk::raii::Device& device,
             std::size_t size)
      : buffer_(device, vk::BufferCreateInfo({}, size, vk::BufferUsageFlagBits::eStorageBuffer)),
        memory_(device, allocation(physical, buffer_.getMemoryRequirements())) {
    buffer_.bindMemory(*memory_, 0);
    bytes_ = static_cast<char*>(memory_.mapMemory(0, size));
  }

  char* bytes() const { return bytes_; }
  vk::DescriptorBufferInfo descriptor() const { return {*buffer_, 0, VK_WHOLE_SIZE}; }

 private:
  static vk::MemoryAllocateInfo allocation(const vk::raii::PhysicalDevice& physical,
                                           const vk::MemoryRequirements& requirements) {
    constexpr auto wanted =
        vk::MemoryPropertyFlagBits::eHostVisible | vk::MemoryPropertyFlagBits::eHostCoherent;
    const auto properties = physical.getMemoryProperties();
    for (std::uint32_t type = 0; type < properties.memoryTypeCount; ++type) {
      const auto flags = properties.memoryTypes[type].propertyFlags;
      if ((requirements.memoryTypeBits >> type & 1) != 0 && (flags & wanted) == wanted) {
        return {requirements.size, type};
      }
    }
    throw std::runtime_error("the device has no memory that the host can use");
  }

  vk::raii::Buffer buffer_;
  vk::raii::DeviceMemory memory_;
  char* bytes_ = nullptr;
};

vk::raii::DescriptorSetLayout make_set_layout(const vk::raii::Device& device) {
  constexpr auto stage = vk::ShaderStageFlagBits::eCompute;
  const std::vector<vk::DescriptorSetLayoutBinding> bindings = {
      {0, vk::DescriptorType::eStorageBuffer, 1, stage},
      {1, vk::DescriptorType::eStorageBuffer, 1, stage}};
  return {device, vk::DescriptorSetLayoutCreateInfo({}, bindings)};
}

vk::raii::Pipeline make_pipeline(const vk::raii::Device& device, const Arguments& arguments,
                                 vk::PipelineLayout layout) {
  const auto bytes = read_file(arguments.module_file);
  std::vector<std::uint32_t> words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), 4 * words.size());
  const vk::raii::ShaderModule module(device, vk::ShaderModuleCreateInfo({}, words));
  const vk::SpecializationMapEntry rounds(0, 0, sizeof(arguments.rounds));
  const vk::SpecializationInfo specialization(1, &rounds, sizeof(arguments.rounds),
                                              &arguments.rounds);
  const vk::PipelineShaderStageCreateInfo stage({}, vk::ShaderStageFlagBits::eCompute, *module,
                                                "main", &specialization);
  return {device, nullptr, vk::ComputePipelineCreateInfo({}, stage, layout)};
}

Seconds run_once(const vk::raii::Device& device, const vk::raii::Queue& queue,
                 vk::CommandBuffer commands) {
  const vk::raii::Fence done(device, vk::FenceCreateInfo());
  const double processor = processor_seconds();
  const double elapsed = elapsed_seconds();
  queue.submit(vk::SubmitInfo({}, {}, commands), *done);
  const auto result = device.waitForFences(*done, VK_TRUE, UINT64_MAX);
  if (result != vk::Result::eSuccess) throw std::runtime_error("the dispatch did not end");
  return {processor_seconds() - processor, elapsed_seconds() - elapsed};
}

void run(const Arguments& arguments) {
  const vk::raii::Context context;
  const auto instance = make_instance(context);
  const auto physical = first_device(instance);
  const auto family = compute_queue_family(physical);
  const auto device = make_device(physical, family);
  const auto queue = device.getQueue(family, 0);

  const auto contents = read_file(arguments.source_file);
  const HostBuffer source(physical, device, contents.size());
  std::copy(contents.begin(), contents.end(), source.bytes());
  const std::size_t target_bytes = target_bytes_per_group * arguments.groups;
  const HostBuffer target(physical, device, target_bytes);
  std::fill_n(target.bytes(), target_bytes, '\0');

  const auto set_layout = make_set_layout(device);
  const vk::DescriptorPoolSize size(vk::DescriptorType::eStorageBuffer, 2);
  const vk::raii::DescriptorPool pool(
      device,
      vk::DescriptorPoolCreateInfo(vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, 1, size));
  const vk::raii::DescriptorSets sets(device, vk::DescriptorSetAllocateInfo(*pool, *set_layout));
  const std::vector<vk::DescriptorBufferInfo> buffers = {source.descriptor(), target.descriptor()};
  device.updateDescriptorSets(
      vk::WriteDescriptorSet(*sets[0], 0, 0, vk::DescriptorType::eStorageBuffer, {}, buffers), {});

  const vk::raii::PipelineLayout layout(device, vk::PipelineLayoutCreateInfo({}, *set_layout));
  const auto pipeline = make_pipeline(device, arguments, *layout);

  const vk::raii::CommandPool command_pool(device, vk::CommandPoolCreateInfo({}, family));
  const vk::raii::CommandBuffers commands(
      device, vk::CommandBufferAllocateInfo(*command_pool, vk::CommandBufferLevel::ePrimary, 1));
  commands[0].begin(vk::CommandBufferBeginInfo());
  commands[0].bindPipeline(vk::PipelineBindPoint::eCompute, *pipeline);
  commands[0].bindDescriptorSets(vk::PipelineBindPoint::eCompute, *layout, 0, *sets[0], {});
  commands[0].dispatch(arguments.groups, 1, 1);
  commands[0].end();

  run_once(device, queue, *commands[0]);
  write_file(arguments.target_file, target.bytes(), target_bytes);
  Seconds fastest;
  for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
    const Seconds seconds = run_once(device, queue, *commands[0]);
    fastest.processor = std::min(fastest.processor, seconds.processor);
    fastest.elapsed = std::min(fastest.elapsed, seconds.elapsed);
  }

  const auto properties =
      physical.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceSubgroupProperties,
                              vk::PhysicalDeviceDriverProperties>();
  const auto& driver = properties.get<vk::PhysicalDeviceDriverProperties>();
  std::cout << "{\"device\": \""
            << properties.get<vk::PhysicalDeviceProperties2>().properties.deviceName.data()
            << "\", \"driver\": \"" << driver.driverName.data() << ' ' << driver.driverInfo.data()
            << "\", \"subgroup_size\": "
            << properties.get<vk::PhysicalDeviceSubgroupProperties>().subgroupSize
            << ", \"processor_seconds\": " << fastest.processor
            << ", \"elapsed_seconds\": " << fastest.elapsed << "}\n";
}

}  // namespace

int main(int count, char** values) {
  if (count != 7) {
    std::cerr << "usage: vulkan_runner MODULE.spv ROUNDS GROUPS REPETITIONS SOURCE TARGET\n";
    return 2;
  }
  try {
    run({values[1], static_cast<std::uint32_t>(std::stoul(values[2])),
         static_cast<std::uint32_t>(std::stoul(values[3])), std::stoi(values[4]), values[5],
         values[6]});
  } catch (const std::exception& error) {
    std::cerr << "vulkan_runner: " << error.what() << '\n';
    return 1;
  }
}
