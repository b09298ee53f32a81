// Converts pictures to texels and buffer elements, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/png_image.h"
#include "data/scalar.h"
#include "interpreter/images/texel_format.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Whether the suffix of a file is that of a picture.
bool is_picture_file(std::string_view path);

// Reads a picture. Errors: as of decode_png, and bad_input if the file cannot be read.
Result<PngImage> read_picture(std::string_view path, std::uint64_t max_bytes);

// The texels of the picture in a format, which may have fewer components. 0 to 255 become 0 to 1 in
// normalized and float components, and do not change in integer components. Errors: bad_input for
// integers that cannot represent 255.
Result<std::vector<std::byte>> texels_of_picture(const PngImage& picture,
                                                 const TexelFormat& format);

// The inverse: rows of `width` texels as a picture. Clamps to 0 to 1 (integers: 0 to 255). One
// component is gray; two are red and green.
PngImage picture_of_texels(std::span<const std::byte> texels, const TexelFormat& format,
                           std::uint32_t width);

// The texel format of buffer elements: bytes, floats, and 32-bit words of four bytes. Errors:
// bad_input for other types.
Result<TexelFormat> picture_format(ElementType type);

// The number of rows of a picture. Errors: bad_input if the elements do not fill them, or are too
// many.
Result<std::uint32_t> picture_height(std::uint64_t elements, std::uint32_t width);

}  // namespace spirv_oracle
