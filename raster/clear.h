// Clears and resolves attachments (Vulkan, "Clear Commands" and "Render Pass Multisample Resolve Operations").
#pragma once

#include <cstdint>
#include <optional>

#include "interpreter/result.h"
#include "raster/attachment.h"
#include "raster/state.h"

namespace spirv_oracle {

// Which values an attachment is cleared to; what is missing stays as it is.
struct ClearDepthStencil {
  std::optional<double> depth;
  std::optional<std::uint32_t> stencil;
};

// Clear the level and all layers, or the rectangle of them. Errors: bad_input (a format or size that does not match).
Result<void> clear_color(Attachment& attachment, const ClearColor& color,
                         const std::optional<ScissorRectangle>& rectangle = {});
Result<void> clear_depth_stencil(Attachment& attachment, const ClearDepthStencil& values,
                                 const std::optional<ScissorRectangle>& rectangle = {});

// Stores the resolved samples of each color attachment in the attachment of Framebuffer::resolve, if it has one: averages of
// floats, sample 0 of integers, which depends on the implementation if the samples differ. Errors: bad_input (shapes that do
// not match).
Result<void> resolve(Framebuffer& framebuffer);

// Resolves one attachment into another.
Result<void> resolve(Attachment& from, Attachment& to);

}  // namespace spirv_oracle
