// What scripts ask of a device, and what of it there is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/amber/model.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

bool offers_feature(std::string_view name);
bool offers_property(std::string_view name);
bool offers_extension(std::string_view name);

// Everything in the script that cannot be run, each as a message that begins with its place.
std::vector<std::string> missing_parts(const Script& script);

// Errors: unsupported, naming everything that is missing.
Result<void> check_supported(const Script& script);

// Of VkScript, which goes on without them: extensions that there are not, as warnings.
std::vector<std::string> extension_warnings(const Script& script);

}  // namespace spirv_oracle::amber
