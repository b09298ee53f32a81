#include "golden/vulkan/device_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>

#include "cli/scalar.h"
#include "golden/subgroup_use.h"

namespace spirv_oracle::golden {
namespace {

bool is_descriptor(const BundleResource& resource) { return resource.kind != "push_constant"; }

VkDescriptorType descriptor_type(const BundleResource& resource) {
  return resource.kind == "uniform_buffer" ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER
                                           : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

struct MappedBuffer {
  const BundleResource* resource = nullptr;
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void* bytes = nullptr;
};

// A value that VkSpecializationInfo can point to.
struct SpecializationData {
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<std::byte> bytes;
};

// Bytes of a constant: those of its type; a Boolean is a VkBool32.
SpecializationData specialization_of(const Bundle& bundle) {
  SpecializationData data;
  const auto module = load_module(bundle.words, {false, ""});
  const auto constants =
      module ? describe(**module).spec_constants : std::vector<SpecConstantInfo>{};
  for (const auto& [id, bits] : bundle.specialization) {
    const auto info = std::ranges::find(constants, id, &SpecConstantInfo::spec_id);
    if (info == constants.end()) continue;
    const std::size_t size = info->type == ScalarKind::boolean ? 4 : scalar_size(info->type);
    data.entries.push_back({id, static_cast<std::uint32_t>(data.bytes.size()), size});
    append_bits(bits, size, data.bytes);
  }
  return data;
}

// The objects of one dispatch, destroyed together.
class DeviceRun {
 public:
  DeviceRun(const VulkanDevice& device, const Bundle& bundle)
      : device_(device), vk_(device.vulkan()), bundle_(bundle) {}
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun();

  Result<Outputs> execute();

 private:
  Result<void> check(VkResult result, const char* function) const;
  Result<void> make_buffer(const BundleResource& resource);
  Result<void> make_set_layouts();
  Result<void> make_sets();
  Result<void> make_pipeline();
  Result<void> submit();
  std::optional<std::uint32_t> memory_type(std::uint32_t allowed) const;
  const BundleResource* push_constants() const;
  bool asks_for_size() const;
  bool has_full_subgroups() const;

  const VulkanDevice& device_;
  const VulkanFunctions& vk_;
  const Bundle& bundle_;
  std::vector<MappedBuffer> buffers_;
  std::vector<VkDescriptorSetLayout> set_layouts_;  // by set
  std::vector<VkDescriptorSet> sets_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkShaderModule module_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
};

DeviceRun::~DeviceRun() {
  VkDevice device = device_.handle();
  vk_.destroy_command_pool(device, command_pool_, nullptr);
  vk_.destroy_pipeline(device, pipeline_, nullptr);
  vk_.destroy_shader_module(device, module_, nullptr);
  vk_.destroy_pipeline_layout(device, layout_, nullptr);
  vk_.destroy_pool(device, pool_, nullptr);
  for (VkDescriptorSetLayout layout : set_layouts_) vk_.destroy_set_layout(device, layout, nullptr);
  for (const MappedBuffer& buffer : buffers_) {
    vk_.destroy_buffer(device, buffer.buffer, nullptr);
    vk_.free_memory(device, buffer.memory, nullptr);
  }
}

Result<void> DeviceRun::check(VkResult result, const char* function) const {
  if (result == VK_SUCCESS) return {};
  return tl::unexpected(
      Error{Status::mismatch, fmt::format("{} returns {}", function, result_name(result))});
}

std::optional<std::uint32_t> DeviceRun::memory_type(std::uint32_t allowed) const {
  constexpr VkMemoryPropertyFlags wanted =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkPhysicalDeviceMemoryProperties& memory = device_.memory();
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((allowed >> i & 1) != 0 && (memory.memoryTypes[i].propertyFlags & wanted) == wanted)
      return i;
  }
  return std::nullopt;
}

Result<void> DeviceRun::make_buffer(const BundleResource& resource) {
  const std::vector<std::byte>& input = resource.input->bytes;
  MappedBuffer& mapped = buffers_.emplace_back();
  mapped.resource = &resource;
  VkBufferCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  create.size = std::max<std::size_t>(input.size(), 1);
  create.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
  VkDevice device = device_.handle();
  if (auto done =
          check(vk_.create_buffer(device, &create, nullptr, &mapped.buffer), "vkCreateBuffer");
      !done)
    return done;
  VkMemoryRequirements requirements{};
  vk_.get_memory_requirements(device, mapped.buffer, &requirements);
  const auto type = memory_type(requirements.memoryTypeBits);
  if (!type) {
    return tl::unexpected(
        Error{Status::mismatch, "no memory type is visible to the host and coherent"});
  }
  VkMemoryAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocate.allocationSize = requirements.size;
  allocate.memoryTypeIndex = *type;
  if (auto done = check(vk_.allocate_memory(device, &allocate, nullptr, &mapped.memory),
                        "vkAllocateMemory");
      !done)
    return done;
  if (auto done =
          check(vk_.bind_memory(device, mapped.buffer, mapped.memory, 0), "vkBindBufferMemory");
      !done)
    return done;
  if (auto done = check(vk_.map_memory(device, mapped.memory, 0, VK_WHOLE_SIZE, 0, &mapped.bytes),
                        "vkMapMemory");
      !done)
    return done;
  if (!input.empty()) std::memcpy(mapped.bytes, input.data(), input.size());
  return {};
}

Result<void> DeviceRun::make_set_layouts() {
  std::map<std::uint32_t, std::map<std::uint32_t, VkDescriptorSetLayoutBinding>> sets;
  for (const BundleResource& resource : bundle_.resources) {
    if (!is_descriptor(resource)) continue;
    VkDescriptorSetLayoutBinding& binding = sets[resource.key.set][resource.key.binding];
    binding.binding = resource.key.binding;
    binding.descriptorType = descriptor_type(resource);
    binding.descriptorCount = std::max(binding.descriptorCount, resource.key.element + 1);
    binding.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  const std::uint32_t count = sets.empty() ? 0 : sets.rbegin()->first + 1;
  if (count > device_.description().properties.limits.maxBoundDescriptorSets)
    return tl::unexpected(Error{Status::unsupported, "maxBoundDescriptorSets"});
  for (std::uint32_t set = 0; set < count; ++set) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const auto& [number, binding] : sets[set]) bindings.push_back(binding);
    VkDescriptorSetLayoutCreateInfo create{};
    create.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    create.bindingCount = static_cast<std::uint32_t>(bindings.size());
    create.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    if (auto done = check(vk_.create_set_layout(device_.handle(), &create, nullptr, &layout),
                          "vkCreateDescriptorSetLayout");
        !done)
      return done;
    set_layouts_.push_back(layout);
  }
  return {};
}

Result<void> DeviceRun::make_sets() {
  if (set_layouts_.empty()) return {};
  const auto count = static_cast<std::uint32_t>(std::max<std::size_t>(buffers_.size(), 1));
  const std::array<VkDescriptorPoolSize, 2> sizes{
      {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, count}}};
  VkDescriptorPoolCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  create.maxSets = static_cast<std::uint32_t>(set_layouts_.size());
  create.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  create.pPoolSizes = sizes.data();
  if (auto done = check(vk_.create_pool(device_.handle(), &create, nullptr, &pool_),
                        "vkCreateDescriptorPool");
      !done)
    return done;
  VkDescriptorSetAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocate.descriptorPool = pool_;
  allocate.descriptorSetCount = static_cast<std::uint32_t>(set_layouts_.size());
  allocate.pSetLayouts = set_layouts_.data();
  sets_.resize(set_layouts_.size());
  if (auto done = check(vk_.allocate_sets(device_.handle(), &allocate, sets_.data()),
                        "vkAllocateDescriptorSets");
      !done)
    return done;
  for (const MappedBuffer& mapped : buffers_) {
    const BundleResource& resource = *mapped.resource;
    const VkDescriptorBufferInfo info{mapped.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = sets_[resource.key.set];
    write.dstBinding = resource.key.binding;
    write.dstArrayElement = resource.key.element;
    write.descriptorCount = 1;
    write.descriptorType = descriptor_type(resource);
    write.pBufferInfo = &info;
    vk_.update_sets(device_.handle(), 1, &write, 0, nullptr);
  }
  return {};
}

const BundleResource* DeviceRun::push_constants() const {
  const auto found = std::ranges::find_if_not(bundle_.resources, is_descriptor);
  return found == bundle_.resources.end() ? nullptr : &*found;
}

bool DeviceRun::asks_for_size() const {
  return uses_subgroups(bundle_) && device_.description().features_1_3.subgroupSizeControl != 0;
}

// The mapping that a bundle assumes fills subgroups as far as possible.
bool DeviceRun::has_full_subgroups() const {
  return asks_for_size() && device_.description().features_1_3.computeFullSubgroups != 0 &&
         bundle_.workgroup_size &&
         (*bundle_.workgroup_size)[0] % bundle_.assumptions.subgroup_size == 0;
}

Result<void> DeviceRun::make_pipeline() {
  VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 0};
  if (const BundleResource* push = push_constants())
    range.size = static_cast<std::uint32_t>((push->input->bytes.size() + 3) / 4 * 4);
  VkPipelineLayoutCreateInfo layout{};
  layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout.setLayoutCount = static_cast<std::uint32_t>(set_layouts_.size());
  layout.pSetLayouts = set_layouts_.data();
  layout.pushConstantRangeCount = range.size != 0 ? 1 : 0;
  layout.pPushConstantRanges = &range;
  VkDevice device = device_.handle();
  if (auto done = check(vk_.create_pipeline_layout(device, &layout, nullptr, &layout_),
                        "vkCreatePipelineLayout");
      !done)
    return done;
  VkShaderModuleCreateInfo module{};
  module.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module.codeSize = bundle_.words.size() * 4;
  module.pCode = bundle_.words.data();
  if (auto done = check(vk_.create_shader_module(device, &module, nullptr, &module_),
                        "vkCreateShaderModule");
      !done)
    return done;
  const SpecializationData data = specialization_of(bundle_);
  const VkSpecializationInfo specialization{static_cast<std::uint32_t>(data.entries.size()),
                                            data.entries.data(), data.bytes.size(),
                                            data.bytes.data()};
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{};
  size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  size.requiredSubgroupSize = bundle_.assumptions.subgroup_size;
  VkComputePipelineCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  create.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  create.stage.pNext = asks_for_size() ? &size : nullptr;
  if (has_full_subgroups())
    create.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  create.stage.module = module_;
  create.stage.pName = bundle_.entry_point.c_str();
  create.stage.pSpecializationInfo = &specialization;
  create.layout = layout_;
  return check(vk_.create_pipelines(device, VK_NULL_HANDLE, 1, &create, nullptr, &pipeline_),
               "vkCreateComputePipelines");
}

