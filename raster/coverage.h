// Which samples a polygon or a line covers (Vulkan, "Basic Polygon Rasterization" and "Bresenham Line Segment
// Rasterization"), computed with integers.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>

#include "raster/choices.h"
#include "raster/sample_locations.h"

namespace spirv_oracle {

// Framebuffer coordinates in units of 2^-sub_pixel_bits pixels.
struct SubPixelPoint {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const SubPixelPoint&, const SubPixelPoint&) = default;
};

// The nearest such point; of coordinates beyond the guard band, or NaN, one at its edge.
SubPixelPoint nearest_sub_pixel(double x, double y);

// The row or column of pixels with a coordinate.
constexpr std::int32_t pixel_of(std::int64_t sub_pixels) {
  return static_cast<std::int32_t>(sub_pixels >> RasterChoices::sub_pixel_bits);
}

// Pixels from (left, top) to before (right, bottom).
struct PixelRectangle {
  std::int32_t left = 0, top = 0, right = 0, bottom = 0;
  bool is_empty() const { return left >= right || top >= bottom; }
};

// The pixels 2x2 whose upper left one is (x, y), both even.
struct Quad {
  std::int32_t x = 0, y = 0;
  // By pixel (row by row): a bit for each covered sample. At least one is set.
  std::array<std::uint32_t, 4> coverage = {};
};

// Gets quads, row by row. Returns false to end.
using QuadSink = std::function<bool(const Quad&)>;

// Where samples may be covered.
struct CoverageArea {
  PixelRectangle pixels;  // within the framebuffer, so not negative
  // Samples must be at or after `begin` and before `end`.
  SubPixelPoint begin, end;
  std::span<const SampleLocation> samples;
  std::uint32_t sample_mask = 0xFFFFFFFF;
};

// Twice the area of a polygon, positive if its vertices are clockwise on a screen whose y points down.
std::int64_t doubled_area(std::span<const SubPixelPoint> polygon);

// Gives the quads with the samples in a convex polygon. Samples on an edge belong to it if that is a top or a left edge.
// False if the sink ended it.
bool cover_polygon(std::span<const SubPixelPoint> polygon, const CoverageArea& area,
                   const QuadSink& sink);

// Whether the column of a line with this number is drawn; the first one from its beginning has number 0.
using ColumnFilter = std::function<bool(std::uint64_t column)>;

// Gives the quads of a line of `width` pixels, at least 1. All samples of a pixel are covered. `is_drawn`: null for all
// columns (rows, if the line is longer in y).
bool cover_bresenham_line(SubPixelPoint from, SubPixelPoint to, std::int32_t width,
                          const CoverageArea& area, const QuadSink& sink,
                          const ColumnFilter& is_drawn = nullptr);

// How many columns the line has, also outside of any area.
std::uint64_t bresenham_columns(SubPixelPoint from, SubPixelPoint to);

}  // namespace spirv_oracle
