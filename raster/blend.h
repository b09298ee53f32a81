// What becomes of the color in an attachment (Vulkan, "The Framebuffer").
#pragma once

#include <array>

#include "raster/color.h"
#include "raster/component_range.h"
#include "raster/state.h"

namespace spirv_oracle {

// The outputs of a fragment with one Location: Index 0 and, for dual-source blending, Index 1.
struct FragmentColor {
  Color source, source1;
};

// Whether the equation reads the second source.
bool uses_second_source(const BlendAttachment& blend);

// Blends a color with that of an attachment, whose format is neither an integer format nor lacks a component that matters.
Color blend(const FragmentColor& color, const Color& destination, const BlendAttachment& state,
            const std::array<double, 4>& constants, const TexelFormat& format);

// Which numbers implementations may store in component `i` if they blend the color with one of `destination`. The states of both
// do not matter. "Blending": operations may have the precision of the destination, so operands, factors and products may be
// rounded to it.
ComponentRange blended_range(unsigned i, const FragmentColor& color, const TexelRange& destination,
                             const BlendAttachment& state, const std::array<double, 4>& constants,
                             const TexelFormat& format);

// Combines the stored bits of a component.
EncodedComponent combine(LogicOperation operation, const EncodedComponent& source,
                         const EncodedComponent& destination, unsigned bits);

// Whether logic operations are applied to the format.
bool has_logic_operations(const TexelFormat& format);

}  // namespace spirv_oracle
