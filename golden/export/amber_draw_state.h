// The fixed-function state of a draw in AmberScript.
#pragma once

#include <string>
#include <vector>

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

// The blocks and settings of a pipeline. Errors: unsupported, with the name of a state that AmberScript lacks.
Result<std::string> amber_draw_state(const Bundle& bundle);

// The features of Vulkan that the stages and the state need.
std::vector<std::string> amber_draw_features(const BundleDraw& draw);

}  // namespace spirv_oracle::golden
