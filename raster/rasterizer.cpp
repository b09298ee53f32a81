#include "raster/rasterizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

#include "raster/choices.h"

namespace spirv_oracle {

struct Rasterizer::Work {
  std::span<const ClipVertex> vertices;
  std::uint32_t viewport = 0;
  std::vector<ClippedVertex> clipped;
  std::vector<SubPixelPoint> places;  // of the clipped vertices
  bool front_facing = true;
  FragmentSink& sink;
  StippleCounter& stipple;
};

namespace {

// viewportBoundsRange and maxViewportDimensions; the guard band contains all of them.
constexpr double max_viewport_size = 1 << 17;
constexpr double max_viewport_place = 1 << 18;

Result<void> check_viewport(const Viewport& viewport) {
  const auto within = [](double value, double limit) { return std::fabs(value) <= limit; };
  if (!within(viewport.x, max_viewport_place) || !within(viewport.y, max_viewport_place) ||
      !within(viewport.width, max_viewport_size) || !within(viewport.height, max_viewport_size))
    return limit_reached("a viewport is too large or too far from the framebuffer: at most " +
                         std::to_string(1 << 17) + " pixels are supported");
  if (viewport.width <= 0) return bad_input("the width of a viewport must be greater than 0");
  // VUID-VkViewport-minDepth-01234 and -maxDepth-01235, without VK_EXT_depth_range_unrestricted
  const auto is_depth = [](double value) { return value >= 0 && value <= 1; };
  if (!is_depth(viewport.min_depth) || !is_depth(viewport.max_depth))
    return bad_input("the depth range of a viewport must be within 0 to 1");
  return {};
}

Result<void> check_rasterization(const RasterizationState& state) {
  if (!(state.line_width > 0)) return bad_input("the line width must be greater than 0");
  if (state.depth_bias && (!std::isfinite(state.depth_bias->constant_factor) ||
                           !std::isfinite(state.depth_bias->slope_factor)))
    return bad_input("the factors of the depth bias must be finite");
  if (!state.line_stipple) return {};
  // VUID-VkGraphicsPipelineCreateInfo-stippledLineEnable-02767,
  // VUID-VkPipelineRasterizationLineStateCreateInfo-stippledLineEnable-02774
  if (state.line_stipple->factor < 1 || state.line_stipple->factor > 256)
    return bad_input("the factor of a line stipple must be within 1 to 256");
  if (state.line_mode == LineMode::parallelogram)
    return bad_input("lines have a stipple only if they are strict, or of the mode bresenham");
  return {};
}

// A square or a rectangle around a line.
using Rectangle = std::array<FramebufferPoint, 4>;

// "Basic Line Segment Rasterization": the ends of strict lines are perpendicular to the line, those of others parallel to
// an axis.
Rectangle around_line(FramebufferPoint from, FramebufferPoint to, double width, LineMode mode) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  double x = 0, y = 0;  // from the line to one of its sides
  if (mode == LineMode::parallelogram) {
    (std::fabs(dx) >= std::fabs(dy) ? y : x) = width / 2;
  } else {
    const double length = std::hypot(dx, dy);
    x = -dy / length * width / 2;
    y = dx / length * width / 2;
  }
  return {{{from.x + x, from.y + y},
           {to.x + x, to.y + y},
           {to.x - x, to.y - y},
           {from.x - x, from.y - y}}};
}

std::int32_t to_pixel(std::int64_t value, std::uint32_t limit) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value, 0, limit));
}

// 2^-n of fixed-point formats; of floats, the last bit of the greatest depth ("Depth Bias Computation").
double resolvable_difference(const TexelComponent& format, double greatest_depth) {
  if (format.encoding != TexelEncoding::sfloat) return std::ldexp(1.0, -int{format.bits});
  const int exponent = greatest_depth > 0 ? std::max(std::ilogb(greatest_depth), -126) : -126;
  return std::ldexp(1.0, exponent - 23);
}

}  // namespace

Result<void> check_state(const PipelineState& state) {
  for (const Viewport& viewport : state.viewports) {
    if (auto checked = check_viewport(viewport); !checked) return checked;
  }
  if (!state.viewports.empty() && !state.scissors.empty() &&
      state.viewports.size() != state.scissors.size())
    return bad_input("the numbers of viewports and scissors differ");
  for (const ScissorRectangle& scissor : state.scissors) {
    if (scissor.x < 0 || scissor.y < 0)
      return bad_input("the offset of a scissor must not be negative");
  }
  if (sample_locations(state.multisample.samples).empty())
    return unsupported(std::to_string(state.multisample.samples) +
                       " samples have no standard sample locations");
  return check_rasterization(state.rasterization);
}

