#include "interpreter/loader/validation/feature_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace spirv_oracle {
namespace {

// "Precision and Operation of SPIR-V Instructions": remainders of negative operands.
constexpr std::array remainders = {spv::Op::OpSRem, spv::Op::OpSMod};

// Vulkan, "Features", "Standalone SPIR-V Validation" and "Standard Buffer Layout". The versions are those of
// "Vulkan Versions".
constexpr std::array table = std::to_array<FeatureInfo>({
    {Feature::workgroup_scalar_block_layout,
     "workgroupMemoryExplicitLayoutScalarBlockLayout",
     0,
     &spvValidatorOptionsSetWorkgroupScalarBlockLayout,
     {}},
    {Feature::maintenance9, "maintenance9", 0, &spvValidatorOptionsSetAllowVulkan32BitBitwise, {}},
    {Feature::maintenance8, "maintenance8", 0, &spvValidatorOptionsSetAllowOffsetTextureOperand,
     remainders},
    {Feature::scalar_block_layout,
     "scalarBlockLayout",
     4,
     &spvValidatorOptionsSetScalarBlockLayout,
     {}},
    {Feature::uniform_buffer_standard_layout,
     "uniformBufferStandardLayout",
     2,
     &spvValidatorOptionsSetUniformBufferStandardLayout,
     {}},
    {Feature::maintenance4, "maintenance4", 3, &spvValidatorOptionsSetAllowLocalSizeId, {}},
});

tl::unexpected<Error> unknown_feature(std::string_view name) {
  std::string known;
  for (const FeatureInfo& info : table) known += std::string(info.name) + ", ";
  return bad_input("unknown feature '" + std::string(name) + "': use " + known +
                   "vulkan1.0 to vulkan1.4, all or none");
}

// The N of "vulkan1.N", from 0 to 4.
std::optional<unsigned> version_of(std::string_view name) {
  constexpr std::string_view prefix = "vulkan1.";
  unsigned minor = 0;
  if (!name.starts_with(prefix)) return std::nullopt;
  const char* end = name.data() + name.size();
  const auto [at, error] = std::from_chars(name.data() + prefix.size(), end, minor);
  if (error != std::errc{} || at != end || minor > 4) return std::nullopt;
  return minor;
}

Result<FeatureSet> parse_feature(std::string_view name) {
  if (name == "all") return all_features();
  if (name == "none") return FeatureSet();
  if (const auto minor = version_of(name)) return features_of_version(*minor);
  const auto found = std::ranges::find(table, name, &FeatureInfo::name);
  if (found == table.end()) return unknown_feature(name);
  return FeatureSet{found->feature};
}

}  // namespace

std::span<const FeatureInfo> feature_table() { return table; }

bool defines(FeatureSet features, spv::Op opcode) {
  return std::ranges::any_of(table, [&](const FeatureInfo& info) {
    return features.has(info.feature) && std::ranges::count(info.defines, opcode) != 0;
  });
}

FeatureSet all_features() {
  FeatureSet features;
  for (const FeatureInfo& info : table) features.add(info.feature);
  return features;
}

FeatureSet features_of_version(unsigned minor) {
  FeatureSet features;
  for (const FeatureInfo& info : table) {
    if (info.required_since != 0 && info.required_since <= minor) features.add(info.feature);
  }
  return features;
}

std::vector<std::string> names_of(FeatureSet features) {
  std::vector<std::string> names;
  for (const FeatureInfo& info : table) {
    if (features.has(info.feature)) names.emplace_back(info.name);
  }
  return names;
}

Result<FeatureSet> parse_features(std::string_view list) {
  FeatureSet features;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const auto added = parse_feature(list.substr(at, comma - at));
    if (!added) return added;
    features.add(*added);
    at = comma + 1;
  }
  return features;
}

}  // namespace spirv_oracle
