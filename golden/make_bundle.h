// From a dispatch to its bundle.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "golden/bundle.h"
#include "golden/variations.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

struct BundleSettings {
  bool allow_undefined_behavior = false;
  VariationSettings variations;
  std::vector<std::string> options;        // for the manifest
  std::vector<std::string> device_limits;  // likewise
  NotAssumed not_assumed;                  // likewise: see golden/not_assumed.h
};

struct BundleSubject {
  std::string name;
  std::string source;  // as Bundle has it
  const std::vector<std::uint32_t>& words;
  const Module& module;
  const EntryPointInfo& entry;
  Dispatch dispatch;
};

// The bundle as far as it is known before the run: without outputs, with its request.
Bundle describe_request(const BundleSubject& subject, const InstructionRegistry& registry,
                        const BundleSettings& settings);

struct MadeBundle {
  std::optional<Bundle> bundle;   // none where behavior was undefined, and that is not allowed
  std::vector<Finding> findings;  // of undefined behavior
  std::string undefined_with;     // "subgroup size 8": of what is not assumed; "": of what is
};

// Runs the dispatch. Errors: those of the run; limit where it did not end.
Result<MadeBundle> make_bundle(const BundleSubject& subject, const InstructionRegistry& registry,
                               const BundleSettings& settings);

}  // namespace spirv_oracle::golden
