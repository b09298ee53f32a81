#include "golden/export/amber_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/assembly.h"
#include "golden/bundle/subgroup_use.h"

namespace spirv_oracle::golden {
namespace {

// The requirement of a capability in a script. Names without a point are extensions.
struct Need {
  std::string_view capability, feature, extension;
};
constexpr std::array needs = std::to_array<Need>({
    {"Float64", "shaderFloat64", ""},
    {"Int64", "shaderInt64", ""},
    {"Int16", "shaderInt16", ""},
    {"Float16", "Float16Int8Features.shaderFloat16", "VK_KHR_shader_float16_int8"},
    {"Int8", "Float16Int8Features.shaderInt8", "VK_KHR_shader_float16_int8"},
    {"StorageBuffer16BitAccess", "Storage16BitFeatures.storageBuffer16BitAccess",
     "VK_KHR_16bit_storage"},
    {"UniformAndStorageBuffer16BitAccess",
     "Storage16BitFeatures.uniformAndStorageBuffer16BitAccess", "VK_KHR_16bit_storage"},
    {"StoragePushConstant16", "Storage16BitFeatures.storagePushConstant16", "VK_KHR_16bit_storage"},
    {"StorageBuffer8BitAccess", "Storage8BitFeatures.storageBuffer8BitAccess",
     "VK_KHR_8bit_storage"},
    {"UniformAndStorageBuffer8BitAccess", "Storage8BitFeatures.uniformAndStorageBuffer8BitAccess",
     "VK_KHR_8bit_storage"},
    {"StoragePushConstant8", "Storage8BitFeatures.storagePushConstant8", "VK_KHR_8bit_storage"},
    {"VariablePointers", "VariablePointerFeatures.variablePointers", ""},
    {"VariablePointersStorageBuffer", "VariablePointerFeatures.variablePointersStorageBuffer", ""},
    {"VulkanMemoryModel", "VulkanMemoryModelFeatures.vulkanMemoryModel",
     "VK_KHR_vulkan_memory_model"},
    {"VulkanMemoryModelDeviceScope", "VulkanMemoryModelFeatures.vulkanMemoryModelDeviceScope",
     "VK_KHR_vulkan_memory_model"},
    {"GroupNonUniform", "SubgroupSupportedOperations.basic", ""},
    {"GroupNonUniformVote", "SubgroupSupportedOperations.vote", ""},
    {"GroupNonUniformArithmetic", "SubgroupSupportedOperations.arithmetic", ""},
    {"GroupNonUniformBallot", "SubgroupSupportedOperations.ballot", ""},
    {"GroupNonUniformShuffle", "SubgroupSupportedOperations.shuffle", ""},
    {"GroupNonUniformShuffleRelative", "SubgroupSupportedOperations.shuffleRelative", ""},
    {"GroupNonUniformClustered", "SubgroupSupportedOperations.clustered", ""},
    {"GroupNonUniformQuad", "SubgroupSupportedOperations.quad", ""},
    {"GroupNonUniformRotateKHR", "", "VK_KHR_shader_subgroup_rotate"},
    {"SubgroupBallotKHR", "", "VK_EXT_shader_subgroup_ballot"},
    {"SubgroupVoteKHR", "", "VK_EXT_shader_subgroup_vote"},
    {"AtomicFloat32AddEXT", "", "VK_EXT_shader_atomic_float"},
    {"AtomicFloat64AddEXT", "", "VK_EXT_shader_atomic_float"},
    {"AtomicFloat32MinMaxEXT", "", "VK_EXT_shader_atomic_float2"},
    {"AtomicFloat64MinMaxEXT", "", "VK_EXT_shader_atomic_float2"},
});

// Instructions for debuggers only: a line END in a source would end the shader.
std::vector<std::uint32_t> without_source(const std::vector<std::uint32_t>& words) {
  constexpr std::array<std::uint32_t, 6> dropped{2, 3, 4, 8, 317, 330};
  constexpr std::size_t header = 5;
  if (words.size() < header) return words;
  std::vector<std::uint32_t> kept(words.begin(), words.begin() + header);
  for (std::size_t at = header; at < words.size();) {
    const std::size_t count = std::max<std::size_t>(words[at] >> 16, 1);
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
    const auto last = first + static_cast<std::ptrdiff_t>(std::min(count, words.size() - at));
    if (std::ranges::count(dropped, words[at] & 0xFFFF) == 0) kept.insert(kept.end(), first, last);
    at += count;
  }
  return kept;
}

std::string target_env(const std::vector<std::uint32_t>& words) {
  const std::uint32_t version = words.size() > 1 ? words[1] : 0;
  return fmt::format("spv{}.{}", version >> 16 & 0xFF, version >> 8 & 0xFF);
}

// Whether the pipeline declares its subgroup size.
bool controls_subgroups(const Bundle& bundle) {
  return needs_subgroup_size(bundle) ||
         (uses_subgroups(bundle) && bundle.assumptions.full_subgroups);
}

bool is_bound(const BundleResource& resource) { return !is_draw_kind(resource.kind); }

bool same_binding(const BundleResource& a, const BundleResource& b) {
  return a.kind == b.kind && a.key.set == b.key.set && a.key.binding == b.key.binding;
}

}  // namespace

std::string amber_name(const BundleResource& resource) {
  std::string name = "b_" + resource.name;
  for (char& c : name) {
    if (c == '.' || c == '[') c = '_';
  }
  std::erase(name, ']');
  return name;
}

std::string_view amber_type_name(ScalarKind type) {
  if (type == ScalarKind::float32) return "float";
  if (type == ScalarKind::float64) return "double";
  return scalar_name(type);
}

// A 16-bit float is written as the 32-bit float of its value, because scripts do not round to 16 bits.
std::string amber_literal(ScalarKind type, std::uint64_t bits) {
  if (type != ScalarKind::float16) return format_scalar(type, bits);
  return format_scalar(ScalarKind::float32,
                       float_bits(ScalarKind::float32, float_value(type, bits)));
}

std::string amber_data(std::span<const std::byte> bytes, ScalarKind type) {
  const std::size_t size = scalar_size(type);
  std::string text = "DATA\n";
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    const std::size_t place = at / size % amber_values_per_line;
    text += fmt::format("{}{}", place == 0 ? " " : "",
                        amber_literal(type, load_bits(bytes.subspan(at, size))));
    text += place == amber_values_per_line - 1 || at + size == bytes.size() ? "\n" : " ";
  }
  return text + "END\n\n";
}

