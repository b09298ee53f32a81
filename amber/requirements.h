// The requirements of scripts on a device, and which of them the program meets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "amber/script/model.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

bool offers_feature(std::string_view name);
bool offers_property(std::string_view name);
bool offers_extension(std::string_view name);
// "device extension".
std::string_view kind_name(Requirement::Kind kind);

// Everything in the script that cannot run. Each message begins with its place in the script.
std::vector<std::string> missing_parts(const Script& script);

// Errors: unsupported, naming everything that is missing.
Result<void> check_supported(const Script& script);

// For VkScript, which continues without them: warnings about extensions that are not offered.
std::vector<std::string> extension_warnings(const Script& script);

}  // namespace spirv_oracle::amber
