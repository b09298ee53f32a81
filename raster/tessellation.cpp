#include "raster/tessellation.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace spirv_oracle {
namespace {

// A subdivided edge: places from 0 to 1, symmetrical about 1/2.
struct Subdivision {
  std::vector<double> places;
  bool is_dependent = false;  // where implementations may place the vertices elsewhere

  std::size_t segments() const { return places.size() - 1; }
};

// "Tessellator Spacing": the clamped level.
double clamped(float level, TessellationSpacing spacing) {
  // NaN, which only an inner level may be here, counts as the least one.
  const double low = spacing == TessellationSpacing::fractional_even ? 2 : 1;
  const double high = max_tessellation_level - (spacing == TessellationSpacing::fractional_odd);
  return std::min(high, std::max(low, static_cast<double>(level)));
}

unsigned segments_of(double level, TessellationSpacing spacing) {
  auto count = static_cast<unsigned>(std::ceil(level));
  if (spacing == TessellationSpacing::fractional_even) count += count % 2;
  if (spacing == TessellationSpacing::fractional_odd) count += 1 - count % 2;
  return count;
}

// Of n segments, the first and the last are as much shorter as n - level says; where the text permits to place them is
// implementation-dependent. A variation places them next to the middle.
Subdivision subdivision(double level, unsigned n, const TessellationModes& modes) {
  Subdivision result;
  result.places.resize(n + 1);
  const bool is_fractional = modes.spacing != TessellationSpacing::equal && n > 1;
  const unsigned shorter = modes.is_varied && n > 2 ? (n - 2) / 2 : 0;
  const double ratio = is_fractional ? 1 - (n - level) / 2 : 1;
  const double length = n > 1 ? 1 / (n - 2 + 2 * ratio) : 1;
  for (unsigned i = 0; i <= n / 2; ++i) {
    const double place = i <= shorter ? i * length : (i - 1 + ratio) * length;
    result.places[i] = 2 * i == n ? 0.5 : place;
    result.places[n - i] = 1 - result.places[i];
  }
  if (!is_fractional) {
    for (unsigned i = 0; i <= n; ++i) result.places[i] = static_cast<double>(i) / n;
  }
  result.is_dependent = is_fractional && ratio != 1;
  return result;
}

Subdivision subdivide(float level, const TessellationModes& modes) {
  const double value = clamped(level, modes.spacing);
  return subdivision(value, segments_of(value, modes.spacing), modes);
}

// The subdivision for an inner level. If it would have one segment, the level counts as a little more than 1.
Subdivision subdivide_inside(float level, const TessellationModes& modes) {
  const double value = clamped(level, modes.spacing);
  const unsigned n = segments_of(value, modes.spacing);
  if (n > 1) return subdivision(value, n, modes);
  return subdivision(value, modes.spacing == TessellationSpacing::fractional_odd ? 3 : 2, modes);
}

using Barycentric = std::array<double, 3>;

Barycentric place_between(const Barycentric& a, const Barycentric& b, double t) {
  if (t == 0) return a;
  if (t == 1) return b;
  Barycentric result;
  for (unsigned i = 0; i < 3; ++i) result[i] = a[i] + t * (b[i] - a[i]);
  return result;
}

// A line of vertices, with their places from 0 to 1 along a side of the domain.
struct Chain {
  std::vector<std::uint32_t> points;
  std::vector<double> places;
};

// Points and triangles of a patch. Triangles have a positive area in (u, v).
class Mesh {
 public:
  explicit Mesh(const TessellationModes& modes) : is_varied_(modes.is_varied) {}

