#include "golden/vulkan/pipeline_parts.h"

#include <algorithm>

#include "data/scalar.h"
#include "golden/vulkan/device_memory.h"

namespace spirv_oracle::golden {
namespace {

// Frees its command buffers, too.
class CommandPool {
 public:
  explicit CommandPool(const VulkanDevice& device) : device_(device) {}
  CommandPool(const CommandPool&) = delete;
  CommandPool& operator=(const CommandPool&) = delete;
  ~CommandPool() { device_.vulkan().destroy_command_pool(device_.handle(), pool_, nullptr); }

  Result<VkCommandBuffer> create() {
    const VulkanFunctions& vk = device_.vulkan();
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = device_.queue_family();
    if (auto done =
            make_object(device_, vk.create_command_pool, "vkCreateCommandPool", pool, pool_);
        !done)
      return tl::unexpected(done.error());
    VkCommandBufferAllocateInfo allocate{};
    allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    allocate.commandPool = pool_;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = nullptr;
    if (auto done = checked(vk.allocate_command_buffers(device_.handle(), &allocate, &commands),
                            "vkAllocateCommandBuffers");
        !done)
      return tl::unexpected(done.error());
    return commands;
  }

 private:
  const VulkanDevice& device_;
  VkCommandPool pool_ = VK_NULL_HANDLE;
};

void record_barrier_to_host(const VulkanFunctions& vk, VkCommandBuffer commands) {
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk.pipeline_barrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0,
                      1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace

std::vector<const EntryPointInfo*> entry_points_named(const ModuleInfo& info,
                                                      const std::string& name) {
  std::vector<const EntryPointInfo*> found;
  for (const EntryPointInfo& entry : info.entry_points) {
    if (entry.name == name) found.push_back(&entry);
  }
  return found;
}

// The bytes of a constant have its type. A Boolean is a VkBool32.
Result<void> DeviceModule::create(const std::vector<std::uint32_t>& words,
                                  const std::map<std::uint32_t, std::uint64_t>& specialization,
                                  const ModuleInfo& info) {
  for (const auto& [id, bits] : specialization) {
    const auto constant = std::ranges::find(info.spec_constants, id, &SpecConstantInfo::spec_id);
    if (constant == info.spec_constants.end()) continue;
    const std::size_t size =
        constant->type == ScalarKind::boolean ? 4 : scalar_size(constant->type);
    entries_.push_back({id, static_cast<std::uint32_t>(values_.size()), size});
    append_bits(bits, size, values_);
  }
  specialization_ = {static_cast<std::uint32_t>(entries_.size()), entries_.data(), values_.size(),
                     values_.data()};
  VkShaderModuleCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  create.codeSize = words.size() * 4;
  create.pCode = words.data();
  return make_object(device_, device_.vulkan().create_shader_module, "vkCreateShaderModule", create,
                     module_);
}

VkPipelineShaderStageCreateInfo DeviceModule::stage(VkShaderStageFlagBits which,
                                                    const std::string& entry_point) const {
  VkPipelineShaderStageCreateInfo stage{};
  stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  stage.stage = which;
  stage.module = module_;
  stage.pName = entry_point.c_str();
  stage.pSpecializationInfo = &specialization_;
  return stage;
}

// In whole words.
std::vector<std::byte> DevicePipelineLayout::push_constants() const {
  const auto found = std::ranges::find(bundle_.resources, "push_constant", &BundleResource::kind);
  if (found == bundle_.resources.end()) return {};
  std::vector<std::byte> bytes = found->input->bytes;
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

Result<void> DevicePipelineLayout::create() {
  const VkPushConstantRange range{stages_, 0, static_cast<std::uint32_t>(push_constants().size())};
  VkPipelineLayoutCreateInfo layout{};
  layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout.setLayoutCount = static_cast<std::uint32_t>(bindings_.set_layouts().size());
  layout.pSetLayouts = bindings_.set_layouts().data();
  layout.pushConstantRangeCount = range.size != 0 ? 1 : 0;
  layout.pPushConstantRanges = &range;
  return make_object(device_, device_.vulkan().create_pipeline_layout, "vkCreatePipelineLayout",
                     layout, layout_);
}

void DevicePipelineLayout::record(VkCommandBuffer commands, VkPipelineBindPoint bind_point) const {
  const VulkanFunctions& vk = device_.vulkan();
  if (!bindings_.sets().empty()) {
    vk.bind_sets(commands, bind_point, layout_, 0,
                 static_cast<std::uint32_t>(bindings_.sets().size()), bindings_.sets().data(), 0,
                 nullptr);
  }
  const std::vector<std::byte> push = push_constants();
  if (!push.empty())
    vk.push_constants(commands, layout_, stages_, 0, static_cast<std::uint32_t>(push.size()),
                      push.data());
}

Result<void> submit(const VulkanDevice& device,
                    const std::function<void(VkCommandBuffer)>& record) {
  const VulkanFunctions& vk = device.vulkan();
  CommandPool pool(device);
  const auto commands = pool.create();
  if (!commands) return tl::unexpected(commands.error());
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  if (auto done = checked(vk.begin_command_buffer(*commands, &begin), "vkBeginCommandBuffer");
      !done)
    return done;
  record(*commands);
  record_barrier_to_host(vk, *commands);
  if (auto done = checked(vk.end_command_buffer(*commands), "vkEndCommandBuffer"); !done)
    return done;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &*commands;
  if (auto done = checked(vk.submit(device.queue(), 1, &info, VK_NULL_HANDLE), "vkQueueSubmit");
      !done)
    return done;
  return checked(vk.wait_idle(device.queue()), "vkQueueWaitIdle");
}

}  // namespace spirv_oracle::golden
