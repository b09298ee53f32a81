#include "golden/vulkan/device.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "golden/vulkan/matrix_support.h"

namespace spirv_oracle::golden {
namespace {

// Puts a structure at the front of a chain of extending structures.
template <class T>
void chain(T& structure, VkStructureType type, void*& head) {
  structure = {};
  structure.sType = type;
  structure.pNext = head;
  head = &structure;
}

// Removes the link to other structures of its chain.
template <class T>
T unchained(T structure) {
  structure.pNext = nullptr;
  return structure;
}

constexpr const char* useful_extensions[] = {
    "VK_EXT_line_rasterization",        "VK_EXT_post_depth_coverage",
    "VK_EXT_shader_stencil_export",     "VK_EXT_shader_atomic_float",
    "VK_EXT_shader_atomic_float2",      "VK_EXT_shader_subgroup_ballot",
    "VK_EXT_shader_subgroup_vote",      "VK_KHR_shader_subgroup_uniform_control_flow",
    "VK_NV_shader_subgroup_partitioned"};

// Extensions whose feature structures have one to seven Booleans, with the numbers of these structures.
struct SmallExtension {
  const char* name;
  std::int32_t structure;
};
constexpr SmallExtension small_extensions[] = {
    {"VK_EXT_shader_float8", 1000567000},
    {"VK_KHR_cooperative_matrix", 1000506000},
    {"VK_KHR_fragment_shader_barycentric", 1000203000},
    {"VK_KHR_maintenance8", 1000574000},
    {"VK_KHR_maintenance9", 1000584000},
    {"VK_KHR_shader_bfloat16", 1000141000},
    {"VK_KHR_shader_maximal_reconvergence", 1000434000},
    {"VK_KHR_shader_quad_control", 1000235000},
    {"VK_KHR_shader_subgroup_rotate", 1000416000},
    {"VK_KHR_workgroup_memory_explicit_layout", 1000336000},
    {"VK_NV_cooperative_matrix2", 1000593000}};

}  // namespace

VulkanDevice::VulkanDevice(VulkanDevice&& other) noexcept
    : vulkan_(other.vulkan_),
      instance_(std::exchange(other.instance_, nullptr)),
      physical_(other.physical_),
      device_(std::exchange(other.device_, nullptr)),
      queue_(other.queue_),
      queue_family_(other.queue_family_),
      description_(std::move(other.description_)),
      memory_(other.memory_) {}

VulkanDevice::~VulkanDevice() {
  if (device_ != nullptr) vulkan_.destroy_device(device_, nullptr);
  if (instance_ != nullptr) vulkan_.destroy_instance(instance_, nullptr);
}

Result<VulkanDevice> VulkanDevice::open(const std::string& icd, std::uint32_t index, bool robust) {
  VulkanDevice device;
  if (auto done = device.open_instance(icd); !done) return tl::unexpected(done.error());
  if (auto done = device.pick(index); !done) return tl::unexpected(done.error());
  device.describe();
  if (auto done = device.open_device(robust); !done) return tl::unexpected(done.error());
  return device;
}

Result<void> VulkanDevice::open_instance(const std::string& icd) {
  auto vulkan = open_vulkan(icd);
  if (!vulkan) return tl::unexpected(vulkan.error());
  vulkan_ = *vulkan;
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "spirv-golden";
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  create.pApplicationInfo = &application;
  const VkResult result = vulkan_.create_instance(&create, nullptr, &instance_);
  if (result != VK_SUCCESS) {
    return unsupported(fmt::format("the Vulkan loader finds no driver: vkCreateInstance returns {}",
                                   result_name(result)));
  }
  load_functions(instance_, vulkan_);
  return {};
}

Result<void> VulkanDevice::pick(std::uint32_t index) {
  std::uint32_t count = 0;
  vulkan_.enumerate_physical_devices(instance_, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vulkan_.enumerate_physical_devices(instance_, &count, devices.data());
  if (index >= count)
    return unsupported(fmt::format("no Vulkan device {}: the loader found {}", index, count));
  physical_ = devices[index];
  std::uint32_t families = 0;
  vulkan_.get_queue_families(physical_, &families, nullptr);
  std::vector<VkQueueFamilyProperties> properties(families);
  vulkan_.get_queue_families(physical_, &families, properties.data());
  constexpr VkQueueFlags both = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
  for (const VkQueueFlags wanted : {both, VkQueueFlags{VK_QUEUE_COMPUTE_BIT}}) {
    description_.draws = wanted == both;
    for (queue_family_ = 0; queue_family_ < families; ++queue_family_) {
      if ((properties[queue_family_].queueFlags & wanted) == wanted) return {};
    }
  }
  return unsupported(fmt::format("Vulkan device {} has no queue for compute shaders", index));
}

void VulkanDevice::describe() {
  DeviceDescription& d = description_;
  std::uint32_t count = 0;
  vulkan_.enumerate_extensions(physical_, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  vulkan_.enumerate_extensions(physical_, nullptr, &count, extensions.data());
  for (const VkExtensionProperties& extension : extensions)
    d.extensions.insert(extension.extensionName);
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  vulkan_.get_properties(physical_, &properties);
  const bool has_1_3 = properties.properties.apiVersion >= VK_API_VERSION_1_3;
  void* head = nullptr;
  chain(d.subgroups, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES, head);
  chain(d.properties_1_2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, head);
  if (has_1_3) {
    chain(d.size_control, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES, head);
  }
  properties.pNext = head;
  vulkan_.get_properties(physical_, &properties);
  d.properties = properties.properties;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  head = nullptr;
  chain(d.features_1_1, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, head);
  chain(d.features_1_2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, head);
  if (has_1_3) chain(d.features_1_3, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, head);
  if (d.extensions.count("VK_EXT_shader_atomic_float") != 0) {
    chain(d.atomic_floats, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT,
          head);
  }
  if (d.extensions.count("VK_EXT_shader_atomic_float2") != 0) {
    chain(d.atomic_floats_2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT,
          head);
  }
  if (d.extensions.count("VK_KHR_shader_subgroup_uniform_control_flow") != 0) {
    chain(d.uniform_control_flow,
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR,
          head);
  }
  if (d.extensions.count("VK_EXT_line_rasterization") != 0)
    chain(d.lines, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT, head);
  for (const SmallExtension& extension : small_extensions) {
    if (d.extensions.count(extension.name) == 0) continue;
    ExtensionFeatures& structure = d.extension_features[extension.name];
    chain(structure, static_cast<VkStructureType>(extension.structure), head);
  }
  features.pNext = head;
  vulkan_.get_features(physical_, &features);
  d.features = features.features;
  if (d.extensions.count("VK_KHR_cooperative_matrix") != 0)
    d.matrices = offered_matrices(vulkan_, instance_, physical_);
  vulkan_.get_memory_properties(physical_, &memory_);
}

Result<void> VulkanDevice::open_device(bool robust) {
  if (description_.properties.apiVersion < VK_API_VERSION_1_2) {
    return unsupported(
        fmt::format("{} does not support Vulkan 1.2", description_.properties.deviceName));
  }
  // Copies of the structures that the device filled, in their own chain.
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.features = description_.features;
  features.features.robustBufferAccess = robust ? VK_TRUE : VK_FALSE;
  auto features_1_1 = unchained(description_.features_1_1);
  auto features_1_2 = unchained(description_.features_1_2);
  auto features_1_3 = unchained(description_.features_1_3);
  auto atomic_floats = unchained(description_.atomic_floats);
  auto atomic_floats_2 = unchained(description_.atomic_floats_2);
  auto uniform_control_flow = unchained(description_.uniform_control_flow);
  auto lines = unchained(description_.lines);
  void* head = nullptr;
  const auto add = [&head](auto& structure) {
    if (structure.sType == 0) return;  // the device does not support it
    structure.pNext = head;
    head = &structure;
  };
  add(features_1_1);
  add(features_1_2);
  add(features_1_3);
  add(atomic_floats);
  add(atomic_floats_2);
  add(uniform_control_flow);
  add(lines);
  auto extension_features = description_.extension_features;
  for (auto& [name, structure] : extension_features) add(structure);
  features.pNext = head;
  std::vector<const char*> extensions;
  for (const auto& [name, structure] : extension_features) extensions.push_back(name.c_str());
  for (const char* name : useful_extensions) {
    if (description_.extensions.count(name) != 0) extensions.push_back(name);
  }
  const float priority = 1;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = queue_family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo create{};
  create.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  create.pNext = &features;
  create.queueCreateInfoCount = 1;
  create.pQueueCreateInfos = &queue;
  create.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
  create.ppEnabledExtensionNames = extensions.data();
  const VkResult result = vulkan_.create_device(physical_, &create, nullptr, &device_);
  if (result != VK_SUCCESS) {
    return bad_input(fmt::format("{} cannot be opened: vkCreateDevice returns {}",
                                 description_.properties.deviceName, result_name(result)));
  }
  vulkan_.get_queue(device_, queue_family_, 0, &queue_);
  return {};
}

}  // namespace spirv_oracle::golden