std::string amber_buffer(std::string_view name, std::span<const std::byte> bytes, ScalarKind type) {
  return fmt::format("BUFFER {} DATA_TYPE {} {}", name, amber_type_name(type),
                     amber_data(bytes, type));
}

void ComparedComponents::add(const ComparedComponents& more) {
  exactly += more.exactly;
  by_bounds += more.by_bounds;
  not_at_all += more.not_at_all;
}

std::string amber_head(const Bundle& bundle, const ComparedComponents& compared,
                       std::string_view remarks) {
  std::string text = fmt::format(
      "#!amber\n"
      "# {}: made by spirv-golden {} from {}\n"
      "# Subgroup size {}, mapping {}.\n"
      "# {} components are compared, {} within bounds only, and {} not at all.\n{}",
      bundle.name, bundle.tool_version, bundle.source, bundle.assumptions.subgroup_size,
      bundle.assumptions.subgroup_mapping, compared.exactly, compared.by_bounds,
      compared.not_at_all, remarks);
  // AmberScript has no names for them.
  if (const auto features = names_of(bundle.assumptions.features); !features.empty())
    text += fmt::format("# The device must have the features: {}.\n", fmt::join(features, ", "));
  return text + '\n';
}

std::string amber_requirements(const Bundle& bundle, std::vector<std::string> features,
                               const std::vector<std::string_view>& stages) {
  std::vector<std::string> extensions;
  const auto add = [](std::vector<std::string>& list, std::string_view name) {
    if (!name.empty() && std::ranges::count(list, name) == 0) list.emplace_back(name);
  };
  for (const std::string& capability : bundle.capabilities) {
    const auto need = std::ranges::find(needs, capability, &Need::capability);
    if (need == needs.end()) continue;
    add(features, need->feature);
    add(extensions, need->extension);
  }
  if (bundle.assumptions.robust_buffer_access) add(features, "robustBufferAccess");
  for (const std::string_view stage : stages)
    add(features, fmt::format("SubgroupSupportedStages.{}", stage));
  if (controls_subgroups(bundle)) {
    add(features, "SubgroupSizeControl.subgroupSizeControl");
    if (bundle.assumptions.full_subgroups)
      add(features, "SubgroupSizeControl.computeFullSubgroups");
    add(extensions, "VK_EXT_subgroup_size_control");
  }
  std::string text;
  for (const std::string& feature : features) text += fmt::format("DEVICE_FEATURE {}\n", feature);
  for (const std::string& extension : extensions)
    text += fmt::format("DEVICE_EXTENSION {}\n", extension);
  for (const std::string& control : bundle.assumptions.float_controls) {
    const std::size_t space = control.find(' ');
    text += fmt::format("DEVICE_PROPERTY FloatControlsProperties.shader{}Float{}\n",
                        control.substr(0, space), control.substr(space + 1));
  }
  return text.empty() ? text : text + '\n';
}

