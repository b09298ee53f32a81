// A fragment shader without a script: a rectangle that covers the framebuffer is drawn with it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "graphics/draw.h"
#include "interpreter/dispatch.h"
#include "interpreter/stage.h"

namespace spirv_oracle {

// Of a framebuffer whose size the user does not give.
inline constexpr std::array<std::uint32_t, 2> default_framebuffer = {64, 64};

// The draw: two triangles with depth 0.5, which cover the framebuffer.
struct RectangleDraw {
  GraphicsPipeline pipeline;
  std::vector<std::uint32_t> vertex_words;  // the module of the vertex shader
  DrawCall call;
  Framebuffer framebuffer;  // a color attachment for each Location that the shader writes
};

// Attachments have 32 bits for each component of the shader's output, and are 0. `fragment` must outlive the result. Errors:
// those of Pipeline::create(); limit if the attachments do not fit into the memory.
Result<RectangleDraw> rectangle_draw(const Module& fragment, const InstructionRegistry& registry,
                                     std::uint32_t width, std::uint32_t height,
                                     const PipelineOptions& options, const Limits& limits);

struct DrawnRectangle {
  DrawResult draw;
  Framebuffer framebuffer;  // a color attachment for each Location that the shader writes
};

class DrawObserver;  // graphics/draw_observer.h

// Draws it. Only its fragments are watched. The resources in `dispatch` keep what the shader writes. Inputs with a
// Location are undefined, because no vertex shader writes them. Errors: those of draw().
Result<DrawnRectangle> draw_rectangle(const Module& fragment, const InstructionRegistry& registry,
                                      std::uint32_t width, std::uint32_t height, Dispatch& dispatch,
                                      const RasterVariation& variation = {},
                                      DrawObserver* observer = nullptr);

}  // namespace spirv_oracle
