#include "vulkan/findings/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "cli/report/report.h"
#include "cli/suppression.h"
#include "vulkan/findings/call.h"
#include "vulkan/findings/options.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle::vulkan {
namespace {

thread_local const char* innermost = "";
thread_local Reporter::Counts reported_by_thread;

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

// What makes a finding the same as another one.
std::string key_of(const Finding& finding, std::uint64_t scope) {
  if (finding.where.word == 0) return finding.clause + ' ' + finding.message;
  return fmt::format("{} {} {}", finding.clause, scope, finding.where.word);
}

std::int32_t number_of_rule(std::string_view clause) {
  std::uint32_t hash = 2166136261;  // FNV-1a
  for (const char c : clause) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  return static_cast<std::int32_t>(hash);
}

void append_to_file(const Finding& finding) {
  const std::string& name = driver_options().findings_file;
  if (name.empty()) return;
  ReportedFinding reported;
  static_cast<Finding&>(reported) = finding;
  std::ofstream file(name, std::ios::app);
  file << finding_as_json(reported).dump(-1, ' ', false,
                                         nlohmann::ordered_json::error_handler_t::replace)
       << '\n';
  if (!file) std::fprintf(stderr, "spirv-oracle: %s cannot be written\n", name.c_str());
}

}  // namespace

const char* current_call() { return innermost; }

CallScope::CallScope(const char* name) : outer_(innermost) { innermost = name; }
CallScope::~CallScope() { innermost = outer_; }

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

void Reporter::open_file() {
  const std::string& name = driver_options().findings_file;
  if (!name.empty()) std::ofstream(name, std::ios::app);
}

Reporter::Counts Reporter::of_thread() { return reported_by_thread; }

void Reporter::report(const Finding& finding, const std::vector<ReportedObject>& objects,
                      std::uint64_t scope, const std::string& file) {
  const DriverOptions& options = driver_options();
  if (std::ranges::count(options.ignored_kinds, finding.kind) != 0 ||
      is_suppressed_in_source(finding))
    return;
  const std::lock_guard lock(mutex_);
  if (!known_.insert(key_of(finding, scope)).second) return;
  if (finding.severity == Severity::undefined_behavior) ++reported_by_thread.undefined_behavior;
  if (finding.severity == Severity::undefined_output) ++reported_by_thread.undefined_outputs;
  const std::string text = finding_as_text(finding, {file.empty() ? "Vulkan" : file, false});
  if (!options.is_quiet) std::fputs(text.c_str(), stderr);
  append_to_file(finding);
  send(finding, text, objects);
}

void Reporter::report(const Clause& rule, const std::string& message,
                      const std::vector<ReportedObject>& objects, const std::string& vuid) {
  Finding finding;
  finding.severity = severity_of(rule.effect);
  finding.clause = rule.id;
  finding.kind = rule.kind;
  finding.message = message;
  finding.help = rule.help;
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
