#include "raster/rasterizer.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace spirv_oracle {
namespace {

ClipVertex at(double x, double y, double z = 0.5, double w = 1) {
  ClipVertex vertex;
  vertex.position = {x, y, z, w};
  return vertex;
}

// Collects what is rasterized.
class Collected : public FragmentSink {
 public:
  bool begin_part(const RasterizedPrimitive& part) override {
    parts.push_back(part);
    return true;
  }
  bool add_quad(const Quad& quad) override {
    ++quads;
    for (int p = 0; p < 4; ++p) {
      const std::uint32_t mask = quad.coverage[static_cast<std::size_t>(p)];
      if (mask != 0) ++pixels[{quad.x + p % 2, quad.y + p / 2}];
    }
    return true;
  }
  // Rows of the picture: '.' where there is nothing, else how often.
  std::string picture(int width, int height) const {
    std::string text;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const auto found = pixels.find({x, y});
        text += found == pixels.end() ? '.' : static_cast<char>('0' + found->second);
      }
      text += y + 1 < height ? "/" : "";
    }
    return text;
  }

  std::vector<RasterizedPrimitive> parts;
  std::map<std::pair<int, int>, int> pixels;
  int quads = 0;
};

class RasterizerTest : public testing::Test {
 public:
  std::string draw(const std::vector<ClipVertex>& vertices) {
    collected = std::make_unique<Collected>();
    const Rasterizer rasterizer(state, target);
    outcome = rasterizer.rasterize(vertices, 0, *collected);
    return collected->picture(static_cast<int>(target.width), static_cast<int>(target.height));
  }

  PipelineState state;
  RasterTarget target{4, 4, {}, 0, 0};
  std::unique_ptr<Collected> collected;
  RasterOutcome outcome = RasterOutcome::rasterized;
};

const std::vector<ClipVertex> upper_left = {at(-1, -1), at(1, -1), at(-1, 1)};

TEST_F(RasterizerTest, FillsTriangles) {
  EXPECT_EQ(draw(upper_left), "111./11../1.../....");
  EXPECT_EQ(draw({at(1, 1), at(1, -1), at(-1, 1)}), "...1/..11/.111/1111");
  EXPECT_EQ(draw({at(-9, -9), at(27, -9), at(-9, 27)}), "1111/1111/1111/1111");
  EXPECT_EQ(draw({at(-1, -1), at(1, -1), at(0, -1)}), "..../..../..../....");
}

TEST_F(RasterizerTest, BoundsPolygonsByViewportAndScissor) {
  const std::vector<ClipVertex> large = {at(-9, -9), at(27, -9), at(-9, 27)};
  state.viewports = {{1, 1, 2, 3, 0, 1}};
  EXPECT_EQ(draw(large), "..../.11./.11./.11.");
  state.scissors = {{0, 2, 2, 5}};
  EXPECT_EQ(draw(large), "..../..../.1../.1..");
  // A negative height turns the viewport over: it covers the rows 1 to 3, and y points up.
  state.scissors.clear();
  state.viewports = {{0, 4, 4, -3, 0, 1}};
  EXPECT_EQ(draw({at(-1, 1), at(1, 1), at(-1, -1)}), "..../111./11../1...");
  // Bounds between pixels: the sample at the center decides, at the left and the upper bound inclusively.
  state.viewports = {{0.5, 0.75, 2, 2, 0, 1}};
  EXPECT_EQ(draw(large), "..../11../11../....");
  state.scissors = {{2147483647, 0, 4294967295u, 4294967295u}};
  EXPECT_EQ(draw(large), "..../..../..../....");
}

TEST_F(RasterizerTest, VariationsRoundVerticesAndMoveInterpolation) {
  // The left edge is right of the center of pixel 1 by 1/64 pixel, and at the center.
  const auto with_edge = [](double x) {
    return std::vector{at(x / 2 - 1, -9), at(27, -9), at(x / 2 - 1, 27)};
  };
  EXPECT_EQ(draw(with_edge(1.5 + 1.0 / 64)), "..11/..11/..11/..11");
  EXPECT_EQ(draw(with_edge(1.5)), ".111/.111/.111/.111");
  const LocationInPrimitive there = collected->parts[0].interpolator.at({2.75, 1.5});
  target.variation.sub_pixel_bits = 4;
  target.variation.shift_x = 0.25;
  EXPECT_EQ(draw(with_edge(1.5 + 1.0 / 64)), ".111/.111/.111/.111");
  EXPECT_EQ(draw(with_edge(1.5 + 1.0 / 16)), "..11/..11/..11/..11");
  EXPECT_EQ(draw(with_edge(1.5)), ".111/.111/.111/.111");
  EXPECT_EQ(collected->parts[0].interpolator.at({2.5, 1.5}).perspective, there.perspective);
}