Result<void> DeviceRun::submit() {
  VkDevice device = device_.handle();
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.queueFamilyIndex = device_.queue_family();
  if (auto done = check(vk_.create_command_pool(device, &pool, nullptr, &command_pool_),
                        "vkCreateCommandPool");
      !done)
    return done;
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = command_pool_;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = nullptr;
  if (auto done = check(vk_.allocate_command_buffers(device, &allocate, &commands),
                        "vkAllocateCommandBuffers");
      !done)
    return done;
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  vk_.begin_command_buffer(commands, &begin);
  vk_.bind_pipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  if (!sets_.empty()) {
    vk_.bind_sets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0,
                  static_cast<std::uint32_t>(sets_.size()), sets_.data(), 0, nullptr);
  }
  if (const BundleResource* push = push_constants()) {
    std::vector<std::byte> bytes = push->input->bytes;
    bytes.resize((bytes.size() + 3) / 4 * 4);
    vk_.push_constants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       static_cast<std::uint32_t>(bytes.size()), bytes.data());
  }
  vk_.dispatch(commands, bundle_.groups[0], bundle_.groups[1], bundle_.groups[2]);
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk_.pipeline_barrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                       0, 1, &barrier, 0, nullptr, 0, nullptr);
  if (auto done = check(vk_.end_command_buffer(commands), "vkEndCommandBuffer"); !done) return done;
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &commands;
  if (auto done = check(vk_.submit(device_.queue(), 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
      !done)
    return done;
  return check(vk_.wait_idle(device_.queue()), "vkQueueWaitIdle");
}

Result<Outputs> DeviceRun::execute() {
  buffers_.reserve(bundle_.resources.size());
  for (const BundleResource& resource : bundle_.resources) {
    if (!is_descriptor(resource)) continue;
    if (auto done = make_buffer(resource); !done) return tl::unexpected(done.error());
  }
  if (auto done = make_set_layouts(); !done) return tl::unexpected(done.error());
  if (auto done = make_sets(); !done) return tl::unexpected(done.error());
  if (auto done = make_pipeline(); !done) return tl::unexpected(done.error());
  if (auto done = submit(); !done) return tl::unexpected(done.error());
  Outputs outputs;
  for (const MappedBuffer& mapped : buffers_) {
    if (!mapped.resource->output) continue;
    const auto* first = static_cast<const std::byte*>(mapped.bytes);
    outputs[mapped.resource->name] = {first, first + mapped.resource->output->expected.size()};
  }
  return outputs;
}

}  // namespace

Result<Outputs> run_on_device(const VulkanDevice& device, const Bundle& bundle) {
  return DeviceRun(device, bundle).execute();
}

}  // namespace spirv_oracle::golden
