// Bundles that do without an assumption: what other values of it change is accepted, too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "golden/make_bundle.h"

namespace spirv_oracle::golden {

// Reads "subgroup-size,float-controls".
Result<NotAssumed> parse_not_assumed(std::string_view text);

// make_bundle() for subjects that need not have the subgroup size, or the mapping, of the dispatch: as
// settings.not_assumed says. Each component accepts what it accepts with every size from 1 to 128. Of mappings, a few
// are tried; a component that one of them changes accepts anything. Errors: also unsupported, for kernels, whose sizes
// are not limited to these.
Result<MadeBundle> make_bundle_without(const BundleSubject& subject,
                                       const InstructionRegistry& registry,
                                       const BundleSettings& settings);

// The module without the execution modes that float_controls() names, and without their capabilities.
std::vector<std::uint32_t> without_float_controls(std::span<const std::uint32_t> words);

// What is accepted where either of two outputs may be right. `is_complete`: there are no others; else a component that
// they do not agree about accepts anything. `reason` is that of components that change.
OutputAcceptance joined_acceptance(const BundleOutput& a, const BundleOutput& b, bool is_complete,
                                   std::uint32_t reason);

}  // namespace spirv_oracle::golden
