#include "golden/vulkan/device_run.h"

#include <algorithm>

#include "data/scalar.h"
#include "golden/bundle/subgroup_use.h"
#include "golden/vulkan/device_bindings.h"

namespace spirv_oracle::golden {
namespace {

// A value that VkSpecializationInfo can point to.
struct SpecializationData {
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<std::byte> bytes;
};

// The bytes of a constant, by its type. A Boolean is a VkBool32.
SpecializationData specialization_of(const Bundle& bundle, const ModuleInfo& info) {
  SpecializationData data;
  for (const auto& [id, bits] : bundle.specialization) {
    const auto constant = std::ranges::find(info.spec_constants, id, &SpecConstantInfo::spec_id);
    if (constant == info.spec_constants.end()) continue;
    const std::size_t size =
        constant->type == ScalarKind::boolean ? 4 : scalar_size(constant->type);
    data.entries.push_back({id, static_cast<std::uint32_t>(data.bytes.size()), size});
    append_bits(bits, size, data.bytes);
  }
  return data;
}

// The objects of one dispatch, destroyed together.
class DeviceRun {
 public:
  DeviceRun(const VulkanDevice& device, const Bundle& bundle, const ModuleInfo& info)
      : device_(device),
        vk_(device.vulkan()),
        bundle_(bundle),
        info_(info),
        bindings_(device, bundle, info) {}
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun();

  Result<Outputs> execute();

 private:
  Result<void> make_pipeline_layout();
  Result<void> make_pipeline();
  Result<VkCommandBuffer> make_commands();
  void record_dispatch(VkCommandBuffer commands) const;
  Result<void> submit();
  const BundleResource* push_constants() const;
  bool asks_for_size() const;
  bool has_full_subgroups() const;
  bool has_base() const { return bundle_.global_offset != decltype(bundle_.global_offset){}; }
  Dim3 first_workgroup() const;

