// Parses VkScript to a model.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "amber/script/model.h"
#include "interpreter/result.h"

namespace spirv_oracle::amber {

// Parses a script. `file` is its name. Its only compute pipeline is called "compute", its graphics
// pipeline "graphics", and its buffers "ssbo SET:BINDING", "ubo SET:BINDING" and "push constants".
// Errors begin with FILE:LINE:COLUMN: bad_input if the format does not permit something, limit for
// more than max_bytes in one buffer.
Result<Script> parse_vk_script(const std::string& file, std::string_view text,
                               std::uint64_t max_bytes);

// Whether the format lists this as a feature; all other requirements are extensions.
bool is_vk_feature(std::string_view name);

}  // namespace spirv_oracle::amber
