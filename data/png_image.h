// Reads and writes PNG files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// A picture with texels of four bytes: red, green, blue, alpha; row by row from the top.
struct PngImage {
  std::uint32_t width = 0, height = 0;  // texels, at least 1
  std::vector<std::byte> texels;        // 4 * width * height
};

// Decodes a file of any color type and depth. Resolves palettes; gray becomes three equal colors;
// missing alpha becomes opaque; of 16 bits, keeps the upper 8. Does not convert numbers otherwise
// (gamma, color profiles). Errors: bad_input if the file is not complete and correct; limit if the
// texels take more than max_bytes, or a side is longer than max_side.
Result<PngImage> decode_png(std::span<const std::byte> file, std::uint32_t max_side,
                            std::uint64_t max_bytes);

// The file of a picture, with color type RGBA and 8 bits. Errors: limit if no memory is left.
Result<std::vector<std::byte>> encode_png(const PngImage& image);

}  // namespace spirv_oracle
