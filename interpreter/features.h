// Optional features of Vulkan that no capability of a module names, although a module is valid, or a
// result defined, only with them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// Named as the members of Vulkan's structures. loader/validation/feature_table.h says what each one changes.
enum class Feature : std::uint8_t {
  workgroup_scalar_block_layout,  // workgroupMemoryExplicitLayoutScalarBlockLayout
  maintenance9,
  maintenance8,
  scalar_block_layout,
  uniform_buffer_standard_layout,
  maintenance4,
};

class FeatureSet {
 public:
  constexpr FeatureSet() = default;
  constexpr FeatureSet(std::initializer_list<Feature> features) {
    for (const Feature feature : features) bits_ |= bit(feature);
  }

  constexpr bool has(Feature feature) const { return (bits_ & bit(feature)) != 0; }
  constexpr void add(Feature feature) { bits_ |= bit(feature); }
  constexpr void add(FeatureSet features) { bits_ |= features.bits_; }
  constexpr void remove(Feature feature) { bits_ &= ~bit(feature); }
  friend constexpr bool operator==(FeatureSet, FeatureSet) = default;

 private:
  static constexpr std::uint32_t bit(Feature feature) {
    return 1u << static_cast<unsigned>(feature);
  }
  std::uint32_t bits_ = 0;
};

FeatureSet all_features();

// Those that every device of Vulkan 1.`minor` has.
FeatureSet features_of_version(unsigned minor);

// Their names in Vulkan, in the order of Feature.
std::vector<std::string> names_of(FeatureSet features);

// Reads names separated by commas. A name is one of Vulkan, "vulkan1.N" for features_of_version(N), "all" or
// "none". Errors: bad_input, which lists the names.
Result<FeatureSet> parse_features(std::string_view list);

}  // namespace spirv_oracle