// A point above the framebuffer, whose square is partly inside.
TEST_F(RasterizerTest, PointsOutsideOfTheClipVolumeMayBeDrawn) {
  ClipVertex point = at(-0.5, -1.1);
  point.point_size = 2;
  EXPECT_EQ(draw({point}), "..../..../..../....");
  target.variation.clips_by_guard_band = true;
  EXPECT_EQ(draw({point}), "11../..../..../....");
  EXPECT_EQ(draw({at(0, -1.1), at(0, 1.1)}), draw({at(0, -1), at(0, 1)}));
}

TEST_F(RasterizerTest, PointsMayHaveALeastSize) {
  ClipVertex point = at(-0.5 + 0.25, -0.25);  // framebuffer coordinates (1.5, 1.5) are a center
  point.point_size = 0.5;
  EXPECT_EQ(draw({point}), "..../.1../..../....");
  point.position = {-0.4, -0.4, 0.5, 1};  // (1.2, 1.2)
  EXPECT_EQ(draw({point}), "..../..../..../....");
  target.variation.least_point_size = 1;
  EXPECT_EQ(draw({point}), "..../.1../..../....");
}

// Without strictLines, lines of the default mode are drawn as those of another mode are.
TEST_F(RasterizerTest, DefaultLinesMayHaveAnotherMode) {
  target.width = target.height = 16;
  const std::vector<ClipVertex> line = {at(-0.9, -0.73), at(0.61, 0.87)};
  state.rasterization.line_width = 3;
  const std::string strict = draw(line);
  for (const LineMode mode : {LineMode::parallelogram, LineMode::bresenham}) {
    state.rasterization.line_mode = mode;
    target.variation = {};
    const std::string expected = draw(line);
    EXPECT_NE(expected, strict);
    // Another mode that the pipeline asks for stays what it is.
    target.variation.line_mode =
        mode == LineMode::bresenham ? LineMode::parallelogram : LineMode::bresenham;
    EXPECT_EQ(draw(line), expected);
    state.rasterization.line_mode = LineMode::rectangular;
    target.variation.line_mode = mode;
    EXPECT_EQ(draw(line), expected);
  }
}

// A triangle that leaves the clip volume at two sides is a square in it. Divided, its two triangles share the quads along
// their common edge, but no sample.
TEST_F(RasterizerTest, ClippedPolygonsMayBeDividedIntoTriangles) {
  const std::vector<ClipVertex> large = {at(-1, -1), at(3, -1), at(-1, 3)};
  EXPECT_EQ(draw(large), "1111/1111/1111/1111");
  EXPECT_EQ(collected->quads, 4);
  const LocationInPrimitive there = collected->parts[0].interpolator.at({2.75, 1.5});
  target.variation.divides_clipped_polygons = true;
  EXPECT_EQ(draw(large), "1111/1111/1111/1111");
  EXPECT_EQ(collected->quads, 6);
  ASSERT_EQ(collected->parts.size(), 1u);
  EXPECT_EQ(collected->parts[0].interpolator.at({2.75, 1.5}).perspective, there.perspective);
  EXPECT_EQ(draw(upper_left), "111./11../1.../....");  // not clipped
  EXPECT_EQ(collected->quads, 3);
  // Clipped by depth alone: without division, one polygon as well.
  const std::vector<ClipVertex> deep = {at(-1, -1, 0.5), at(3, -1, 0.5), at(-1, 3, 2.5)};
  EXPECT_EQ(draw(deep), "1111/1111/..../....");
  target.variation.divides_clipped_polygons = false;
  EXPECT_EQ(draw(deep), "1111/1111/..../....");
}

