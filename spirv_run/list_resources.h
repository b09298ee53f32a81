// Lists the resources of a module as text and as JSON.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/options.h"
#include "interpreter/dispatch.h"
#include "interpreter/workgroup_modes.h"

namespace spirv_oracle {

using ModesOfEntryPoint = std::function<WorkgroupModes(const std::string& name)>;

// Each resource comes with the option that sets it, with a size for this launch.
std::string resources_as_text(const ModuleInfo& module, const ModesOfEntryPoint& modes,
                              const LaunchOptions& options);
nlohmann::ordered_json resources_as_json(const ModuleInfo& module, const ModesOfEntryPoint& modes);

}  // namespace spirv_oracle
