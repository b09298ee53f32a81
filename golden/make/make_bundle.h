// Makes the bundle of a dispatch.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"
#include "golden/make/variations.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

struct BundleSettings {
  bool allow_undefined_behavior = false;
  VariationSettings variations;
  std::vector<std::string> options;        // for the manifest
  std::vector<std::string> device_limits;  // likewise
  NotAssumed not_assumed;                  // likewise: see golden/not_assumed.h
  std::string origin;  // what the dispatch is a part of; a note of the bundle unless it is empty
};

struct BundleSubject {
  std::string name;
  std::string source;  // as Bundle has it
  const std::vector<std::uint32_t>& words;
  const Module& module;
  const EntryPointInfo& entry;
  Dispatch dispatch;
};

// The parts of the bundle that are known before the run: everything except the outputs, and its
// request.
Bundle describe_request(const BundleSubject& subject, const InstructionRegistry& registry,
                        const BundleSettings& settings);

// The digest of a bundle without outputs: everything that it is made from.
std::string request_of(const Bundle& bundle, const BundleSettings& settings);

// Lists the undefined behavior, which may write anything anywhere, unless its consequences are tracked.
void mask_undefined_behavior(const std::vector<Finding>& findings, Bundle& bundle);

// Compares nothing, for this reason.
void accept_anything(const Reason& reason, Bundle& bundle);

struct MadeBundle {
  std::optional<Bundle> bundle;   // none if the behavior is undefined and that is not permitted
  std::vector<Finding> findings;  // of undefined behavior
  std::string
      undefined_with;  // "subgroup size 8" if only that value, which is not assumed, causes it; "" otherwise
};

// Runs the dispatch. Errors: those of the run; limit if it did not end.
Result<MadeBundle> make_bundle(const BundleSubject& subject, const InstructionRegistry& registry,
                               const BundleSettings& settings);

}  // namespace spirv_oracle::golden
