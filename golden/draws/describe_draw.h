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

}  // namespace spirv_oracle::golden
