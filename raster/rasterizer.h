// Rasterization: from a primitive in clip coordinates to quads of fragments.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "interpreter/result.h"
#include "raster/choices.h"
#include "raster/clip.h"
#include "raster/coverage.h"
#include "raster/interpolation.h"
#include "raster/state.h"

namespace spirv_oracle {

// What all fragments of a rasterized point, line or polygon have in common.
struct RasterizedPrimitive {
  Interpolator interpolator;
  bool front_facing = true;
  double depth_bias = 0;
  double min_depth = 0, max_depth = 1;  // of the viewport, ordered
  // False for an edge or a vertex of a polygon, whose BaryCoord is undefined.
  bool has_barycentrics = true;
  // Of a point, for PointCoord: the place of its upper left corner, and the width.
  bool is_point = false;
  FramebufferPoint corner;
  double point_size = 1;
};

// What rasterization needs beside the state of the pipeline.
struct RasterTarget {
  std::uint32_t width = 0, height = 0;  // pixels
  // The format of depth, for depth bias and the range of values. Bits 0: no depth attachment.
  TexelComponent depth;
  unsigned clip_distances = 0, cull_distances = 0;
  RasterVariation variation = {};
};

// Gets the parts that a primitive is rasterized to: one, or several edges or vertices under a polygon mode. Quads that
// follow a part belong to it. Functions return false to end.
class FragmentSink {
 public:
  FragmentSink() = default;
  FragmentSink(const FragmentSink&) = delete;
  FragmentSink& operator=(const FragmentSink&) = delete;
  virtual ~FragmentSink() = default;
  virtual bool begin_part(const RasterizedPrimitive& part) = 0;
  virtual bool add_quad(const Quad& quad) = 0;
};

enum class RasterOutcome : std::uint8_t {
  rasterized,  // also if nothing was covered
  ended,       // by the sink
  not_finite,  // a coordinate or distance is infinite or NaN: no fragments
  bad_size,    // the point size is not greater than 0: no fragments
};

// The stipple counter ("Line Stipple"): how much of a line strip has been drawn, in fragments or in unit-length rectangles.
class StippleCounter {
 public:
  // At the start of each strip and of each independent line.
  void restart() { count_ = 0; }
  double count() const { return count_; }
  void advance(double count) { count_ += count; }

 private:
  double count_ = 0;
};

// Whether the state can be used. Errors: bad_input (what Vulkan does not permit), limit (viewports, line widths).
Result<void> check_state(const PipelineState& state);

class Rasterizer {
 public:
  // The state must be valid and outlive the rasterizer.
  Rasterizer(const PipelineState& state, const RasterTarget& target);

  // Rasterizes a point (1 vertex), line (2) or triangle (3).
  RasterOutcome rasterize(std::span<const ClipVertex> vertices, std::uint32_t viewport,
                          FragmentSink& sink) const;
  // Likewise, where a line may continue a strip.
  RasterOutcome rasterize(std::span<const ClipVertex> vertices, std::uint32_t viewport,
                          FragmentSink& sink, StippleCounter& stipple) const;

  // The depth at a location of a part, with bias and not clamped.
  double depth_at(const RasterizedPrimitive& part, const LocationInPrimitive& location) const;

  std::span<const SampleLocation> samples() const { return samples_; }
  const RasterVariation& variation() const { return target_.variation; }
  // How many viewports there are.
  std::uint32_t viewport_count() const { return static_cast<std::uint32_t>(viewports_.size()); }

 private:
  struct Work;  // a primitive being rasterized

  // Which of some edges or vertices of a polygon is drawn as number i. Vulkan leaves the order open ("Primitive Order").
  std::size_t in_order(std::size_t i, std::size_t count) const {
    return target_.variation.reverses_order ? count - 1 - i : i;
  }
  // The sub-pixel to which a vertex is rounded.
  SubPixelPoint rounded(FramebufferPoint place) const;
  bool cover_rectangle(const std::array<FramebufferPoint, 4>& corners, const CoverageArea& area,
                       const QuadSink& sink) const;
  void begin_interpolation(RasterizedPrimitive& part, const Interpolator& interpolator) const;
  bool fill(const Work& work) const;
  bool draw_edges(const Work& work) const;
  bool draw_line(const Work& work, const ClippedVertex& from, const ClippedVertex& to) const;
  bool draw_bresenham_line(const Work& work, SubPixelPoint from, SubPixelPoint to) const;
  bool draw_rectangular_line(const Work& work, FramebufferPoint from, FramebufferPoint to,
                             LineMode mode) const;
  // Leaves of a quad the samples in unit-length rectangles of the line that its stipple draws.
  bool apply_stipple(FramebufferPoint from, FramebufferPoint to, double count, Quad& quad) const;
  bool draw_point(const Work& work, const ClippedVertex& vertex) const;
  double depth_bias(const Work& work) const;
  bool is_front_facing(std::int64_t doubled_area) const;
  RasterizedPrimitive part_of(const Work& work) const;
  CoverageArea area_of(std::uint32_t viewport, bool bound_by_viewport) const;

  const PipelineState& state_;
  RasterTarget target_;
  std::vector<Viewport> viewports_;
  std::span<const SampleLocation> samples_;
};

}  // namespace spirv_oracle
