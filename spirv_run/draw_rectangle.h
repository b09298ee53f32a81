// A fragment shader without a script: spirv-run draws a rectangle that covers the framebuffer with it.
#pragma once

#include "graphics/draw.h"
#include "interpreter/dispatch.h"
#include "interpreter/stage.h"

namespace spirv_oracle {

struct DrawnRectangle {
  DrawResult draw;
  Framebuffer framebuffer;  // a color attachment for each Location that the shader writes
};

// Draws two triangles with depth 0.5, which cover `width` x `height` pixels. Attachments have 32 bits for each component of
// the shader's output, and are 0 before the draw. The resources in `dispatch` keep what the shader writes. Inputs with a
// Location are undefined, because no vertex shader writes them. Errors: those of draw().
Result<DrawnRectangle> draw_rectangle(const Module& fragment, const InstructionRegistry& registry,
                                      std::uint32_t width, std::uint32_t height,
                                      Dispatch& dispatch);

}  // namespace spirv_oracle
