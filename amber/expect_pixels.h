// EXPECT of the pixels of an image.
#pragma once

#include "amber/expect.h"

namespace spirv_oracle::amber {

// Compares the first level with a color. Errors: bad_input if the rectangle is not inside the
// image.
Result<Comparison> compare_pixels(const ShadowedBytes& contents, const Buffer& buffer,
                                  const ExpectPixels& expect);

}  // namespace spirv_oracle::amber
