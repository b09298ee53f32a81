// Bundles of draws as AmberScripts.
#pragma once

#include <string>

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

// A script with one DRAW_ARRAY, whose EXPECT lines compare the attachments and buffers. Errors: unsupported, with the name of
// what AmberScript cannot express.
Result<std::string> draw_as_amber_script(const Bundle& bundle);

}  // namespace spirv_oracle::golden
