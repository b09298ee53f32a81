// Which values of a pixel a bundle accepts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/bundle/acceptance.h"
#include "golden/make/derive_acceptance.h"
#include "interpreter/images/texel_format.h"
#include "memory/definedness.h"
#include "raster/component_range.h"

namespace spirv_oracle::golden {

// The texels of an attachment after a draw.
struct DrawnTexels {
  const ShadowedBytes* contents = nullptr;
  // What implementations that draw the same may store (Attachment::ranges). Null: not known.
  const std::vector<TexelRange>* ranges = nullptr;
};

// Those under a variation, which `text` describes.
struct VariedTexels {
  DrawnTexels texels;
  std::string text;
};

// What is known about the texels of an attachment after a draw.
struct TexelKnowledge {
  const TexelFormat& format;
  DrawnTexels expected;
  std::vector<VariedTexels> variations = {};
  // Whether `expected` is depth that the draw interpolated, which no text requires to be exact. `before`: the texels before.
  bool is_depth = false;
  const ShadowedBytes* before = nullptr;
};

// Accepts
// - anything for an undefined component, or one that depends on the implementation for another reason than rounding;
// - the numbers of its range for a component that is rounded, blended or resolved;
// - for a component that a variation changes, the values between all of them and as far again on both sides; anything if it is
//   an integer;
// - and otherwise the value itself.
OutputAcceptance accept_texels(const TexelKnowledge& known, ReasonList& reasons);

}  // namespace spirv_oracle::golden
