// The state and the call of a draw in a manifest.
#pragma once

#include <nlohmann/json.hpp>

#include "graphics/draw.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

// The names of values, as in the JSON.
std::string_view name_of(BlendFactor factor);
std::string_view name_of(BlendOperation operation);
std::string_view name_of(CompareOperation operation);
std::string_view name_of(StencilOperation operation);

nlohmann::ordered_json state_as_json(const PipelineState& state);
// Without the buffers.
nlohmann::ordered_json call_as_json(const DrawCall& call);

// Errors: bad_input. Like parse_image_shape(), they throw the exceptions of nlohmann for a missing member.
Result<PipelineState> parse_state(const nlohmann::ordered_json& json);
Result<DrawCall> parse_call(const nlohmann::ordered_json& json);

}  // namespace spirv_oracle::golden
