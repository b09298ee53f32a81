// What a script says about drawing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "amber/script/data_type.h"
#include "amber/script/tokenizer.h"
#include "raster/attachment.h"
#include "raster/state.h"

namespace spirv_oracle::amber {

// VERTEX_DATA: an attribute of vertices.
struct VertexData {
  ScriptPosition place;
  std::string buffer;
  std::uint32_t location = 0;
  bool per_instance = false;
  std::optional<DataType> format;       // none: that of the elements of the buffer
  std::uint64_t offset = 0;             // bytes
  std::optional<std::uint64_t> stride;  // bytes; none: that of the format
};

// How a graphics pipeline draws. Its vertex input, topology and samples follow from buffers and commands.
struct GraphicsState {
  std::array<std::uint32_t, 2> framebuffer_size{250, 250};
  PipelineState fixed;
  // Of all color attachments. A factor that the script does not set is zero.
  BlendAttachment blend{.color = {BlendFactor::zero, BlendFactor::zero, BlendOperation::add},
                        .alpha = {BlendFactor::zero, BlendFactor::zero, BlendOperation::add}};
  std::vector<VertexData> vertex_data;
  std::string index_buffer;
};

// DRAW_RECT and draw rect.
struct DrawRectangle {
  std::string pipeline = {};
  double x = 0, y = 0, width = 0, height = 0;
  bool in_pixels = true;  // false: in normalized device coordinates
  bool is_patch = false;  // draws a patch of four control points
};

// DRAW_GRID, in pixels.
struct DrawGrid {
  std::string pipeline = {};
  double x = 0, y = 0, width = 0, height = 0;
  std::uint32_t columns = 1, rows = 1;
};

// DRAW_ARRAY and draw arrays.
struct DrawArrays {
  std::string pipeline = {};
  Topology topology = Topology::triangle_list;
  bool is_indexed = false;
  std::uint32_t first = 0;                  // vertex or index
  std::optional<std::uint32_t> count = {};  // none: all from the first one on
  std::uint32_t first_instance = 0;
  std::uint32_t instances = 1;
};

// CLEAR: fills all attachments of a pipeline with its clear values.
struct Clear {
  std::string pipeline = {};
};

struct SetClearColor {
  std::string pipeline = {};
  ClearColor color = {};
};

struct SetClearDepth {
  std::string pipeline = {};
  double depth = 1;
};

struct SetClearStencil {
  std::string pipeline = {};
  std::uint32_t stencil = 0;
};

}  // namespace spirv_oracle::amber
