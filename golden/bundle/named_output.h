// Outputs of bundles by the names that the module gives them.
#pragma once

#include <string>

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

// The output with this name, or with that name of a resource in the module (find_named_descriptor). Null: there is none.
const BundleResource* find_named_output(const Bundle& bundle, const std::string& name);

}  // namespace spirv_oracle::golden
