// Bundles that do not make an assumption: they also accept the results with other values of it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "golden/make/make_bundle.h"

namespace spirv_oracle::golden {

// Reads "subgroup-size,float-controls".
Result<NotAssumed> parse_not_assumed(std::string_view text);

// Like make_bundle(), but does not assume the subgroup size or the mapping of the dispatch,
// according to settings.not_assumed. Each component accepts the values that it accepts with every
// size from 1 to 128. A few mappings are tried; a component that one of them changes accepts
// anything. Errors: also unsupported, for kernels, whose sizes are not limited to these.
Result<MadeBundle> make_bundle_without(const BundleSubject& subject,
                                       const InstructionRegistry& registry,
                                       const BundleSettings& settings);

// Likewise for a draw (make_draw_bundle()), whose modules have no float controls if they are not assumed. No bundle of a draw
// assumes which quads share a subgroup. Errors: also unsupported, if other stages than fragment shaders use subgroups and their
// mapping is not assumed.
Result<MadeBundle> make_draw_bundle_without(const Bundle& request,
                                            const InstructionRegistry& registry,
                                            const Policy& policy, const BundleSettings& settings);

// The request of a draw (describe_draw()) whose modules lack float controls. Errors: those of load_module().
Result<Bundle> draw_without_float_controls(const Bundle& request,
                                           const InstructionRegistry& registry,
                                           const BundleSettings& settings);

// The module without the execution modes that float_controls() names, and without their capabilities.
std::vector<std::uint32_t> without_float_controls(std::span<const std::uint32_t> words);

// The acceptance if either of two outputs may be right. `is_complete`: no other output is possible;
// otherwise, a component on which the two disagree accepts anything. Changed components
// get `reason`.
OutputAcceptance joined_acceptance(const BundleOutput& a, const BundleOutput& b, bool is_complete,
                                   std::uint32_t reason);

}  // namespace spirv_oracle::golden
