// Which values of a pixel a bundle accepts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/bundle/acceptance.h"
#include "golden/make/derive_acceptance.h"
#include "interpreter/images/texel_format.h"
#include "memory/definedness.h"

namespace spirv_oracle::golden {

// The texels of an attachment after the draw under a variation, which `text` describes.
struct VariedTexels {
  const ShadowedBytes* contents = nullptr;
  std::string text;
};

// What is known about the texels of an attachment after a draw.
struct TexelKnowledge {
  const TexelFormat& format;
  const ShadowedBytes& expected;
  // The texels as floats of 32 bits (wide_format()), before they were rounded to the format. Null: not known.
  const ShadowedBytes* wide = nullptr;
  std::vector<VariedTexels> variations = {};
  // How many steps of the format a value that is not exact may be away from those that were computed; 0: with `wide`, it is one
  // of its two neighbors.
  std::int64_t steps = 0;
  // Whether `expected` is depth that the draw interpolated, which no text requires to be exact. `before`: the texels before.
  bool is_depth = false;
  const ShadowedBytes* before = nullptr;
};

// Accepts
// - anything for an undefined component, or one that depends on the implementation for another reason than rounding;
// - the neighbors of a value that was rounded ("Conversion From Floating-Point to Normalized Fixed-Point" and
//   "Floating-Point Format Conversions" permit both);
// - for a component that a variation changes, the values between all of them and as far again on both sides; anything if it is
//   an integer;
// - and otherwise the value itself.
OutputAcceptance accept_texels(const TexelKnowledge& known, ReasonList& reasons);

}  // namespace spirv_oracle::golden
