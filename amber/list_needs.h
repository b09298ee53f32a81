// --list: describes what a script needs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "amber/script/model.h"

namespace spirv_oracle::amber {

std::string needs_as_text(const Script& script);
nlohmann::ordered_json needs_as_json(const Script& script);

}  // namespace spirv_oracle::amber
