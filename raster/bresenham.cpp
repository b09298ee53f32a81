// "Bresenham Line Segment Rasterization", with the diamond-exit rule.
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "raster/coverage.h"

namespace spirv_oracle {
namespace {

constexpr std::int64_t pixel_size = RasterChoices::sub_pixels;

// A line with its major axis: the one in which it is longer, x if equal.
struct MajorLine {
  SubPixelPoint from, to;  // with x and y exchanged if y is the major axis
  bool is_y_major = false;
};

// The exit of a line from the diamond around the center of a pixel. The text perturbs the endpoints of the line by
// (-e, -e^2). That is the same as moving all diamonds by (e, e^2), where it decides ties: the exit through a side of the
// diamond moves to greater major coordinates or, through some sides if y is the major axis, to lesser ones.
class DiamondExit {
 public:
  DiamondExit(const MajorLine& line, SubPixelPoint center)
      : line_(line), dx_(line.to.x - line.from.x), dy_(line.to.y - line.from.y) {
    const std::int64_t length = std::abs(dx_);
    direction_ = dx_ > 0 ? 1 : -1;
    slope_ = dx_ > 0 ? dy_ : -dy_;
    // The distance from the center in the minor axis, where the line passes it, times the length.
    error_ = (line.from.y - center.y) * length + slope_ * (center.x - line.from.x);
    center_ = center.x;
    length_ = length;
  }

  // Whether the line begins before its exit, and ends after it.
  bool is_between_endpoints() const {
    const bool ascends = direction_ > 0;
    const auto begins_before = [&](const Side& side) {
      const int order = compare(line_.from.x, side);
      return ascends ? order < 0 : order > 0;
    };
    const auto ends_after = [&](const Side& side) {
      const int order = compare(line_.to.x, side);
      return ascends ? order >= 0 : order <= 0;
    };
    // The exit is the nearer one of the two sides.
    return begins_before(first_side()) && begins_before(second_side()) &&
           (ends_after(first_side()) || ends_after(second_side()));
  }

 private:
  // The line meets the line of a side of the diamond at `numerator` / `denominator` from the center in the direction of the
  // major axis. A denominator of 0: never.
  struct Side {
    std::int64_t numerator = 0, denominator = 0;
    int moves = 1;  // in which direction the perturbation moves the exit
  };

  // With u, the way along the major axis, and the error e: u + e + s u = 1/2 and u - e - s u = 1/2; if the line descends,
  // -u + e + s u = 1/2 and -u - e - s u = 1/2.
  Side first_side() const {
    const std::int64_t half = pixel_size / 2 * length_;
    if (direction_ > 0) return {half - error_, length_ + slope_, 1};
    return {-(half - error_), length_ - slope_, line_.is_y_major ? -1 : 1};
  }
  Side second_side() const {
    const std::int64_t half = pixel_size / 2 * length_;
    if (direction_ > 0) return {half + error_, length_ - slope_, line_.is_y_major ? -1 : 1};
    return {-(half + error_), length_ + slope_, 1};
  }

  // Whether x is before (negative) or after the exit through the side, which is moved, so that it is never equal.
  int compare(std::int64_t x, const Side& side) const {
    if (side.denominator == 0)
      return -direction_;  // never leaves through it: the exit is infinitely far
    __extension__ using Wide = __int128;
    const Wide difference = Wide{x - center_} * side.denominator - side.numerator;
    if (difference != 0) return difference < 0 ? -1 : 1;
    return -side.moves;
  }

