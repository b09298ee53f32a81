// Makes the bundle of a draw.
#pragma once

#include "golden/bundle/bundle.h"
#include "golden/make/make_bundle.h"

namespace spirv_oracle::golden {

// Draws, and then draws again as other implementations may: with other sub-pixels, places of interpolation, subgroups of
// quads, orders of quads, reconvergence and arithmetic. `request`: as of describe_draw(). Errors: those of draw(); limit if it
// did not end.
Result<MadeBundle> make_draw_bundle(const Bundle& request, const InstructionRegistry& registry,
                                    const Policy& policy, const BundleSettings& settings);

}  // namespace spirv_oracle::golden