Rasterizer::Rasterizer(const PipelineState& state, const RasterTarget& target)
    : state_(state),
      target_(target),
      viewports_(state.viewports),
      samples_(sample_locations(state.multisample.samples)) {
  if (viewports_.empty()) {
    // A framebuffer without pixels has a viewport all the same.
    viewports_.push_back(
        {0, 0, std::max(1.0, double(target.width)), std::max(1.0, double(target.height)), 0, 1});
  }
}

CoverageArea Rasterizer::area_of(std::uint32_t viewport, bool bound_by_viewport) const {
  CoverageArea area;
  area.pixels = {0, 0, static_cast<std::int32_t>(target_.width),
                 static_cast<std::int32_t>(target_.height)};
  if (!state_.scissors.empty()) {
    const ScissorRectangle& scissor =
        state_.scissors[std::min<std::size_t>(viewport, state_.scissors.size() - 1)];
    area.pixels = {to_pixel(scissor.x, target_.width), to_pixel(scissor.y, target_.height),
                   to_pixel(std::int64_t{scissor.x} + scissor.width, target_.width),
                   to_pixel(std::int64_t{scissor.y} + scissor.height, target_.height)};
  }
  constexpr double limit = RasterChoices::guard_band;
  area.begin = nearest_sub_pixel(-limit, -limit);
  area.end = nearest_sub_pixel(limit, limit);
  if (bound_by_viewport) {
    const Viewport& v = viewports_[viewport];
    area.begin = nearest_sub_pixel(v.x, std::min(v.y, v.y + v.height));
    area.end = nearest_sub_pixel(v.x + v.width, std::max(v.y, v.y + v.height));
  }
  area.samples = samples_;
  area.sample_mask = state_.multisample.sample_mask;
  return area;
}

RasterizedPrimitive Rasterizer::part_of(const Work& work) const {
  RasterizedPrimitive part;
  const Viewport& viewport = viewports_[work.viewport];
  part.front_facing = work.front_facing;
  part.min_depth = std::min(viewport.min_depth, viewport.max_depth);
  part.max_depth = std::max(viewport.min_depth, viewport.max_depth);
  if (work.vertices.size() == 3) {
    part.depth_bias = depth_bias(work);
    part.has_barycentrics = state_.rasterization.polygon_mode == PolygonMode::fill;
  }
  return part;
}

double Rasterizer::depth_bias(const Work& work) const {
  const std::optional<DepthBias>& bias = state_.rasterization.depth_bias;
  if (!bias || target_.depth.bits == 0) return 0;
  const Viewport& viewport = viewports_[work.viewport];
  double greatest = 0;
  for (const ClippedVertex& vertex : work.clipped) {
    const double z = vertex.position[2] / vertex.position[3];
    const double depth = viewport.min_depth + (viewport.max_depth - viewport.min_depth) * z;
    greatest = std::max(greatest, std::fabs(depth));
  }
  const std::array<double, 2> slope =
      Interpolator::of_triangle(work.vertices, viewport).depth_slope();
  const double offset = std::hypot(slope[0], slope[1]) * bias->slope_factor +
                        resolvable_difference(target_.depth, greatest) * bias->constant_factor;
  if (bias->clamp > 0) return std::min(offset, bias->clamp);
  if (bias->clamp < 0) return std::max(offset, bias->clamp);
  return offset;
}

bool Rasterizer::is_front_facing(std::int64_t doubled_area) const {
  // The area of the text is negative where that of coverage.h is positive. Without area, it is the back.
  return state_.rasterization.front_face == FrontFace::clockwise ? doubled_area > 0
                                                                 : doubled_area < 0;
}

SubPixelPoint Rasterizer::rounded(FramebufferPoint place) const {
  const unsigned bits = target_.variation.sub_pixel_bits;
  if (bits >= RasterChoices::sub_pixel_bits) return nearest_sub_pixel(place.x, place.y);
  const double scale = std::ldexp(1.0, static_cast<int>(bits));
  return nearest_sub_pixel(std::floor(place.x * scale + 0.5) / scale,
                           std::floor(place.y * scale + 0.5) / scale);
}

bool Rasterizer::cover_rectangle(const std::array<FramebufferPoint, 4>& corners,
                                 const CoverageArea& area, const QuadSink& sink) const {
  std::array<SubPixelPoint, 4> places;
  for (unsigned i = 0; i < 4; ++i) places[i] = rounded(corners[i]);
  return cover_polygon(places, area, sink);
}

void Rasterizer::begin_interpolation(RasterizedPrimitive& part,
                                     const Interpolator& interpolator) const {
  part.interpolator = interpolator;
  part.interpolator.set_shift({target_.variation.shift_x, target_.variation.shift_y});
}

