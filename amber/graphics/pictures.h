// Images of scripts as pictures.
#pragma once

#include "amber/script/model.h"
#include "data/png_image.h"
#include "interpreter/result.h"
#include "memory/definedness.h"

namespace spirv_oracle::amber {

// The first level of an image. Depth is gray, and leaves out the stencil of its format. Undefined bytes are as they happen
// to be. Errors: bad_input if the buffer is not an image, or has several samples.
Result<PngImage> picture_of(const Buffer& buffer, const ShadowedBytes& contents);

// What an expectation that fails compares: the actual and the expected pixels and their difference, side by side. The
// difference is black where the two are equal, and its largest component is bright. Errors: those of picture_of().
Result<PngImage> picture_of_failure(const Buffer& buffer, const ShadowedBytes& contents,
                                    const ExpectPixels& expect);
Result<PngImage> picture_of_failure(const Buffer& buffer, const ShadowedBytes& contents,
                                    const Buffer& other, const ShadowedBytes& other_contents);

}  // namespace spirv_oracle::amber
