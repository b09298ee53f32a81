// From what a script says about a draw to the state and the call of a draw (graphics/draw.h).
#pragma once

#include <map>
#include <string>

#include "amber/script/model.h"
#include "graphics/draw.h"
#include "interpreter/result.h"
#include "memory/definedness.h"
#include "raster/state.h"

namespace spirv_oracle::amber {

// A draw without its shaders, resources and attachments.
struct DrawInput {
  PipelineState state;
  DrawCall call = {};  // without vertex_buffers and index_buffer->contents
  std::map<std::uint32_t, std::string> vertex_data = {};  // by binding: the buffer of the script
  ShadowedBytes corners = {};  // of a rectangle or grid, for binding 0; empty: none
};

// The state for draws of a pipeline, without its vertex input. Errors: bad_input if attachments do not match.
Result<PipelineState> pipeline_state(const Script& script, const Pipeline& pipeline);

// The draws of the three commands. Errors: those of pipeline_state; bad_input for vertex data or indices of a type that
// vertices and indices cannot have; limit for more than max_bytes of vertices.
Result<DrawInput> draw_input(const Script& script, const DrawRectangle& draw);
Result<DrawInput> draw_input(const Script& script, const DrawGrid& draw, std::uint64_t max_bytes);
Result<DrawInput> draw_input(const Script& script, const DrawArrays& draw);

}  // namespace spirv_oracle::amber