  std::uint32_t add(const Barycentric& place, bool is_dependent) {
    DomainPoint point;
    for (unsigned i = 0; i < 3; ++i) point.coordinates[i] = static_cast<float>(place[i]);
    point.is_dependent = is_dependent;
    patch_.points.push_back(point);
    return static_cast<std::uint32_t>(patch_.points.size() - 1);
  }
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    patch_.primitives.insert(patch_.primitives.end(), {a, b, c});
  }
  // Which diagonal divides the rectangle is open.
  void add_rectangle(const std::array<std::uint32_t, 4>& corners) {
    const unsigned first = is_varied_ ? 1 : 0;
    const auto corner = [&](unsigned i) { return corners[(first + i) % 4]; };
    add_triangle(corner(0), corner(1), corner(2));
    add_triangle(corner(0), corner(2), corner(3));
  }
  // Fills the area between an outer line and an inner one, which both have it on their left side and right side.
  void fill(const Chain& outer, const Chain& inner) {
    std::size_t i = 0, k = 0;
    while (i + 1 < outer.points.size() || k + 1 < inner.points.size()) {
      if (k + 1 == inner.points.size() ||
          (i + 1 < outer.points.size() && takes_outer(outer, i, inner, k))) {
        add_triangle(outer.points[i], outer.points[i + 1], inner.points[k]);
        ++i;
      } else {
        add_triangle(outer.points[i], inner.points[k + 1], inner.points[k]);
        ++k;
      }
    }
  }
  TessellatedPatch take() { return std::move(patch_); }

 private:
  // Whether the next triangle has an edge of the outer line.
  bool takes_outer(const Chain& outer, std::size_t i, const Chain& inner, std::size_t k) const {
    const double of_outer = outer.places[i] + outer.places[i + 1];
    const double of_inner = inner.places[k] + inner.places[k + 1];
    return is_varied_ ? of_outer < of_inner : of_outer <= of_inner;
  }

  bool is_varied_;
  TessellatedPatch patch_;
};

// The sides of a polygon as chains. `corners` are in order; side s runs from corner s to the next one.
class Ring {
 public:
  // `of_side`: the subdivision of each side, from place `skipped` to as many before its end.
  static std::vector<Chain> make(Mesh& mesh, std::span<const Barycentric> corners,
                                 std::span<const Subdivision* const> of_side, std::size_t skipped) {
    std::vector<Chain> sides(corners.size());
    std::vector<std::uint32_t> first;
    // A corner of the domain itself has one place only.
    for (std::size_t s = 0; s < corners.size(); ++s)
      first.push_back(mesh.add(corners[s], skipped != 0 && of_side[s]->is_dependent));
    for (std::size_t s = 0; s < corners.size(); ++s) {
      const Subdivision& division = *of_side[s];
      const std::size_t next = (s + 1) % corners.size();
      const std::size_t last = division.segments() - skipped;
      const double begin = division.places[skipped], length = division.places[last] - begin;
      for (std::size_t i = skipped; i <= last; ++i) {
        sides[s].places.push_back(division.places[i]);
        if (i == skipped || i == last) {
          sides[s].points.push_back(first[i == skipped ? s : next]);
          continue;
        }
        const double t = length == 0 ? 0 : (division.places[i] - begin) / length;
        sides[s].points.push_back(
            mesh.add(place_between(corners[s], corners[next], t),
                     division.is_dependent && (skipped != 0 || 2 * i != division.segments())));
      }
    }
    return sides;
  }
};