TEST_F(RasterizerTest, EdgesMayBeDrawnInAnotherOrder) {
  state.rasterization.polygon_mode = PolygonMode::line;
  const std::vector<ClipVertex> triangle = {at(-0.5, -0.5), at(0.5, -0.5), at(-0.5, 0.5)};
  const auto first_edge = [&] {
    draw(triangle);
    EXPECT_EQ(collected->parts.size(), 3u);
    return collected->parts[0].interpolator.at({1.25, 1}).perspective;
  };
  // At 1.25 of the edge between the first two vertices, which begins at 1, lies 1/8 of the way.
  EXPECT_EQ(first_edge()[1], 0.125);
  target.variation.reverses_order = true;
  EXPECT_EQ(first_edge()[1], 0);  // the edge between the last vertex and the first
}

TEST_F(RasterizerTest, CullsByFacing) {
  // Clockwise on the screen: with the default front face, the back.
  draw(upper_left);
  EXPECT_FALSE(collected->parts[0].front_facing);
  state.rasterization.front_face = FrontFace::clockwise;
  draw(upper_left);
  EXPECT_TRUE(collected->parts[0].front_facing);
  const auto is_drawn = [&](CullMode mode, FrontFace front) {
    state.rasterization.cull_mode = mode;
    state.rasterization.front_face = front;
    draw(upper_left);
    return !collected->pixels.empty();
  };
  EXPECT_TRUE(is_drawn(CullMode::back, FrontFace::clockwise));
  EXPECT_FALSE(is_drawn(CullMode::back, FrontFace::counter_clockwise));
  EXPECT_FALSE(is_drawn(CullMode::front, FrontFace::clockwise));
  EXPECT_TRUE(is_drawn(CullMode::front, FrontFace::counter_clockwise));
  EXPECT_FALSE(is_drawn(CullMode::front_and_back, FrontFace::counter_clockwise));
  // Lines and points are front-facing, and never culled.
  draw({at(-1, 0), at(1, 0)});
  EXPECT_TRUE(collected->parts.at(0).front_facing);
}

TEST_F(RasterizerTest, DrawsPolygonsAsLinesAndPoints) {
  target.width = target.height = 6;
  const std::vector<ClipVertex> triangle = {at(-0.5, -0.5), at(0.5, -0.5), at(-0.5, 0.5)};
  state.rasterization.polygon_mode = PolygonMode::point;
  EXPECT_EQ(draw(triangle), "....../.1..1./....../....../.1..../......");
  EXPECT_EQ(collected->parts.size(), 3u);
  state.rasterization.polygon_mode = PolygonMode::line;
  draw(triangle);
  EXPECT_EQ(collected->parts.size(), 3u);
  EXPECT_EQ(collected->pixels.count({3, 3}), 0u);
  EXPECT_EQ(collected->pixels.count({1, 2}) + collected->pixels.count({2, 1}), 2u);
}

TEST_F(RasterizerTest, ASizeOfOneVertexIsNotThatOfOthers) {
  state.rasterization.polygon_mode = PolygonMode::point;
  std::vector<ClipVertex> vertices = {at(-0.75, -0.75), at(0.75, -0.75), at(-0.75, 0.75)};
  vertices[2].point_size = std::numeric_limits<double>::infinity();
  draw(vertices);
  ASSERT_EQ(collected->parts.size(), 3u);
  EXPECT_EQ(collected->parts[0].point_size, 1);
  EXPECT_EQ(collected->parts[1].point_size, 1);
  EXPECT_EQ(collected->parts[2].point_size, RasterChoices::max_point_size);
}

TEST_F(RasterizerTest, DrawsLines) {
  // Through the centers of a row, from border to border of pixels.
  EXPECT_EQ(draw({at(-0.5, -0.25), at(0.5, -0.25)}), "..../.11./..../....");
  state.rasterization.line_width = 3;
  EXPECT_EQ(draw({at(-0.5, -0.25), at(0.5, -0.25)}), ".11./.11./.11./....");
  state.rasterization.line_width = 1;
  // The parallelogram of a diagonal has a height of one pixel, and the rectangle has not.
  target.width = target.height = 8;
  state.rasterization.line_mode = LineMode::parallelogram;
  EXPECT_EQ(draw({at(-1, -1), at(1, 1)}),
            "1......./.1....../..1...../...1..../....1.../.....1../......1./.......1");
  state.rasterization.line_mode = LineMode::bresenham;
  EXPECT_EQ(draw({at(-0.875, -0.875), at(0.625, -0.875)}),
            "111111../......../......../......../......../......../......../........");
  EXPECT_EQ(draw({at(0.1, 0.1), at(0.1, 0.1)}).find('1'), std::string::npos);
}