  MajorLine line_;
  std::int64_t dx_, dy_, direction_ = 1, slope_ = 0, error_ = 0, center_ = 0, length_ = 0;
};

// The pixel of the column in whose diamond the infinite line is, in the minor axis.
std::int64_t minor_pixel(const MajorLine& line, std::int64_t column) {
  const std::int64_t center = column * pixel_size + pixel_size / 2;
  std::int64_t dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
  if (dx < 0) {
    dx = -dx;
    dy = -dy;
  }
  // y times dx where the line passes the center of the column.
  const std::int64_t numerator = line.from.y * dx + dy * (center - line.from.x);
  const std::int64_t denominator = dx * pixel_size;
  std::int64_t quotient = numerator / denominator;
  if (numerator % denominator != 0) return numerator < 0 ? quotient - 1 : quotient;
  // On the boundary of two pixels, the perturbation decides: it raises a line whose y grows with x.
  const bool is_raised = !line.is_y_major && dy > 0;
  return is_raised ? quotient : quotient - 1;
}

SubPixelPoint center_in_column(const MajorLine& line, std::int64_t column) {
  return {column * pixel_size + pixel_size / 2,
          minor_pixel(line, column) * pixel_size + pixel_size / 2};
}

bool has_pixel(const MajorLine& line, std::int64_t column) {
  return DiamondExit(line, center_in_column(line, column)).is_between_endpoints();
}

// The first and the last column with a pixel, from the beginning of the line. There are pixels in all columns between them,
// and in none if the line leaves no diamond.
std::optional<std::pair<std::int64_t, std::int64_t>> columns_of(const MajorLine& line) {
  const std::int64_t direction = line.to.x > line.from.x ? 1 : -1;
  const std::int64_t begin = pixel_of(line.from.x), end = pixel_of(line.to.x);
  std::int64_t first = begin - 2 * direction, last = end + 2 * direction;
  while (!has_pixel(line, first)) {
    if (first == end + 2 * direction) return std::nullopt;
    first += direction;
  }
  while (!has_pixel(line, last)) last -= direction;
  return std::pair(first, last);
}

MajorLine major_line(SubPixelPoint from, SubPixelPoint to) {
  if (std::abs(to.y - from.y) > std::abs(to.x - from.x))
    return {{from.y, from.x}, {to.y, to.x}, true};
  return {from, to, false};
}

// The pixels of a line that are in the area, in any order.
std::vector<SubPixelPoint> bresenham_pixels(const MajorLine& line, std::int32_t width,
                                            const CoverageArea& area,
                                            const ColumnFilter& is_drawn) {
  const PixelRectangle& bounds = area.pixels;
  const std::int64_t low = line.is_y_major ? bounds.top : bounds.left;
  const std::int64_t high = line.is_y_major ? bounds.bottom : bounds.right;
  const std::int64_t begin =
      std::max<std::int64_t>(pixel_of(std::min(line.from.x, line.to.x)) - 1, low);
  const std::int64_t end =
      std::min<std::int64_t>(pixel_of(std::max(line.from.x, line.to.x)) + 2, high);
  std::vector<SubPixelPoint> pixels;
  const auto columns = is_drawn ? columns_of(line) : std::nullopt;
  if (is_drawn && !columns) return pixels;
  for (std::int64_t column = begin; column < end; ++column) {
    const std::int64_t row = minor_pixel(line, column);
    if (!has_pixel(line, column)) continue;
    if (is_drawn && !is_drawn(static_cast<std::uint64_t>(std::abs(column - columns->first))))
      continue;
    for (std::int64_t i = row; i < row + width; ++i) {
      const SubPixelPoint p = line.is_y_major ? SubPixelPoint{i, column} : SubPixelPoint{column, i};
      if (p.x >= bounds.left && p.x < bounds.right && p.y >= bounds.top && p.y < bounds.bottom)
        pixels.push_back(p);
    }
  }
  return pixels;
}

}  // namespace

bool cover_bresenham_line(SubPixelPoint from, SubPixelPoint to, std::int32_t width,
                          const CoverageArea& area, const QuadSink& sink,
                          const ColumnFilter& is_drawn) {
  MajorLine line = major_line(from, to);
  if (line.from.x == line.to.x) return true;
  const std::int64_t shift = (width - 1) * pixel_size / 2;
  line.from.y -= shift;
  line.to.y -= shift;
  std::vector<SubPixelPoint> pixels = bresenham_pixels(line, width, area, is_drawn);
  const auto quad_of = [](const SubPixelPoint& p) { return std::pair(p.y >> 1, p.x >> 1); };
  std::ranges::sort(pixels, {}, quad_of);
  const std::uint32_t all = ((1u << area.samples.size()) - 1) & area.sample_mask;
  for (auto p = pixels.begin(); all != 0 && p != pixels.end();) {
    Quad quad{static_cast<std::int32_t>(p->x & ~1), static_cast<std::int32_t>(p->y & ~1), {}};
    const auto place = quad_of(*p);
    for (; p != pixels.end() && quad_of(*p) == place; ++p)
      quad.coverage[static_cast<std::size_t>((p->y & 1) * 2 + (p->x & 1))] = all;
    if (!sink(quad)) return false;
  }
  return true;
}

std::uint64_t bresenham_columns(SubPixelPoint from, SubPixelPoint to) {
  const MajorLine line = major_line(from, to);
  if (line.from.x == line.to.x) return 0;
  const auto columns = columns_of(line);
  return columns ? static_cast<std::uint64_t>(std::abs(columns->second - columns->first)) + 1 : 0;
}

}  // namespace spirv_oracle
