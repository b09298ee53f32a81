// Validates modules with SPIRV-Tools, and finds out which optional features they need.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/features.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {

// A module that is validated once or several times.
class Validator {
 public:
  // Messages name ids as in `id_names`, or as OpName does, or not at all without `show_names`.
  Validator(std::span<const std::uint32_t> words, const IdNames& id_names, bool show_names);

  // `target_env` as in LoadOptions. Errors: bad_input with the validator's message.
  Result<void> validate(const std::string& target_env, FeatureSet features) const;

 private:
  std::vector<std::uint32_t> words_;
  bool show_names_ = false;
};

bool is_vulkan(std::string_view target_env);

// The features that are enabled for a valid module: those of the Vulkan version, and those that the user chose. If
// the user chose none, those without which the module is not valid: the application must enable them. No other
// environment has features; there, everything is valid that a client may enable. Errors: bad_input.
Result<FeatureSet> valid_features(const Validator& validator, const std::string& target_env,
                                  const std::optional<FeatureSet>& chosen);

// The features that are enabled for a module that is not validated.
FeatureSet features_without_validation(const std::string& target_env,
                                       const std::optional<FeatureSet>& chosen);

// The features that a Vulkan device must have to run the module as it runs with those that are `available`: the
// module is not valid without them, or they define results.
FeatureSet needed_features(std::span<const std::uint32_t> words, const Module& module,
                           FeatureSet available);

}  // namespace spirv_oracle
