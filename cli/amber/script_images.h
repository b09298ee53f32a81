// The images and samplers of a script as a dispatch takes them.
#pragma once

#include <cstdint>

#include "cli/amber/model.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::amber {

// The texels of a buffer. Errors: unsupported for formats that no shader reads or writes as texels.
Result<TexelFormat> texel_format_of(const Buffer& buffer);

// How a buffer lies as an image. Errors: bad_input for one that has no extent.
Result<spirv_oracle::ImageShape> image_shape_of(const Buffer& buffer);

// Its levels from the given one on.
spirv_oracle::ImageShape shape_from_level(const spirv_oracle::ImageShape& shape,
                                          std::uint32_t level);

// Whether an image of this extent can have so many levels: the last is of one texel at least.
bool levels_fit(const ImageShape& shape);

// The texels of all levels and samples together. Saturates.
std::uint64_t texel_count(const ImageShape& shape);

SamplerState sampler_state_of(const Sampler& sampler);

}  // namespace spirv_oracle::amber
