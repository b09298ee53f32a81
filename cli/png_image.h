// Pictures in files of the format PNG.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/result.h"

namespace spirv_oracle {

// A picture as texels of four bytes: red, green, blue, alpha; row by row, the upper one first.
struct PngImage {
  std::uint32_t width = 0, height = 0;  // texels, at least 1
  std::vector<std::byte> texels;        // 4 * width * height
};

// Decodes a file of any color type and depth. Palettes are looked up, grey is all three colors, what
// has no alpha is opaque, of 16 bits the upper 8 are kept; the numbers are not converted otherwise
// (gamma, color profiles). Errors: bad_input for what is no whole and correct PNG file; limit where
// the texels take more than max_bytes or a side is longer than max_side.
Result<PngImage> decode_png(std::span<const std::byte> file, std::uint32_t max_side,
                            std::uint64_t max_bytes);

// The file of a picture, of color type RGBA with 8 bits. Errors: limit where no memory is left.
Result<std::vector<std::byte>> encode_png(const PngImage& image);

}  // namespace spirv_oracle