// The sides of triangles, u = 0, v = 0 and w = 0, begin at V, W and U.
constexpr std::array<Barycentric, 3> triangle_corners = {{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
constexpr Barycentric centroid = {1.0 / 3, 1.0 / 3, 1.0 / 3};

TessellatedPatch tessellate_triangle(const TessellationModes& modes,
                                     const TessellationLevels& levels) {
  Mesh mesh(modes);
  std::array<Subdivision, 3> outer;
  for (unsigned i = 0; i < 3; ++i) outer[i] = subdivide(levels.outer[i], modes);
  const bool is_single =
      segments_of(clamped(levels.inner[0], modes.spacing), modes.spacing) == 1 &&
      std::ranges::all_of(outer, [](const Subdivision& side) { return side.segments() == 1; });
  const std::array<const Subdivision*, 3> of_side = {&outer[0], &outer[1], &outer[2]};
  std::vector<Chain> around = Ring::make(mesh, triangle_corners, of_side, 0);
  if (is_single) {
    mesh.add_triangle(around[0].points[0], around[1].points[0], around[2].points[0]);
    return mesh.take();
  }
  const Subdivision inner = subdivide_inside(levels.inner[0], modes);
  const std::size_t n = inner.segments();
  const std::array<const Subdivision*, 3> inside = {&inner, &inner, &inner};
  for (std::size_t k = 1; 2 * k <= n; ++k) {
    std::vector<Chain> ring(3);
    if (2 * k == n) {
      const std::uint32_t center = mesh.add(centroid, false);
      for (Chain& side : ring) side = {{center}, {0.5}};
    } else {
      // The corners are where perpendiculars through the k-th vertices of the outer sides meet.
      std::array<Barycentric, 3> corners;
      for (unsigned i = 0; i < 3; ++i)
        corners[i] = place_between(triangle_corners[i], centroid, 2 * inner.places[k]);
      ring = Ring::make(mesh, corners, inside, k);
    }
    for (unsigned s = 0; s < 3; ++s) mesh.fill(around[s], ring[s]);
    around = std::move(ring);
  }
  if (n % 2 == 1) mesh.add_triangle(around[0].points[0], around[1].points[0], around[2].points[0]);
  return mesh.take();
}

// The sides of quads in the order in which they go around, v = 0, u = 1, v = 1 and u = 0, with their outer levels.
constexpr std::array<Barycentric, 4> quad_corners = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
constexpr std::array<unsigned, 4> quad_levels = {1, 2, 3, 0};

// The vertices of the grid inside of a quad.
class Grid {
 public:
  Grid(Mesh& mesh, const Subdivision& along_u, const Subdivision& along_v)
      : mesh_(mesh), u_(along_u), v_(along_v), columns_(along_u.segments() - 1) {
    const bool is_dependent = u_.is_dependent || v_.is_dependent || u_.places != v_.places;
    for (std::size_t j = 1; j < v_.segments(); ++j) {
      for (std::size_t i = 1; i < u_.segments(); ++i)
        first_ = std::min(first_, mesh.add({u_.places[i], v_.places[j], 0}, is_dependent));
    }
  }

  void fill_inside() const {
    for (std::size_t j = 1; j + 1 < v_.segments(); ++j) {
      for (std::size_t i = 1; i + 1 < u_.segments(); ++i) {
        mesh_.add_rectangle({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    }
  }

  // The edge of the grid along a side of the quad.
  Chain edge(unsigned side) const {
    const std::size_t right = u_.segments() - 1, top = v_.segments() - 1;
    const bool is_along_u = side % 2 == 0;
    const Subdivision& division = is_along_u ? u_ : v_;
    Chain chain;
    for (std::size_t k = 1; k < division.segments(); ++k) {
      const std::size_t back = division.segments() - k;
      const std::array<std::pair<std::size_t, std::size_t>, 4> places = {
          {{k, 1}, {right, k}, {back, top}, {1, back}}};
      chain.points.push_back(at(places[side].first, places[side].second));
      chain.places.push_back(division.places[k]);
    }
    return chain;
  }

 private:
  std::uint32_t at(std::size_t i, std::size_t j) const {
    return first_ + static_cast<std::uint32_t>((j - 1) * columns_ + i - 1);
  }

  Mesh& mesh_;
  const Subdivision& u_;
  const Subdivision& v_;
  std::size_t columns_;
  std::uint32_t first_ = 0xFFFFFFFF;
};

TessellatedPatch tessellate_quad(const TessellationModes& modes, const TessellationLevels& levels) {
  Mesh mesh(modes);
  std::array<Subdivision, 4> outer;
  std::array<const Subdivision*, 4> of_side = {};
  for (unsigned i = 0; i < 4; ++i) {
    outer[i] = subdivide(levels.outer[quad_levels[i]], modes);
    of_side[i] = &outer[i];
  }
  const auto is_one = [](const Subdivision& side) { return side.segments() == 1; };
  const bool is_single =
      std::ranges::all_of(outer, is_one) && std::ranges::all_of(levels.inner, [&](float level) {
        return segments_of(clamped(level, modes.spacing), modes.spacing) == 1;
      });
  const std::vector<Chain> around = Ring::make(mesh, quad_corners, of_side, 0);
  if (is_single) {
    mesh.add_rectangle(
        {around[0].points[0], around[1].points[0], around[2].points[0], around[3].points[0]});
    return mesh.take();
  }
  // The text derives the rows from the first inner level, implementations the columns (docs/decisions.md).
  const unsigned first = modes.is_varied ? 1 : 0;
  const Subdivision along_u = subdivide_inside(levels.inner[first], modes);
  const Subdivision along_v = subdivide_inside(levels.inner[1 - first], modes);
  const Grid grid(mesh, along_u, along_v);
  grid.fill_inside();
  for (unsigned s = 0; s < 4; ++s) mesh.fill(around[s], grid.edge(s));
  return mesh.take();
}

TessellatedPatch tessellate_isolines(const TessellationModes& modes,
                                     const TessellationLevels& levels) {
  TessellatedPatch patch;
  constexpr TessellationModes equal;
  const Subdivision lines = subdivide(levels.outer[0], equal);
  const Subdivision along = subdivide(levels.outer[1], modes);
  const std::size_t m = along.segments();
  for (std::size_t line = 0; line < lines.segments(); ++line) {
    for (std::size_t i = 0; i <= m; ++i) {
      const auto number = static_cast<std::uint32_t>(patch.points.size());
      const bool is_dependent = along.is_dependent && i != 0 && i != m && 2 * i != m;
      patch.points.push_back(
          {{static_cast<float>(along.places[i]), static_cast<float>(lines.places[line]), 0},
           is_dependent});
      if (i != m) patch.primitives.insert(patch.primitives.end(), {number, number + 1});
    }
  }
  patch.primitive_size = 2;
  return patch;
}

// No text states the precision of coordinates: with 16 bits after the point, edges stay symmetrical about their middle.
void round_coordinates(const TessellationModes& modes, DomainPoint& point) {
  constexpr float scale = 65536;
  auto& [u, v, w] = point.coordinates;
  u = std::nearbyint(u * scale) / scale;
  v = std::nearbyint(v * scale) / scale;
  if (modes.domain == TessellationDomain::triangles) w = 1 - u - v;
}

}  // namespace

TessellatedPatch tessellate(const TessellationModes& modes, const TessellationLevels& levels) {
  const std::size_t relevant = modes.domain == TessellationDomain::triangles ? 3
                               : modes.domain == TessellationDomain::quads   ? 4
                                                                             : 2;
  // Also false for NaN.
  if (!std::all_of(levels.outer.begin(), levels.outer.begin() + relevant,
                   [](float level) { return level > 0; }))
    return {};
  TessellatedPatch patch =
      modes.domain == TessellationDomain::triangles ? tessellate_triangle(modes, levels)
      : modes.domain == TessellationDomain::quads   ? tessellate_quad(modes, levels)
                                                    : tessellate_isolines(modes, levels);
  // Triangles are counter-clockwise where v points up, as with an origin at the lower left.
  if (patch.primitive_size == 3 && modes.is_clockwise == modes.has_lower_left_origin) {
    for (std::size_t i = 0; i < patch.primitives.size(); i += 3)
      std::swap(patch.primitives[i + 1], patch.primitives[i + 2]);
  }
  if (modes.is_varied) {
    for (DomainPoint& point : patch.points) round_coordinates(modes, point);
  }
  if (modes.point_mode) {
    patch.primitive_size = 1;
    patch.primitives.resize(patch.points.size());
    for (std::uint32_t i = 0; i < patch.primitives.size(); ++i) patch.primitives[i] = i;
  }
  return patch;
}

}  // namespace spirv_oracle