bool Rasterizer::fill(const Work& work) const {
  if (doubled_area(work.places) == 0) return true;
  RasterizedPrimitive part = part_of(work);
  begin_interpolation(part, Interpolator::of_triangle(work.vertices, viewports_[work.viewport]));
  if (!work.sink.begin_part(part)) return false;
  const CoverageArea area = area_of(work.viewport, true);
  const auto add = [&](const Quad& quad) { return work.sink.add_quad(quad); };
  const std::vector<SubPixelPoint>& places = work.places;
  if (!target_.variation.divides_clipped_polygons) return cover_polygon(places, area, add);
  for (std::size_t i = 2; i < places.size(); ++i) {
    if (!cover_polygon(std::array{places[0], places[i - 1], places[i]}, area, add)) return false;
  }
  return true;
}

bool Rasterizer::draw_line(const Work& work, const ClippedVertex& from,
                           const ClippedVertex& to) const {
  const Viewport& viewport = viewports_[work.viewport];
  const ScreenVertex a{to_framebuffer(from.position, viewport), from};
  const ScreenVertex b{to_framebuffer(to.position, viewport), to};
  if (a.place.x == b.place.x && a.place.y == b.place.y) return true;
  RasterizedPrimitive part = part_of(work);
  begin_interpolation(part, Interpolator::of_line(work.vertices, viewport, a, b));
  if (!work.sink.begin_part(part)) return false;
  const RasterizationState& state = state_.rasterization;
  // Lines of the default mode have a stipple only if strictLines is supported.
  const bool is_varied = state.line_mode == LineMode::rectangular && !state.line_stipple;
  const LineMode mode = is_varied ? target_.variation.line_mode : state.line_mode;
  if (mode == LineMode::bresenham)
    return draw_bresenham_line(work, rounded(a.place), rounded(b.place));
  return draw_rectangular_line(work, a.place, b.place, mode);
}

bool Rasterizer::draw_bresenham_line(const Work& work, SubPixelPoint from, SubPixelPoint to) const {
  const double width = std::min(state_.rasterization.line_width, RasterChoices::max_line_width);
  const auto pixels = static_cast<std::int32_t>(std::max(1.0, std::floor(width + 0.5)));
  const auto add = [&](const Quad& quad) { return work.sink.add_quad(quad); };
  const std::optional<LineStipple>& stipple = state_.rasterization.line_stipple;
  if (!stipple) return cover_bresenham_line(from, to, pixels, area_of(work.viewport, false), add);
  const auto first = static_cast<std::uint64_t>(work.stipple.count());
  work.stipple.advance(static_cast<double>(bresenham_columns(from, to)));
  return cover_bresenham_line(from, to, pixels, area_of(work.viewport, false), add,
                              [&](std::uint64_t column) { return stipple->draws(first + column); });
}

bool Rasterizer::draw_rectangular_line(const Work& work, FramebufferPoint from, FramebufferPoint to,
                                       LineMode mode) const {
  const double width = std::min(state_.rasterization.line_width, RasterChoices::max_line_width);
  const Rectangle rectangle = around_line(from, to, width, mode);
  if (!state_.rasterization.line_stipple)
    return cover_rectangle(rectangle, area_of(work.viewport, false),
                           [&](const Quad& quad) { return work.sink.add_quad(quad); });
  const double count = work.stipple.count();
  work.stipple.advance(std::hypot(to.x - from.x, to.y - from.y));
  return cover_rectangle(rectangle, area_of(work.viewport, false), [&](const Quad& quad) {
    Quad left = quad;
    return !apply_stipple(from, to, count, left) || work.sink.add_quad(left);
  });
}

bool Rasterizer::apply_stipple(FramebufferPoint from, FramebufferPoint to, double count,
                               Quad& quad) const {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  std::uint32_t any = 0;
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    for (std::size_t s = 0; s < samples_.size(); ++s) {
      const double x = quad.x + static_cast<int>(pixel % 2) + samples_[s].x / 16.0 - from.x;
      const double y = quad.y + static_cast<int>(pixel / 2) + samples_[s].y / 16.0 - from.y;
      // Rounded corners of the rectangle may put a sample before or after the line.
      const double along = std::clamp((x * dx + y * dy) / length, 0.0, length);
      if (!state_.rasterization.line_stipple->draws(static_cast<std::uint64_t>(count + along)))
        quad.coverage[pixel] &= ~(1u << s);
    }
    any |= quad.coverage[pixel];
  }
  return any != 0;
}

