// The state and the call of a draw in a manifest.
#pragma once

#include <nlohmann/json.hpp>

#include "graphics/draw.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

nlohmann::ordered_json state_as_json(const PipelineState& state);
// Without the buffers.
nlohmann::ordered_json call_as_json(const DrawCall& call);

// Errors: bad_input. Like parse_image_shape(), they throw the exceptions of nlohmann for a missing member.
Result<PipelineState> parse_state(const nlohmann::ordered_json& json);
Result<DrawCall> parse_call(const nlohmann::ordered_json& json);

}  // namespace spirv_oracle::golden
