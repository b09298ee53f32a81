// Pictures as texels of images and as elements of buffers, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cli/png_image.h"
#include "cli/scalar.h"
#include "interpreter/images/texel_format.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Whether a file is taken for a picture: by its suffix.
bool is_picture_file(std::string_view path);

// Reads the file of a picture. Errors: as decode_png, and bad_input for a file that cannot be read.
Result<PngImage> read_picture(std::string_view path, std::uint64_t max_bytes);

// The texels of the picture in a format, which may have fewer components. 0 to 255 become 0 to 1 in normalized and float
// components and stay what they are in integers. Errors: bad_input for integers that hold less than 255.
Result<std::vector<std::byte>> texels_of_picture(const PngImage& picture,
                                                 const TexelFormat& format);

// Rows of `width` texels as a picture: the same the other way, where what is below 0 or above 1 (integers: 255) is cut
// off. One component is grey, two are red and green.
PngImage picture_of_texels(std::span<const std::byte> texels, const TexelFormat& format,
                           std::uint32_t width);

// The format of elements of a buffer as texels: those of bytes and floats, and 32-bit words of four bytes. Errors:
// bad_input for other types.
Result<TexelFormat> picture_format(ElementType type);

// The number of rows of a picture. Errors: bad_input where the elements do not fill them or are too many.
Result<std::uint32_t> picture_height(std::uint64_t elements, std::uint32_t width);

}  // namespace spirv_oracle
