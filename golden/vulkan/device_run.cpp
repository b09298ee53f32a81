#include "golden/vulkan/device_run.h"

#include "golden/bundle/subgroup_use.h"
#include "golden/vulkan/device_bindings.h"
#include "golden/vulkan/device_draw.h"
#include "golden/vulkan/pipeline_parts.h"

namespace spirv_oracle::golden {
namespace {

// The objects of one dispatch, destroyed together.
class DeviceRun {
 public:
  DeviceRun(const VulkanDevice& device, const Bundle& bundle, const ModuleInfo& info)
      : device_(device),
        vk_(device.vulkan()),
        bundle_(bundle),
        info_(info),
        bindings_(device, bundle, entry_points_named(info, bundle.entry_point),
                  VK_SHADER_STAGE_COMPUTE_BIT),
        layout_(device, bundle, bindings_, VK_SHADER_STAGE_COMPUTE_BIT),
        module_(device) {}
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun() { vk_.destroy_pipeline(device_.handle(), pipeline_, nullptr); }

  Result<Outputs> execute();

 private:
  Result<void> make_pipeline();
  void record_dispatch(VkCommandBuffer commands) const;
  bool asks_for_size() const;
  bool has_full_subgroups() const;
  bool has_base() const { return bundle_.global_offset != decltype(bundle_.global_offset){}; }
  Dim3 first_workgroup() const;

  const VulkanDevice& device_;
  const VulkanFunctions& vk_;
  const Bundle& bundle_;
  const ModuleInfo& info_;
  DeviceBindings bindings_;
  DevicePipelineLayout layout_;
  DeviceModule module_;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

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

Result<void> DeviceRun::make_pipeline() {
  if (auto done = module_.create(bundle_.words, bundle_.specialization, info_); !done) return done;
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{};
  size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  size.requiredSubgroupSize = bundle_.assumptions.subgroup_size;
  VkComputePipelineCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  create.stage = module_.stage(VK_SHADER_STAGE_COMPUTE_BIT, bundle_.entry_point);
  create.stage.pNext = asks_for_size() ? &size : nullptr;
  if (has_full_subgroups())
    create.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  if (has_base()) create.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
  create.layout = layout_.handle();
  return checked(
      vk_.create_pipelines(device_.handle(), VK_NULL_HANDLE, 1, &create, nullptr, &pipeline_),
      "vkCreateComputePipelines");
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
  layout_.record(commands, VK_PIPELINE_BIND_POINT_COMPUTE);
  const Dim3& groups = bundle_.groups;
  if (has_base()) {
    const Dim3 base = first_workgroup();
    vk_.dispatch_base(commands, base[0], base[1], base[2], groups[0], groups[1], groups[2]);
  } else {
    vk_.dispatch(commands, groups[0], groups[1], groups[2]);
  }
  bindings_.record_download(commands);
}

Result<Outputs> DeviceRun::execute() {
  if (auto done = bindings_.create(); !done) return tl::unexpected(done.error());
  if (auto done = layout_.create(); !done) return tl::unexpected(done.error());
  if (auto done = make_pipeline(); !done) return tl::unexpected(done.error());
  const auto done =
      submit(device_, [this](VkCommandBuffer commands) { record_dispatch(commands); });
  if (!done) return tl::unexpected(done.error());
  return bindings_.outputs();
}

}  // namespace

Result<Outputs> run_on_device(const VulkanDevice& device, const Bundle& bundle) {
  const auto module = load_module(bundle.words, {false, ""});
  if (!module) return tl::unexpected(module.error());
  const ModuleInfo info = describe(**module);
  if (bundle.draw) return draw_on_device(device, bundle, info);
  return DeviceRun(device, bundle, info).execute();
}

}  // namespace spirv_oracle::golden
