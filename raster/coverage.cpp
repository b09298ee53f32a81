#include "raster/coverage.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace spirv_oracle {
namespace {

constexpr std::int64_t pixel = RasterChoices::sub_pixels;
constexpr std::int64_t sample_unit = pixel / 16;

// A half-plane: the points with a * x + b * y + c >= 0.
struct Edge {
  std::int64_t a = 0, b = 0, c = 0;
  std::int64_t at(std::int64_t x, std::int64_t y) const { return a * x + b * y + c; }
};

// The points to the inner side of an edge of a polygon with positive area. Those on the edge count if it is a top edge
// (horizontal, the polygon below) or a left edge.
Edge edge_between(SubPixelPoint from, SubPixelPoint to) {
  const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
  const bool is_top_or_left = dy < 0 || (dy == 0 && dx > 0);
  Edge edge{-dy, dx, dy * from.x - dx * from.y};
  if (!is_top_or_left) edge.c -= 1;
  return edge;
}

// The samples of the pixels of a quad: their offsets from its corner, pixel by pixel.
std::vector<SubPixelPoint> sample_offsets(std::span<const SampleLocation> samples) {
  std::vector<SubPixelPoint> offsets;
  for (int p = 0; p < 4; ++p) {
    for (const SampleLocation& sample : samples) {
      offsets.push_back(
          {(p % 2) * pixel + sample.x * sample_unit, (p / 2) * pixel + sample.y * sample_unit});
    }
  }
  return offsets;
}

// A triangle, with the values of its edges at the samples of a quad relative to the corner of the quad.
class Triangle {
 public:
  Triangle(const std::array<SubPixelPoint, 3>& corners, std::span<const SubPixelPoint> samples)
      : sample_count_(samples.size() / 4) {
    for (unsigned i = 0; i < 3; ++i) {
      edges_[i] = edge_between(corners[i], corners[(i + 1) % 3]);
      for (const SubPixelPoint& sample : samples)
        offsets_[i].push_back(edges_[i].a * sample.x + edges_[i].b * sample.y);
      least_[i] = *std::ranges::min_element(offsets_[i]);
      greatest_[i] = *std::ranges::max_element(offsets_[i]);
    }
  }

  // Adds the covered samples of the quad at this corner.
  void cover(std::int64_t x, std::int64_t y, std::array<std::uint32_t, 4>& coverage) const {
    const std::array<std::int64_t, 3> at = {edges_[0].at(x, y), edges_[1].at(x, y),
                                            edges_[2].at(x, y)};
    bool is_inside = true;
    for (unsigned i = 0; i < 3; ++i) {
      if (at[i] + greatest_[i] < 0) return;
      is_inside = is_inside && at[i] + least_[i] >= 0;
    }
    if (is_inside) return coverage.fill((1u << sample_count_) - 1);
    std::size_t k = 0;
    for (std::uint32_t& mask : coverage) {
      for (std::size_t s = 0; s < sample_count_; ++s, ++k) {
        const bool is_covered = at[0] + offsets_[0][k] >= 0 && at[1] + offsets_[1][k] >= 0 &&
                                at[2] + offsets_[2][k] >= 0;
        mask |= std::uint32_t{is_covered} << s;
      }
    }
  }

  // Widens [left, right], in pixels, to contain the part of the triangle in rows of pixels. May be too wide.
  void widen(std::int64_t top, std::int64_t bottom, double& left, double& right) const {
    double from = -RasterChoices::guard_band, to = RasterChoices::guard_band;
    for (const Edge& edge : edges_) {
      if (edge.a == 0) continue;
      const double rest = static_cast<double>(std::max(edge.b * top, edge.b * bottom) + edge.c);
      const double x = -rest / static_cast<double>(edge.a) / static_cast<double>(pixel);
      if (edge.a > 0) {
        from = std::max(from, x - 1);
      } else {
        to = std::min(to, x + 1);
      }
    }
    if (from > to) return;
    left = std::min(left, from);
    right = std::max(right, to);
  }

 private:
  std::size_t sample_count_;
  std::array<Edge, 3> edges_;
  std::array<std::vector<std::int64_t>, 3> offsets_;
  std::array<std::int64_t, 3> least_ = {}, greatest_ = {};
};

// Removes samples outside of the area from a quad.
class AreaFilter {
 public:
  AreaFilter(const CoverageArea& area, std::span<const SubPixelPoint> samples)
      : area_(area), samples_(samples) {}

  // Whether the whole quad is inside.
  bool contains(std::int32_t x, std::int32_t y) const {
    const PixelRectangle& pixels = area_.pixels;
    return x >= pixels.left && y >= pixels.top && x + 2 <= pixels.right && y + 2 <= pixels.bottom &&
           x * pixel >= area_.begin.x && y * pixel >= area_.begin.y &&
           (x + 2) * pixel <= area_.end.x && (y + 2) * pixel <= area_.end.y;
  }