TEST_F(RasterizerTest, DrawsPoints) {
  ClipVertex point = at(0.25, -0.25);  // (2.5, 1.5)
  EXPECT_EQ(draw({point}), "..../..1./..../....");
  point.point_size = 3;
  EXPECT_EQ(draw({point}), ".111/.111/.111/....");
  EXPECT_TRUE(collected->parts[0].is_point);
  EXPECT_EQ(collected->parts[0].corner.x, 1);
  EXPECT_EQ(collected->parts[0].corner.y, 0);
  // The point may leave the viewport, its vertex may not.
  point.position = {1, 1, 0, 1};
  EXPECT_EQ(draw({point}), "..../..../..11/..11");
  point.position[0] = 1.01;
  EXPECT_TRUE(draw({point}).find('1') == std::string::npos);
  for (const double size : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    point = at(0, 0);
    point.point_size = size;
    draw({point});
    EXPECT_EQ(outcome, RasterOutcome::bad_size);
  }
}

// The formulas of the text, for vertices with a positive w.
TEST_F(RasterizerTest, InterpolatesTriangles) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  const Viewport viewport{2, 1, 60, 40, 0.25, 0.75};
  for (int round = 0; round < 300; ++round) {
    std::vector<ClipVertex> v;
    std::array<FramebufferPoint, 3> p;
    for (unsigned i = 0; i < 3; ++i) {
      const double w = std::exp(number(random) * 2);
      v.push_back(at(number(random) * w, number(random) * w, (number(random) + 1) / 2 * w, w));
      p[i] = {2 + 30 * (v[i].position[0] / w + 1), 1 + 20 * (v[i].position[1] / w + 1)};
    }
    const auto area = [](FramebufferPoint a, FramebufferPoint b, FramebufferPoint c) {
      return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    if (std::fabs(area(p[0], p[1], p[2])) < 5) continue;
    const FramebufferPoint q{30 + 20 * number(random), 20 + 15 * number(random)};
    std::array<double, 3> linear = {area(q, p[1], p[2]), area(p[0], q, p[2]), area(p[0], p[1], q)};
    double reciprocal = 0, depth = 0;
    for (unsigned i = 0; i < 3; ++i) {
      linear[i] /= area(p[0], p[1], p[2]);
      reciprocal += linear[i] / v[i].position[3];
      depth += linear[i] * (0.25 + 0.5 * v[i].position[2] / v[i].position[3]);
    }
    if (std::fabs(reciprocal) < 0.01) continue;
    const Interpolator triangle = Interpolator::of_triangle(v, viewport);
    const LocationInPrimitive at = triangle.at(q);
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_NEAR(triangle.linear_weights(at)[i], linear[i], 1e-9);
      EXPECT_NEAR(at.perspective[i], linear[i] / v[i].position[3] / reciprocal, 1e-7);
    }
    EXPECT_NEAR(at.depth, depth, 1e-9);
    EXPECT_NEAR(at.reciprocal_w, reciprocal, 1e-9);
  }
}

TEST_F(RasterizerTest, InterpolatesLines) {
  const Viewport viewport{0, 0, 4, 4, 0, 1};
  const std::vector<ClipVertex> v = {at(-1, -1, 0, 1), at(3, 3, 3, 3)};
  const ScreenVertex a{{0, 0}, {v[0].position, {1, 0, 0}}}, b{{4, 4}, {v[1].position, {0, 1, 0}}};
  const Interpolator line = Interpolator::of_line(v, viewport, a, b);
  const LocationInPrimitive middle = line.at({3, 1});
  EXPECT_DOUBLE_EQ(line.linear_weights(middle)[1], 0.5);
  EXPECT_DOUBLE_EQ(middle.perspective[1], (0.5 / 3) / (0.5 + 0.5 / 3));
  EXPECT_DOUBLE_EQ(middle.depth, 0.5);
  EXPECT_DOUBLE_EQ(middle.reciprocal_w, 0.5 + 0.5 / 3);
}

TEST_F(RasterizerTest, ValuesThatAllVerticesHaveStayExact) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int round = 0; round < 1000; ++round) {
    const double a = number(random), b = number(random), value = number(random);
    EXPECT_EQ(interpolate({1 - a - b, a, b}, {value, value, value}), value);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(interpolate({0.5, 0.25, 0.25}, {infinity, infinity, infinity}), infinity);
  EXPECT_EQ(interpolate({0, 0.5, 0.5}, {infinity, 1, 3}), 2);
}

