// EXPECT of the pixels of an image.
#pragma once

#include <vector>

#include "amber/expect.h"
#include "raster/component_range.h"

namespace spirv_oracle::amber {

// Compares the first level with a color. `ranges`: as in Attachment; for implementation-dependent components, all numbers of
// their ranges decide. Errors: bad_input if the rectangle is not inside the image.
Result<Comparison> compare_pixels(const ShadowedBytes& contents, const Buffer& buffer,
                                  const std::vector<TexelRange>& ranges,
                                  const ExpectPixels& expect);

// What ranges say about the values that an expectation reads.
PossibleValues possible_texels(const Buffer& buffer, const std::vector<TexelRange>& ranges,
                               const ExpectValues& expect);

}  // namespace spirv_oracle::amber
