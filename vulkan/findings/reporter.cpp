#include "vulkan/findings/reporter.h"

#include <fmt/format.h>

#include <algorithm>

#include "vulkan/findings/call.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

struct TypeName {
  VkObjectType type;
  const char* name;
};
constexpr TypeName type_names[] = {
    {VK_OBJECT_TYPE_INSTANCE, "VkInstance"},
    {VK_OBJECT_TYPE_PHYSICAL_DEVICE, "VkPhysicalDevice"},
    {VK_OBJECT_TYPE_DEVICE, "VkDevice"},
    {VK_OBJECT_TYPE_QUEUE, "VkQueue"},
    {VK_OBJECT_TYPE_SEMAPHORE, "VkSemaphore"},
    {VK_OBJECT_TYPE_COMMAND_BUFFER, "VkCommandBuffer"},
    {VK_OBJECT_TYPE_FENCE, "VkFence"},
    {VK_OBJECT_TYPE_DEVICE_MEMORY, "VkDeviceMemory"},
    {VK_OBJECT_TYPE_BUFFER, "VkBuffer"},
    {VK_OBJECT_TYPE_IMAGE, "VkImage"},
    {VK_OBJECT_TYPE_EVENT, "VkEvent"},
    {VK_OBJECT_TYPE_QUERY_POOL, "VkQueryPool"},
    {VK_OBJECT_TYPE_BUFFER_VIEW, "VkBufferView"},
    {VK_OBJECT_TYPE_IMAGE_VIEW, "VkImageView"},
    {VK_OBJECT_TYPE_SHADER_MODULE, "VkShaderModule"},
    {VK_OBJECT_TYPE_PIPELINE_CACHE, "VkPipelineCache"},
    {VK_OBJECT_TYPE_PIPELINE_LAYOUT, "VkPipelineLayout"},
    {VK_OBJECT_TYPE_PIPELINE, "VkPipeline"},
    {VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, "VkDescriptorSetLayout"},
    {VK_OBJECT_TYPE_SAMPLER, "VkSampler"},
    {VK_OBJECT_TYPE_DESCRIPTOR_POOL, "VkDescriptorPool"},
    {VK_OBJECT_TYPE_DESCRIPTOR_SET, "VkDescriptorSet"},
    {VK_OBJECT_TYPE_COMMAND_POOL, "VkCommandPool"},
    {VK_OBJECT_TYPE_SAMPLER_YCBCR_CONVERSION, "VkSamplerYcbcrConversion"},
    {VK_OBJECT_TYPE_DESCRIPTOR_UPDATE_TEMPLATE, "VkDescriptorUpdateTemplate"},
    {VK_OBJECT_TYPE_PRIVATE_DATA_SLOT, "VkPrivateDataSlot"},
};

std::int32_t number_of_rule(std::string_view clause) {
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const char c : clause) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return static_cast<std::int32_t>(hash);
}

}  // namespace

void call_ran_out_of_memory() {
  Reporter::get().report(rules::out_of_memory,
                         fmt::format("{}: the host has no memory left", current_call()));
}

std::string text_of(const ReportedObject& object) {
  const auto* known = std::ranges::find(type_names, object.type, &TypeName::type);
  const char* type = known == std::end(type_names) ? "object" : known->name;
  if (!object.name.empty()) return fmt::format("{} '{}'", type, object.name);
  return fmt::format("{} 0x{:x}", type, object.handle);
}

Reporter& Reporter::get() {
  static auto* const reporter = new Reporter;  // outlives the threads of queues
  return *reporter;
}

void Reporter::report(const Finding& finding, const std::vector<ReportedObject>& objects,
                      std::uint64_t scope, const std::string& file) {
  const std::lock_guard lock(mutex_);
  const auto text = Findings::get().add(finding, scope, file.empty() ? "Vulkan" : file);
  if (text) send(finding, *text, objects);
}

void Reporter::report(const Clause& rule, const std::string& message,
                      const std::vector<ReportedObject>& objects, const std::string& vuid) {
  Finding finding = finding_about(rule, message);
  if (!vuid.empty()) finding.notes.push_back({"the rule is " + vuid, {}, 0});
  for (const ReportedObject& object : objects) {
    if (object.name.empty()) continue;
    finding.notes.push_back(
        {fmt::format("{} has the handle 0x{:x}", text_of(object), object.handle), {}, 0});
  }
  report(finding, objects);
}

void Reporter::add_messenger(const Messenger& messenger) {
  const std::lock_guard lock(mutex_);
  messengers_.push_back(messenger);
}

void Reporter::remove_messenger(std::uint64_t handle) {
  const std::lock_guard lock(mutex_);
  std::erase_if(messengers_, [&](const Messenger& one) { return one.handle == handle; });
}

void Reporter::send(const Finding& finding, const std::string& text,
                    const std::vector<ReportedObject>& objects) {
  const bool is_error = finding.severity == Severity::undefined_behavior;
  const auto severity = is_error ? VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
                                 : VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
  constexpr VkDebugUtilsMessageTypeFlagsEXT type = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  std::vector<VkDebugUtilsObjectNameInfoEXT> names;
  for (const ReportedObject& object : objects) {
    names.push_back({VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT, nullptr, object.type,
                     object.handle, object.name.empty() ? nullptr : object.name.c_str()});
  }
  VkDebugUtilsMessengerCallbackDataEXT data{};
  data.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  data.pMessageIdName = finding.clause.c_str();
  data.messageIdNumber = number_of_rule(finding.clause);
  data.pMessage = text.c_str();
  data.objectCount = static_cast<std::uint32_t>(names.size());
  data.pObjects = names.data();
  for (const Messenger& messenger : messengers_) {
    const VkDebugUtilsMessengerCreateInfoEXT& info = messenger.info;
    if ((info.messageSeverity & severity) == 0 || (info.messageType & type) == 0) continue;
    info.pfnUserCallback(severity, type, &data, info.pUserData);
  }
}

}  // namespace spirv_oracle::vulkan