TEST_F(RasterizerTest, BiasesTheDepthOfPolygons) {
  target.depth = {16, 0, TexelEncoding::unorm};
  state.rasterization.depth_bias = DepthBias{2, 0, 0};
  draw(upper_left);
  EXPECT_EQ(collected->parts[0].depth_bias, 2.0 / 65536);
  // The greatest depth is 0.5, so that r is 2^(-1 - 23).
  target.depth = {32, 0, TexelEncoding::sfloat};
  draw(upper_left);
  EXPECT_EQ(collected->parts[0].depth_bias, std::ldexp(2.0, -24));
  // From 0 to 1 in 4 pixels to the right, and in 2 pixels downward.
  state.rasterization.depth_bias = DepthBias{0, 0, 2};
  draw({at(-1, -1, 0), at(1, -1, 1), at(-1, 0, 1)});
  EXPECT_NEAR(collected->parts[0].depth_bias, 2 * std::hypot(0.25, 0.5), 1e-12);
  state.rasterization.depth_bias->clamp = 0.5;
  draw({at(-1, -1, 0), at(1, -1, 1), at(-1, 0, 1)});
  EXPECT_EQ(collected->parts[0].depth_bias, 0.5);
  draw({at(-1, 0), at(1, 0)});
  EXPECT_EQ(collected->parts[0].depth_bias, 0);
}

// All floats may be coordinates. Whatever they are, nothing is drawn outside of the framebuffer, and this ends. The
// sanitizers say whether anything overflows.
TEST_F(RasterizerTest, SurvivesHostileVertices) {
  const std::array<double, 14> values = {0,
                                         -0.0,
                                         1,
                                         -1,
                                         1e-45,
                                         -1e-45,
                                         1e-38,
                                         3.4e38,
                                         -3e38,
                                         1e20,
                                         -1e20,
                                         0.5,
                                         std::numeric_limits<double>::infinity(),
                                         std::numeric_limits<double>::quiet_NaN()};
  std::mt19937 random(3);
  const auto pick = [&] { return values[random() % values.size()]; };
  target = {8, 8, {32, 0, TexelEncoding::sfloat}, 2, 1};
  state.rasterization.depth_bias = DepthBias{1, 0, 1};
  for (int round = 0; round < 20000; ++round) {
    state.rasterization.polygon_mode = static_cast<PolygonMode>(random() % 3);
    state.rasterization.line_mode = static_cast<LineMode>(random() % 3);
    state.rasterization.depth_clamp = random() % 2 == 0;
    state.multisample.samples = std::array{1u, 4u}[random() % 2];
    state.viewports = {{0, 0, 8, 8, 0, 1}};
    if (round % 5 == 0) state.viewports = {{-200000, 131072, 131072, -131072, 1, 0}};
    std::vector<ClipVertex> vertices(1 + random() % 3);
    for (ClipVertex& vertex : vertices) {
      for (double& coordinate : vertex.position) coordinate = pick();
      for (double& distance : vertex.clip_distances) distance = pick();
      vertex.point_size = pick();
    }
    draw(vertices);
    const Rasterizer rasterizer(state, target);
    for (const RasterizedPrimitive& part : collected->parts) {
      const LocationInPrimitive place = part.interpolator.at({3.5, 2.5});
      for (const double weight : place.perspective) EXPECT_TRUE(std::isfinite(weight));
      (void)rasterizer.depth_at(part, place);
    }
    for (const auto& [pixel, count] : collected->pixels) {
      EXPECT_TRUE(pixel.first >= 0 && pixel.first < 8 && pixel.second >= 0 && pixel.second < 8);
    }
    for (const ClipVertex& vertex : vertices) {
      for (const double coordinate : vertex.position) {
        if (!std::isfinite(coordinate)) {
          EXPECT_EQ(outcome, RasterOutcome::not_finite);
        }
      }
    }
  }
}

