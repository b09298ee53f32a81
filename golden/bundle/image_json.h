// Images and samplers in a manifest.
#pragma once

#include <nlohmann/json.hpp>

#include "interpreter/images/image_shape.h"
#include "interpreter/result.h"

namespace spirv_oracle::golden {

// A format by its name in SPIR-V, or else by its bits.
nlohmann::ordered_json format_as_json(const TexelFormat& format);
nlohmann::ordered_json image_as_json(const ImageShape& shape);
nlohmann::ordered_json sampler_as_json(const SamplerState& state);

// Throws the exceptions of nlohmann, and ThrownError for what is not a format.
TexelFormat parse_format(const nlohmann::ordered_json& json);
// Errors: bad_input.
Result<ImageShape> parse_image_shape(const nlohmann::ordered_json& json);
Result<SamplerState> parse_sampler_state(const nlohmann::ordered_json& json);

}  // namespace spirv_oracle::golden
