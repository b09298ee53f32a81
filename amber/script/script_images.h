// The images and samplers of a script, for a dispatch.
#pragma once

#include <cstdint>
#include <string_view>

#include "amber/script/model.h"
#include "interpreter/images/image_shape.h"

namespace spirv_oracle::amber {

// The texel format of a buffer. Errors: unsupported for formats that no shader reads or writes as
// texels.
Result<TexelFormat> texel_format_of(const Buffer& buffer);

// The shape of a buffer as an image. Errors: bad_input if it has no extent.
Result<spirv_oracle::ImageShape> image_shape_of(const Buffer& buffer);

// The shape of a buffer as an attachment: depth is the first component, and stencil the second one. Errors: as of
// image_shape_of.
Result<spirv_oracle::ImageShape> attachment_shape_of(const Buffer& buffer);

// The format of an attribute of vertices.
struct VertexFormat {
  TexelFormat texel;
  bool is_scaled = false;  // USCALED or SSCALED: integers that become floats
};

// The format of VERTEX_DATA with elements of this type. Errors: unsupported for structs and matrices, and for formats of
// images only.
Result<VertexFormat> vertex_format_of(const DataType& type);

// The names of formats with these texels; "" if scripts have none. Of vertices, the bytes after the last component do not
// matter.
std::string_view attachment_format_name(const TexelFormat& format, bool is_depth_stencil);
std::string_view vertex_format_name(const VertexFormat& format);

// The shape of its levels from the given one on.
spirv_oracle::ImageShape shape_from_level(const spirv_oracle::ImageShape& shape,
                                          std::uint32_t level);

// Whether an image of this extent can have that number of levels. The last level has at least one texel.
bool levels_fit(const ImageShape& shape);

// The number of texels in all levels and samples. Saturates.
std::uint64_t texel_count(const ImageShape& shape);

SamplerState sampler_state_of(const Sampler& sampler);

}  // namespace spirv_oracle::amber
