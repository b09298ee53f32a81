// What a module wants, for people and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// Each resource comes with the option that gives it, of a size for this launch.
std::string resources_as_text(const ModuleInfo& module, const LaunchOptions& options);
nlohmann::ordered_json resources_as_json(const ModuleInfo& module);

}  // namespace spirv_oracle