Result<std::string> amber_shader(std::string_view stage, std::string_view name,
                                 const std::vector<std::uint32_t>& words) {
  const auto assembly = disassemble(without_source(words));
  if (!assembly) return tl::unexpected(assembly.error());
  return fmt::format("SHADER {} {} SPIRV-ASM TARGET_ENV {}\n{}END\n\n", stage, name,
                     target_env(words), *assembly);
}

std::string amber_attachment_of_shader(
    const Bundle& bundle, std::string_view name, std::string_view entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization) {
  std::string text = fmt::format("  ATTACH {}", name);
  if (entry_point != "main") text += fmt::format(" ENTRY_POINT {}", entry_point);
  for (const auto& [id, bits] : specialization)
    text += fmt::format(" SPECIALIZE {} AS uint32 {}", id, bits);
  text += '\n';
  if (!controls_subgroups(bundle)) return text;
  text += fmt::format("  SUBGROUP {}\n    FULLY_POPULATED {}\n    VARYING_SIZE off\n", name,
                      bundle.assumptions.full_subgroups ? "on" : "off");
  if (needs_subgroup_size(bundle))
    text += fmt::format("    REQUIRED_SIZE {}\n", bundle.assumptions.subgroup_size);
  return text + "  END\n";
}

std::string amber_bindings(const Bundle& bundle, const AmberNameOf& name_of) {
  std::string text;
  const std::vector<BundleResource>& resources = bundle.resources;
  for (std::size_t i = 0; i < resources.size();) {
    const BundleResource& first = resources[i];
    // The elements of a descriptor array are adjacent.
    std::string names;
    std::size_t count = 0;
    for (; i < resources.size() && same_binding(first, resources[i]); ++i, ++count)
      names += ' ' + name_of(resources[i]);
    if (!is_bound(first)) continue;
    text += fmt::format("  BIND BUFFER{}{} AS ", count > 1 ? "_ARRAY" : "", names);
    if (first.kind == "push_constant") {
      text += "push_constant\n";
    } else {
      text += fmt::format("{} DESCRIPTOR_SET {} BINDING {}\n",
                          first.kind == "uniform_buffer" ? "uniform" : "storage", first.key.set,
                          first.key.binding);
    }
  }
  return text;
}

Result<void> check_amber_resources(const Bundle& bundle) {
  const auto fail = [&bundle](std::string_view what) {
    return unsupported(fmt::format("{}: {} cannot be exported as AmberScript", bundle.name, what));
  };
  std::vector<const std::map<std::uint32_t, std::uint64_t>*> specializations{
      &bundle.specialization};
  if (bundle.draw) {
    for (const BundleStage& stage : bundle.draw->stages)
      specializations.push_back(&stage.specialization);
  }
  for (const auto* specialization : specializations) {
    for (const auto& [id, bits] : *specialization) {
      if (bits >> 32 != 0)
        return fail(fmt::format("the 64-bit value of specialization constant {}", id));
    }
  }
  for (const BundleResource& resource : bundle.resources) {
    if (!is_bound(resource)) continue;
    if (resource.kind == "memory" || !resource.memory.empty())
      return fail(fmt::format("memory that is accessed by its address ('{}')", resource.name));
    if (resource.kind != "storage_buffer" && resource.kind != "uniform_buffer" &&
        resource.kind != "push_constant")
      return fail(fmt::format("the {} {}", resource.kind, resource.name));
    if (resource.input->bytes.empty())
      return fail(fmt::format("the empty buffer {}", resource.name));
  }
  return {};
}

}  // namespace spirv_oracle::golden