// Vertices so far away that doubles lose the place of their edges near the framebuffer, against integers. Samples close to an
// edge, which rounding may move, are left out.
TEST_F(RasterizerTest, FarVerticesKeepTheirEdges) {
  __extension__ using Wide = __int128;
  struct Point {
    Wide x = 0, y = 0;
  };
  std::mt19937_64 random(11);
  target = {8, 8, {}, 0, 0};
  const auto coordinate = [&] {
    constexpr std::array shifts = {0, 1, 30, 52, 55};
    return Wide{static_cast<int>(random() % 17) - 8} << shifts[random() % shifts.size()];
  };
  unsigned covered = 0;
  for (int round = 0; round < 3000; ++round) {
    std::array<Point, 3> points;
    std::vector<ClipVertex> vertices;
    for (Point& point : points) {
      point = {coordinate(), coordinate()};
      vertices.push_back(at(static_cast<double>(point.x), static_cast<double>(point.y)));
    }
    // Eight times the value of an edge's equation at the center (x, y), both in eighths.
    const auto edge = [&](unsigned i, int x, int y) {
      const Point &p = points[i], &q = points[(i + 1) % 3];
      return 8 * (p.x * q.y - p.y * q.x) + x * (p.y - q.y) + y * (q.x - p.x);
    };
    const std::string picture = draw(vertices);
    for (int y = 0; y < 8; ++y) {
      for (int x = 0; x < 8; ++x) {
        unsigned positive = 0, negative = 0;
        bool is_close = false;
        for (unsigned i = 0; i < 3; ++i) {
          const Wide value = edge(i, 2 * x - 7, 2 * y - 7);
          (value > 0 ? positive : negative) += 1;
          const Point &p = points[i], &q = points[(i + 1) % 3];
          const double length =
              std::hypot(static_cast<double>(q.x - p.x), static_cast<double>(q.y - p.y));
          is_close |= std::fabs(static_cast<double>(value)) <= 0.02 * 8 * length;
        }
        if (is_close) continue;
        const bool is_inside = positive == 3 || negative == 3;
        covered += is_inside;
        ASSERT_EQ(picture[static_cast<std::size_t>(9 * y + x)], is_inside ? '1' : '.')
            << round << ": " << x << ", " << y;
      }
    }
  }
  EXPECT_GT(covered, 1000u);
}

TEST_F(RasterizerTest, HugeTrianglesCoverEverything) {
  for (const double size : {1e6, 1e15, 1e30, 3e38}) {
    EXPECT_EQ(draw({at(-size, -size), at(size, -size), at(0, size)}), "1111/1111/1111/1111");
    EXPECT_EQ(draw({at(-size, -size), at(-size, size), at(size, size)}), "..../1.../11../111.");
  }
}

TEST_F(RasterizerTest, RefusesStateThatIsNotValid) {
  EXPECT_TRUE(check_state(state));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto status = [&](auto change) {
    PipelineState changed = state;
    change(changed);
    const Result<void> checked = check_state(changed);
    return checked ? Status::ok : checked.error().status;
  };
  const auto viewport = [&](const Viewport& v) {
    return status([&](PipelineState& s) { s.viewports = {v}; });
  };
  EXPECT_EQ(viewport({0, 0, 8, -8, 0, 1}), Status::ok);
  EXPECT_EQ(viewport({0, 0, 0, 8, 0, 1}), Status::bad_input);
  EXPECT_EQ(viewport({0, 0, 8, 8, 1, 0}), Status::ok);
  EXPECT_EQ(viewport({0, 0, 8, 8, -0.25, 1}), Status::bad_input);
  EXPECT_EQ(viewport({0, 0, 8, 8, 0, 1.5}), Status::bad_input);
  EXPECT_EQ(viewport({0, 0, 8, 8, nan, 1}), Status::bad_input);
  EXPECT_EQ(viewport({0, nan, 8, 8, 0, 1}), Status::limit);
  EXPECT_EQ(viewport({0, 0, 1e30, 8, 0, 1}), Status::limit);
  EXPECT_EQ(viewport({0, 0, 8, 8, 0, nan}), Status::bad_input);
  EXPECT_EQ(status([](PipelineState& s) { s.multisample.samples = 3; }), Status::unsupported);
  EXPECT_EQ(status([&](PipelineState& s) { s.rasterization.line_width = nan; }), Status::bad_input);
  EXPECT_EQ(status([](PipelineState& s) { s.scissors = {{-1, 0, 1, 1}}; }), Status::bad_input);
  EXPECT_EQ(status([&](PipelineState& s) {
              s.rasterization.depth_bias = {nan, 0, 0};
            }),
            Status::bad_input);
}

}  // namespace
}  // namespace spirv_oracle