  // Returns whether anything is left.
  bool apply(Quad& quad) const {
    const bool is_whole = contains(quad.x, quad.y);
    std::uint32_t any = 0;
    const std::size_t count = samples_.size() / 4;
    for (unsigned p = 0; p < 4; ++p) {
      std::uint32_t& mask = quad.coverage[p];
      mask &= area_.sample_mask;
      if (!is_whole) {
        for (unsigned s = 0; s < count; ++s)
          if (!has_sample(quad, p, p * count + s)) mask &= ~(1u << s);
      }
      any |= mask;
    }
    return any != 0;
  }

 private:
  bool has_sample(const Quad& quad, unsigned p, std::size_t sample) const {
    const std::int32_t x = quad.x + static_cast<std::int32_t>(p % 2);
    const std::int32_t y = quad.y + static_cast<std::int32_t>(p / 2);
    const std::int64_t at_x = quad.x * pixel + samples_[sample].x;
    const std::int64_t at_y = quad.y * pixel + samples_[sample].y;
    return x >= area_.pixels.left && x < area_.pixels.right && y >= area_.pixels.top &&
           y < area_.pixels.bottom && at_x >= area_.begin.x && at_x < area_.end.x &&
           at_y >= area_.begin.y && at_y < area_.end.y;
  }

  const CoverageArea& area_;
  std::span<const SubPixelPoint> samples_;
};

// The pixels that both the polygon and the area may touch.
PixelRectangle bounds_of(std::span<const SubPixelPoint> polygon, const CoverageArea& area) {
  SubPixelPoint low = polygon[0], high = polygon[0];
  for (const SubPixelPoint& p : polygon) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  low = {std::max(low.x, area.begin.x), std::max(low.y, area.begin.y)};
  high = {std::min(high.x, area.end.x), std::min(high.y, area.end.y)};
  return {std::max(pixel_of(low.x), area.pixels.left), std::max(pixel_of(low.y), area.pixels.top),
          std::min(pixel_of(high.x) + 1, area.pixels.right),
          std::min(pixel_of(high.y) + 1, area.pixels.bottom)};
}

std::int64_t cross(SubPixelPoint p, SubPixelPoint q) { return p.x * q.y - q.x * p.y; }

// The triangles of a fan. Rounding may turn a triangle of a clipped polygon around; such a sliver covers nothing.
std::vector<Triangle> triangles_of(std::span<const SubPixelPoint> polygon, bool is_clockwise,
                                   std::span<const SubPixelPoint> samples) {
  std::vector<Triangle> triangles;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    std::array<SubPixelPoint, 3> corners = {polygon[0], polygon[i], polygon[i + 1]};
    if (!is_clockwise) std::swap(corners[1], corners[2]);
    if (doubled_area(corners) > 0) triangles.emplace_back(corners, samples);
  }
  return triangles;
}

}  // namespace

SubPixelPoint nearest_sub_pixel(double x, double y) {
  static constexpr double limit = RasterChoices::guard_band * static_cast<double>(pixel);
  const auto nearest = [](double value) {
    // In this order, NaN becomes the limit, too.
    const double scaled = std::max(-limit, std::min(limit, value * static_cast<double>(pixel)));
    return static_cast<std::int64_t>(std::floor(scaled + 0.5));
  };
  return {nearest(x), nearest(y)};
}

std::int64_t doubled_area(std::span<const SubPixelPoint> polygon) {
  std::int64_t area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    area += cross(polygon[i], polygon[(i + 1) % polygon.size()]);
  return area;
}

bool cover_polygon(std::span<const SubPixelPoint> polygon, const CoverageArea& area,
                   const QuadSink& sink) {
  const std::int64_t doubled = doubled_area(polygon);
  const PixelRectangle bounds = bounds_of(polygon, area);
  const std::uint32_t all_samples = (1u << area.samples.size()) - 1;
  if (doubled == 0 || bounds.is_empty() || (area.sample_mask & all_samples) == 0) return true;
  const std::vector<SubPixelPoint> samples = sample_offsets(area.samples);
  const std::vector<Triangle> triangles = triangles_of(polygon, doubled > 0, samples);
  const AreaFilter filter(area, samples);
  for (std::int32_t y = bounds.top & ~1; y < bounds.bottom; y += 2) {
    double left = bounds.right, right = bounds.left;
    for (const Triangle& triangle : triangles)
      triangle.widen(y * pixel, (y + 2) * pixel, left, right);
    const std::int32_t from = static_cast<std::int32_t>(std::max<double>(left, bounds.left)) & ~1;
    const std::int32_t to = static_cast<std::int32_t>(std::min<double>(right + 1, bounds.right));
    for (std::int32_t x = from; x < to; x += 2) {
      Quad quad{x, y, {}};
      for (const Triangle& triangle : triangles)
        triangle.cover(x * pixel, y * pixel, quad.coverage);
      if (filter.apply(quad) && !sink(quad)) return false;
    }
  }
  return true;
}

}  // namespace spirv_oracle
