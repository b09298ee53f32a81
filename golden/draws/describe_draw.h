// From a draw of a script to the request of its bundle.
#pragma once

#include <string>

#include "amber/script/observers.h"
#include "golden/bundle/bundle.h"
#include "golden/make/make_bundle.h"

namespace spirv_oracle::golden {

// The bundle without outputs. Errors: unsupported for what bundles of draws do not have (stages with different subgroup
// sizes).
Result<Bundle> describe_draw(const std::string& name, const std::string& source,
                             const amber::ScriptDraw& draw, const InstructionRegistry& registry,
                             const BundleSettings& settings);

// Describes the modules of a bundle of a draw anew: capabilities, extensions, instructions and float controls. Errors: those of
// load_module().
Result<void> describe_modules(const InstructionRegistry& registry, Bundle& bundle);

}  // namespace spirv_oracle::golden
