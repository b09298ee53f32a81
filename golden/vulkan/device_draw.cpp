#include "golden/vulkan/device_draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "golden/bundle/subgroup_use.h"
#include "golden/vulkan/device_attachment.h"
#include "golden/vulkan/fixed_function_state.h"
#include "golden/vulkan/formats.h"
#include "golden/vulkan/pipeline_parts.h"

namespace spirv_oracle::golden {

VkShaderStageFlagBits stage_flag(Stage stage) {
  switch (stage) {
    case Stage::vertex:
      return VK_SHADER_STAGE_VERTEX_BIT;
    case Stage::tessellation_control:
      return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case Stage::tessellation_evaluation:
      return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case Stage::geometry:
      return VK_SHADER_STAGE_GEOMETRY_BIT;
    default:
      return VK_SHADER_STAGE_FRAGMENT_BIT;
  }
}

namespace {

VkShaderStageFlags flags_of(const BundleDraw& draw) {
  VkShaderStageFlags flags = VK_SHADER_STAGE_FRAGMENT_BIT;
  for (const BundleStage& stage : draw.stages) flags |= stage_flag(stage.stage);
  return flags;
}

// `earlier`: what describes the modules of the stages of the draw, in their order.
std::vector<const EntryPointInfo*> entry_points_of(const Bundle& bundle,
                                                   const std::vector<ModuleInfo>& earlier,
                                                   const ModuleInfo& fragment) {
  auto all = entry_points_named(fragment, bundle.entry_point);
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    const auto more = entry_points_named(earlier[i], bundle.draw->stages[i].entry_point);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// The objects of one draw, destroyed together.
class DeviceDraw {
 public:
  DeviceDraw(const VulkanDevice& device, const Bundle& bundle,
             const std::vector<ModuleInfo>& earlier, const ModuleInfo& fragment)
      : device_(device),
        vk_(device.vulkan()),
        bundle_(bundle),
        earlier_info_(earlier),
        fragment_info_(fragment),
        bindings_(device, bundle, entry_points_of(bundle, earlier, fragment),
                  flags_of(*bundle.draw)),
        layout_(device, bundle, bindings_, flags_of(*bundle.draw)) {}
  DeviceDraw(const DeviceDraw&) = delete;
  DeviceDraw& operator=(const DeviceDraw&) = delete;
  ~DeviceDraw();

  Result<Outputs> execute();

 private:
  // The references of a subpass to attachments, which are VK_ATTACHMENT_UNUSED where a Location has none.
  struct References {
    std::vector<VkAttachmentReference> color, resolve;
    VkAttachmentReference depth_stencil{VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_GENERAL};
  };

  // VUID-VkVertexInputAttributeDescription-format-00623.
  Result<void> check_vertex_formats() const;
  Result<void> create_buffers();
  References references() const;
  Result<void> create_render_pass();
  Result<void> create_framebuffer();
  Result<void> create_modules();
  Result<void> create_pipeline();
  void record(VkCommandBuffer commands) const;
  void record_draw(VkCommandBuffer commands) const;
  Outputs outputs() const;

  const VulkanDevice& device_;
  const VulkanFunctions& vk_;
  const Bundle& bundle_;
  const std::vector<ModuleInfo>& earlier_info_;
  const ModuleInfo& fragment_info_;
  DeviceBindings bindings_;
  DevicePipelineLayout layout_;
  std::deque<DeviceModule> modules_;
  std::vector<VkPipelineShaderStageCreateInfo> stages_;
  std::deque<DeviceAttachment> attachments_;
  std::map<std::uint32_t, HostBuffer> vertex_buffers_;
  std::optional<HostBuffer> indices_;
  VkRenderPass render_pass_ = VK_NULL_HANDLE;
  VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
};

DeviceDraw::~DeviceDraw() {
  vk_.destroy_pipeline(device_.handle(), pipeline_, nullptr);
  vk_.destroy_framebuffer(device_.handle(), framebuffer_, nullptr);
  vk_.destroy_render_pass(device_.handle(), render_pass_, nullptr);
}

Result<void> DeviceDraw::check_vertex_formats() const {
  for (const VertexAttribute& attribute : bundle_.draw->state.vertex_input.attributes) {
    const VkFormat format = vulkan_vertex_format(attribute.format, attribute.is_scaled);
    VkFormatProperties properties{};
    device_.vulkan().get_format_properties(device_.physical(), format, &properties);
    if ((properties.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT) == 0) {
      return unsupported(fmt::format("VkFormat {} of the vertex attribute {}",
                                     static_cast<int>(format), attribute.location));
    }
  }
  return {};
}

Result<void> DeviceDraw::create_buffers() {
  for (const BundleResource& resource : bundle_.resources) {
    Result<void> done;
    if (is_attachment_kind(resource.kind)) {
      done = attachments_.emplace_back(device_, resource).create();
    } else if (resource.kind == draw_kinds::vertex_buffer) {
      HostBuffer& buffer = vertex_buffers_.try_emplace(resource.key.binding, device_).first->second;
      done = buffer.create(resource.input->bytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    } else if (resource.kind == draw_kinds::index_buffer) {
      done =
          indices_.emplace(device_).create(resource.input->bytes, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    }
    if (!done) return done;
  }
  return {};
}

DeviceDraw::References DeviceDraw::references() const {
  References all;
  const auto put = [](std::vector<VkAttachmentReference>& list, std::uint32_t location,
                      std::uint32_t attachment) {
    constexpr VkAttachmentReference unused{VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_GENERAL};
    if (list.size() <= location) list.resize(location + std::size_t{1}, unused);
    list[location].attachment = attachment;
  };
  for (std::uint32_t i = 0; i < attachments_.size(); ++i) {
    const BundleResource& resource = attachments_[i].resource();
    if (resource.kind == draw_kinds::color_attachment) put(all.color, resource.key.binding, i);
    if (resource.kind == draw_kinds::resolve_attachment) put(all.resolve, resource.key.binding, i);
    if (resource.kind == draw_kinds::depth_stencil_attachment) all.depth_stencil.attachment = i;
  }
  if (!all.resolve.empty())
    all.resolve.resize(all.color.size(), {VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_GENERAL});
  return all;
}

Result<void> DeviceDraw::create_render_pass() {
  std::vector<VkAttachmentDescription> descriptions;
  for (const DeviceAttachment& attachment : attachments_)
    descriptions.push_back(attachment.description());
  const References all = references();
  VkSubpassDescription subpass{};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  subpass.colorAttachmentCount = static_cast<std::uint32_t>(all.color.size());
  subpass.pColorAttachments = all.color.data();
  subpass.pResolveAttachments = all.resolve.empty() ? nullptr : all.resolve.data();
  subpass.pDepthStencilAttachment = &all.depth_stencil;
  VkRenderPassCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO;
  create.attachmentCount = static_cast<std::uint32_t>(descriptions.size());
  create.pAttachments = descriptions.data();
  create.subpassCount = 1;
  create.pSubpasses = &subpass;
  return make_object(device_, vk_.create_render_pass, "vkCreateRenderPass", create, render_pass_);
}

Result<void> DeviceDraw::create_framebuffer() {
  std::vector<VkImageView> views;
  for (const DeviceAttachment& attachment : attachments_) views.push_back(attachment.view());
  VkFramebufferCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
  create.renderPass = render_pass_;
  create.attachmentCount = static_cast<std::uint32_t>(views.size());
  create.pAttachments = views.data();
  create.width = bundle_.draw->width;
  create.height = bundle_.draw->height;
  create.layers = 1;
  return make_object(device_, vk_.create_framebuffer, "vkCreateFramebuffer", create, framebuffer_);
}

Result<void> DeviceDraw::create_modules() {
  for (std::size_t i = 0; i < earlier_info_.size(); ++i) {
    const BundleStage& stage = bundle_.draw->stages[i];
    DeviceModule& module = modules_.emplace_back(device_);
    if (auto done = module.create(stage.words, stage.specialization, earlier_info_[i]); !done)
      return done;
    stages_.push_back(module.stage(stage_flag(stage.stage), stage.entry_point));
  }
  DeviceModule& fragment = modules_.emplace_back(device_);
  if (auto done = fragment.create(bundle_.words, bundle_.specialization, fragment_info_); !done)
    return done;
  stages_.push_back(fragment.stage(VK_SHADER_STAGE_FRAGMENT_BIT, bundle_.entry_point));
  return {};
}

Result<void> DeviceDraw::create_pipeline() {
  if (auto done = create_modules(); !done) return done;
  const BundleDraw& draw = *bundle_.draw;
  const FixedFunctionState state(device_.description(), draw,
                                 static_cast<std::uint32_t>(references().color.size()));
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size{};
  size.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  size.requiredSubgroupSize = bundle_.assumptions.subgroup_size;
  const bool asks_for_size =
      needs_subgroup_size(bundle_) && device_.description().features_1_3.subgroupSizeControl != 0;
  for (VkPipelineShaderStageCreateInfo& stage : stages_) {
    const bool can_ask = (device_.description().size_control.requiredSubgroupSizeStages &
                          static_cast<VkShaderStageFlags>(stage.stage)) != 0;
    if (asks_for_size && can_ask) stage.pNext = &size;
  }
  VkGraphicsPipelineCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
  create.stageCount = static_cast<std::uint32_t>(stages_.size());
  create.pStages = stages_.data();
  state.set(create);
  create.layout = layout_.handle();
  create.renderPass = render_pass_;
  return checked(vk_.create_graphics_pipelines(device_.handle(), VK_NULL_HANDLE, 1, &create,
                                               nullptr, &pipeline_),
                 "vkCreateGraphicsPipelines");
}

void DeviceDraw::record_draw(VkCommandBuffer commands) const {
  const DrawCall& call = bundle_.draw->call;
  vk_.bind_pipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_);
  layout_.record(commands, VK_PIPELINE_BIND_POINT_GRAPHICS);
  for (const auto& [binding, buffer] : vertex_buffers_) {
    VkBuffer handle = buffer.handle();
    constexpr VkDeviceSize offset = 0;
    vk_.bind_vertex_buffers(commands, binding, 1, &handle, &offset);
  }
  if (!call.index_buffer) {
    vk_.draw(commands, call.vertex_count, call.instance_count, call.first_vertex,
             call.first_instance);
    return;
  }
  const IndexBuffer& index = *call.index_buffer;
  vk_.bind_index_buffer(
      commands, indices_->handle(), index.offset,
      index.type == IndexType::uint16 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32);
  vk_.draw_indexed(commands, call.vertex_count, call.instance_count, call.first_vertex,
                   call.vertex_offset, call.first_instance);
}

void DeviceDraw::record(VkCommandBuffer commands) const {
  bindings_.record_upload(commands);
  for (const DeviceAttachment& attachment : attachments_) attachment.record_upload(commands);
  std::vector<VkClearValue> clear_values;
  for (const DeviceAttachment& attachment : attachments_)
    clear_values.push_back(attachment.clear_value());
  VkRenderPassBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
  begin.renderPass = render_pass_;
  begin.framebuffer = framebuffer_;
  begin.renderArea.extent = {bundle_.draw->width, bundle_.draw->height};
  begin.clearValueCount = static_cast<std::uint32_t>(clear_values.size());
  begin.pClearValues = clear_values.data();
  vk_.begin_render_pass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  record_draw(commands);
  vk_.end_render_pass(commands);
  for (const DeviceAttachment& attachment : attachments_) attachment.record_download(commands);
  bindings_.record_download(commands);
}

Outputs DeviceDraw::outputs() const {
  Outputs outputs = bindings_.outputs();
  for (const DeviceAttachment& attachment : attachments_) {
    if (attachment.resource().output) outputs[attachment.resource().name] = attachment.texels();
  }
  return outputs;
}

Result<Outputs> DeviceDraw::execute() {
  if (auto done = bindings_.create(); !done) return tl::unexpected(done.error());
  if (auto done = layout_.create(); !done) return tl::unexpected(done.error());
  if (auto done = check_vertex_formats(); !done) return tl::unexpected(done.error());
  if (auto done = create_buffers(); !done) return tl::unexpected(done.error());
  if (auto done = create_render_pass(); !done) return tl::unexpected(done.error());
  if (auto done = create_framebuffer(); !done) return tl::unexpected(done.error());
  if (auto done = create_pipeline(); !done) return tl::unexpected(done.error());
  const auto done = submit(device_, [this](VkCommandBuffer commands) { record(commands); });
  if (!done) return tl::unexpected(done.error());
  return outputs();
}

}  // namespace

Result<Outputs> draw_on_device(const VulkanDevice& device, const Bundle& bundle,
                               const ModuleInfo& fragment) {
  std::vector<ModuleInfo> earlier;
  for (const BundleStage& stage : bundle.draw->stages) {
    const auto module = load_module(stage.words, {false, ""});
    if (!module) return tl::unexpected(module.error());
    earlier.push_back(describe(**module));
  }
  return DeviceDraw(device, bundle, earlier, fragment).execute();
}

}  // namespace spirv_oracle::golden