  const VulkanDevice& device_;
  const VulkanFunctions& vk_;
  const Bundle& bundle_;
  const ModuleInfo& info_;
  DeviceBindings bindings_;
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
}

const BundleResource* DeviceRun::push_constants() const {
  const auto found = std::ranges::find(bundle_.resources, "push_constant", &BundleResource::kind);
  return found == bundle_.resources.end() ? nullptr : &*found;
}

bool DeviceRun::asks_for_size() const {
  return needs_subgroup_size(bundle_) &&
         device_.description().features_1_3.subgroupSizeControl != 0;
}

// The mapping that a bundle assumes fills subgroups as far as possible.
bool DeviceRun::has_full_subgroups() const {
  return asks_for_size() && device_.description().features_1_3.computeFullSubgroups != 0 &&
         bundle_.workgroup_size &&
         (*bundle_.workgroup_size)[0] % bundle_.assumptions.subgroup_size == 0;
}

Result<void> DeviceRun::make_pipeline_layout() {
  VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 0};
  if (const BundleResource* push = push_constants())
    range.size = static_cast<std::uint32_t>((push->input->bytes.size() + 3) / 4 * 4);
  VkPipelineLayoutCreateInfo layout{};
  layout.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout.setLayoutCount = static_cast<std::uint32_t>(bindings_.set_layouts().size());
  layout.pSetLayouts = bindings_.set_layouts().data();
  layout.pushConstantRangeCount = range.size != 0 ? 1 : 0;
  layout.pPushConstantRanges = &range;
  return make_object(device_, vk_.create_pipeline_layout, "vkCreatePipelineLayout", layout,
                     layout_);
}

Result<void> DeviceRun::make_pipeline() {
  if (auto done = make_pipeline_layout(); !done) return done;
  VkShaderModuleCreateInfo module{};
  module.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module.codeSize = bundle_.words.size() * 4;
  module.pCode = bundle_.words.data();
  if (auto done =
          make_object(device_, vk_.create_shader_module, "vkCreateShaderModule", module, module_);
      !done)
    return done;
  const SpecializationData data = specialization_of(bundle_, info_);
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
  if (has_base()) create.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
  create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  create.stage.module = module_;
  create.stage.pName = bundle_.entry_point.c_str();
  create.stage.pSpecializationInfo = &specialization;
  create.layout = layout_;
  return checked(
      vk_.create_pipelines(device_.handle(), VK_NULL_HANDLE, 1, &create, nullptr, &pipeline_),
      "vkCreateComputePipelines");
}

Result<VkCommandBuffer> DeviceRun::make_commands() {
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.queueFamilyIndex = device_.queue_family();
  if (auto done =
          make_object(device_, vk_.create_command_pool, "vkCreateCommandPool", pool, command_pool_);
      !done)
    return tl::unexpected(done.error());
  VkCommandBufferAllocateInfo allocate{};
  allocate.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  allocate.commandPool = command_pool_;
  allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  allocate.commandBufferCount = 1;
  VkCommandBuffer commands = nullptr;
  if (auto done = checked(vk_.allocate_command_buffers(device_.handle(), &allocate, &commands),
                          "vkAllocateCommandBuffers");
      !done)
    return tl::unexpected(done.error());
  return commands;
}

Dim3 DeviceRun::first_workgroup() const {
  const Dim3 size = bundle_.workgroup_size.value_or(Dim3{1, 1, 1});
  Dim3 base{};
  for (std::size_t d = 0; d < base.size(); ++d)
    base[d] = static_cast<std::uint32_t>(bundle_.global_offset[d] / size[d]);
  return base;
}

void DeviceRun::record_dispatch(VkCommandBuffer commands) const {
  bindings_.record_upload(commands);
  vk_.bind_pipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
  if (!bindings_.sets().empty()) {
    vk_.bind_sets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0,
                  static_cast<std::uint32_t>(bindings_.sets().size()), bindings_.sets().data(), 0,
                  nullptr);
  }
  if (const BundleResource* push = push_constants()) {
    std::vector<std::byte> bytes = push->input->bytes;
    bytes.resize((bytes.size() + 3) / 4 * 4);
    vk_.push_constants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       static_cast<std::uint32_t>(bytes.size()), bytes.data());
  }
  const Dim3& groups = bundle_.groups;
  if (has_base()) {
    const Dim3 base = first_workgroup();
    vk_.dispatch_base(commands, base[0], base[1], base[2], groups[0], groups[1], groups[2]);
  } else {
    vk_.dispatch(commands, groups[0], groups[1], groups[2]);
  }
  bindings_.record_download(commands);
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  vk_.pipeline_barrier(commands,
                       VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                       VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

Result<void> DeviceRun::submit() {
  const auto commands = make_commands();
  if (!commands) return tl::unexpected(commands.error());
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  if (auto done = checked(vk_.begin_command_buffer(*commands, &begin), "vkBeginCommandBuffer");
      !done)
    return done;
  record_dispatch(*commands);
  if (auto done = checked(vk_.end_command_buffer(*commands), "vkEndCommandBuffer"); !done)
    return done;
  VkSubmitInfo submit{};
  submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &*commands;
  if (auto done = checked(vk_.submit(device_.queue(), 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
      !done)
    return done;
  return checked(vk_.wait_idle(device_.queue()), "vkQueueWaitIdle");
}

Result<Outputs> DeviceRun::execute() {
  if (auto done = bindings_.create(); !done) return tl::unexpected(done.error());
  if (auto done = make_pipeline(); !done) return tl::unexpected(done.error());
  if (auto done = submit(); !done) return tl::unexpected(done.error());
  return bindings_.outputs();
}

}  // namespace

Result<Outputs> run_on_device(const VulkanDevice& device, const Bundle& bundle) {
  const auto module = load_module(bundle.words, {false, ""});
  if (!module) return tl::unexpected(module.error());
  const ModuleInfo info = describe(**module);
  return DeviceRun(device, bundle, info).execute();
}

}  // namespace spirv_oracle::golden