bool Rasterizer::draw_point(const Work& work, const ClippedVertex& vertex) const {
  double size = 0;
  // The size of another vertex may be infinite.
  for (std::size_t i = 0; i < work.vertices.size(); ++i)
    if (vertex.weights[i] != 0) size += vertex.weights[i] * work.vertices[i].point_size;
  size = std::clamp(size, target_.variation.least_point_size, RasterChoices::max_point_size);
  const Viewport& viewport = viewports_[work.viewport];
  const FramebufferPoint center = to_framebuffer(vertex.position, viewport);
  RasterizedPrimitive part = part_of(work);
  begin_interpolation(part, Interpolator::of_point(work.vertices, viewport, {center, vertex}));
  part.is_point = true;
  const FramebufferPoint begin{center.x - size / 2, center.y - size / 2};
  const FramebufferPoint end{center.x + size / 2, center.y + size / 2};
  part.corner = {begin.x - target_.variation.shift_x, begin.y - target_.variation.shift_y};
  part.point_size = size;
  return work.sink.begin_part(part) &&
         cover_rectangle({{begin, {end.x, begin.y}, end, {begin.x, end.y}}},
                         area_of(work.viewport, false),
                         [&](const Quad& quad) { return work.sink.add_quad(quad); });
}

bool Rasterizer::draw_edges(const Work& work) const {
  const std::size_t count = work.clipped.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t edge = in_order(i, count);
    work.stipple.restart();
    if (!draw_line(work, work.clipped[edge], work.clipped[(edge + 1) % count])) return false;
  }
  return true;
}

RasterOutcome Rasterizer::rasterize(std::span<const ClipVertex> vertices, std::uint32_t viewport,
                                    FragmentSink& sink) const {
  StippleCounter stipple;
  return rasterize(vertices, viewport, sink, stipple);
}

RasterOutcome Rasterizer::rasterize(std::span<const ClipVertex> vertices, std::uint32_t viewport,
                                    FragmentSink& sink, StippleCounter& stipple) const {
  const RasterizationState& state = state_.rasterization;
  const bool is_polygon = vertices.size() == 3;
  const bool is_filled = is_polygon && state.polygon_mode == PolygonMode::fill;
  const bool has_points =
      vertices.size() == 1 || (is_polygon && state.polygon_mode == PolygonMode::point);
  const bool is_line = vertices.size() == 2;
  const bool has_guard_band = is_filled ? !target_.variation.divides_clipped_polygons
                                        : !is_line && target_.variation.clips_by_guard_band;
  const ClipVolume volume{target_.clip_distances, target_.cull_distances, !state.depth_clamp,
                          has_guard_band, viewports_[viewport]};
  if (!std::ranges::all_of(vertices, [&](const ClipVertex& v) { return is_finite(v, volume); }))
    return RasterOutcome::not_finite;
  if (has_points &&
      !std::ranges::all_of(vertices, [](const ClipVertex& v) { return v.point_size > 0; }))
    return RasterOutcome::bad_size;
  if (is_culled(vertices, volume)) return RasterOutcome::rasterized;
  Work work{vertices, viewport, clip(vertices, volume), {}, true, sink, stipple};
  if (work.clipped.empty()) return RasterOutcome::rasterized;
  for (const ClippedVertex& vertex : work.clipped) {
    const FramebufferPoint place = to_framebuffer(vertex.position, viewports_[viewport]);
    work.places.push_back(rounded(place));
  }
  bool goes_on = true;
  if (is_polygon) {
    work.front_facing = is_front_facing(doubled_area(work.places));
    const CullMode culled = state.cull_mode;
    if (culled == CullMode::front_and_back ||
        culled == (work.front_facing ? CullMode::front : CullMode::back))
      return RasterOutcome::rasterized;
  }
  if (is_filled) {
    goes_on = fill(work);
  } else if (has_points) {
    for (std::size_t i = 0; i < work.clipped.size(); ++i)
      goes_on = goes_on && draw_point(work, work.clipped[in_order(i, work.clipped.size())]);
  } else if (is_polygon) {
    goes_on = draw_edges(work);
  } else {
    goes_on = work.clipped.size() < 2 || draw_line(work, work.clipped[0], work.clipped[1]);
  }
  return goes_on ? RasterOutcome::rasterized : RasterOutcome::ended;
}

double Rasterizer::depth_at(const RasterizedPrimitive& part,
                            const LocationInPrimitive& location) const {
  // A clipped primitive has no depths outside of the range, except for what rounding makes of its edges.
  const double depth = state_.rasterization.depth_clamp
                           ? location.depth
                           : std::clamp(location.depth, part.min_depth, part.max_depth);
  return depth + part.depth_bias;
}

}  // namespace spirv_oracle
