#include "rays/ray.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace spirv_oracle {
namespace {

using Point = std::array<double, 3>;

constexpr double relative_error = 1e-5;

Point point_of(const Vector3& v) { return {double{v[0]}, double{v[1]}, double{v[2]}}; }
Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Point& a) { return std::sqrt(dot(a, a)); }

// A ray in the space of an instance, with its errors there.
struct InstanceRay {
  Point origin{}, direction{};
  double origin_error = 0, direction_error = 0;
};

InstanceRay instance_ray(const Ray& ray, const Instance& instance) {
  const ObjectRay in_object = object_ray(ray, instance);
  const InverseTransform inverse = inverse_of(instance.object_to_world);
  double scale = 0;
  for (const auto& row : inverse)
    scale = std::max(scale, std::abs(row[0]) + std::abs(row[1]) + std::abs(row[2]));
  return {in_object.origin, in_object.direction, scale * static_cast<double>(ray.origin_error),
          scale * static_cast<double>(ray.direction_error)};
}

// What culling needs to know about a geometry of an instance ("Ray Intersection Culling").
struct CulledGeometry {
  bool is_opaque = false;
  bool is_culled = false;
};

CulledGeometry cull(const Geometry& geometry, const Instance& instance, const Ray& ray) {
  const auto has = [&](std::uint32_t flag) { return (ray.flags & flag) != 0; };
  CulledGeometry result{geometry.is_opaque, false};
  if (instance.forces_opaque) result.is_opaque = true;
  if (instance.forces_no_opaque) result.is_opaque = false;
  if (has(RayFlags::opaque)) result.is_opaque = true;
  if (has(RayFlags::no_opaque)) result.is_opaque = false;
  result.is_culled = has(result.is_opaque ? RayFlags::cull_opaque : RayFlags::cull_no_opaque) ||
                     has(geometry.boxes.empty() ? RayFlags::skip_triangles : RayFlags::skip_boxes);
  return result;
}

bool is_facing_culled(const Instance& instance, const Ray& ray, bool is_front) {
  if (instance.disables_facing_cull) return false;
  return (ray.flags & (is_front ? RayFlags::cull_front_facing : RayFlags::cull_back_facing)) != 0;
}

// Sets `is_hit` and `is_sure` by the interval of the ray.
void limit_to_interval(const Ray& ray, Hit& hit) {
  const auto least = double{ray.t_min}, greatest = double{ray.t_max};
  const double error = hit.t_error + static_cast<double>(ray.t_error);
  hit.is_hit &= hit.t >= least && hit.t <= greatest;
  hit.is_sure &= hit.t - error > least && hit.t + error < greatest;
}

bool may_be_in_interval(const Ray& ray, const Hit& hit) {
  const double error = hit.t_error + static_cast<double>(ray.t_error);
  return hit.t + error >= double{ray.t_min} && hit.t - error <= double{ray.t_max};
}

// Solves origin + t * direction = (1 - u - v) * a + u * b + v * c. None: the ray is parallel, or the triangle has no area.
std::optional<Hit> hit_triangle(const Triangle& triangle, const InstanceRay& ray) {
  const Point a = point_of(triangle.vertices[0]);
  const Point ab = point_of(triangle.vertices[1]) - a, ac = point_of(triangle.vertices[2]) - a;
  const Point from_a = ray.origin - a;
  const Point normal = cross(ab, ac);
  const double facing = dot(ray.direction, normal);  // < 0: toward the front
  if (facing == 0) return std::nullopt;
  const Point moment = cross(from_a, ray.direction);
  Hit hit;
  const double u = dot(ac, moment) / -facing, v = dot(ab, moment) / facing;
  hit.t = dot(from_a, normal) / -facing;
  hit.barycentrics = {u, v};
  hit.is_front = facing < 0;
  // Each term has the size of the product of the lengths in it.
  const double area = length(ab) * length(ac), distance = length(from_a);
  const double speed = length(ray.direction);
  const double error_of_moment =
      relative_error * distance * speed + ray.origin_error * speed + distance * ray.direction_error;
  const double error_of_facing = relative_error * speed * area + ray.direction_error * area;
  const double size = std::abs(facing);
  hit.barycentric_errors = {(length(ac) * error_of_moment + std::abs(u) * error_of_facing) / size,
                            (length(ab) * error_of_moment + std::abs(v) * error_of_facing) / size};
  hit.t_error = (relative_error * distance * area + ray.origin_error * area +
                 std::abs(hit.t) * error_of_facing) /
                size;
  const double w = 1 - u - v;
  const double error_w = hit.barycentric_errors[0] + hit.barycentric_errors[1];
  const std::array<double, 3> weights = {w, u, v};
  const std::array<double, 3> errors = {error_w, hit.barycentric_errors[0],
                                        hit.barycentric_errors[1]};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(weights[i] >= -errors[i])) return std::nullopt;
    hit.near_edge[i] = !(weights[i] > errors[i]);
    hit.is_hit &= weights[i] >= 0;
    hit.is_sure &= !hit.near_edge[i];
  }
  return hit;
}

// Where the ray is inside the box, by the intervals between its sides. Implementations may enlarge boxes.
std::optional<Hit> hit_box(const Box& box, const Ray& ray, const InstanceRay& in_object) {
  double enter = double{ray.t_min}, leave = double{ray.t_max};
  double error = static_cast<double>(ray.t_error);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double origin = in_object.origin[axis], direction = in_object.direction[axis];
    const auto least = double{box.least[axis]}, greatest = double{box.greatest[axis]};
    const double size = std::max({std::abs(least), std::abs(greatest), std::abs(origin)});
    const double side_error = relative_error * size + in_object.origin_error;
    if (direction == 0) {
      if (origin < least - side_error || origin > greatest + side_error) return std::nullopt;
      if (origin < least + side_error || origin > greatest - side_error) {
        error = std::numeric_limits<double>::infinity();  // along a side
        if (origin < least || origin > greatest) leave = -std::numeric_limits<double>::infinity();
      }
      continue;
    }
    const double first = (least - origin) / direction, second = (greatest - origin) / direction;
    enter = std::max(enter, std::min(first, second));
    leave = std::min(leave, std::max(first, second));
    const double t = std::max(std::abs(first), std::abs(second));
    error = std::max(error, (side_error + t * in_object.direction_error) / std::abs(direction) +
                                relative_error * t);
  }
  if (leave < enter - 2 * error) return std::nullopt;
  Hit hit;
  hit.is_triangle = false;
  hit.t = std::max(enter, double{ray.t_min});
  hit.t_error = error;
  hit.is_hit = enter <= leave;
  hit.is_sure = enter + 2 * error < leave;
  return hit;
}

// The two vertices of the edge opposite to a vertex.
std::array<Vector3, 2> edge_of(const Triangle& triangle, std::size_t opposite) {
  return {triangle.vertices[(opposite + 1) % 3], triangle.vertices[(opposite + 2) % 3]};
}

bool is_same_edge(const std::array<Vector3, 2>& a, const std::array<Vector3, 2>& b) {
  return a == b || (a[0] == b[1] && a[1] == b[0]);
}

const Triangle& triangle_of(const AccelerationStructure& structure, const Hit& hit) {
  const BottomLevel& level =
      structure.bottom_levels[structure.instances[hit.instance].bottom_level];
  return level.geometries[hit.geometry].triangles[hit.primitive];
}

// Triangles of one instance that the ray passes close to an edge of.
class SharedEdges {
 public:
  SharedEdges(const AccelerationStructure& structure, const Ray& ray, std::vector<Hit>& hits)
      : structure_(structure), ray_(ray), hits_(hits) {}

  // A set of triangles in which each edge that the ray is close to belongs to two of them, on both sides of it, leaves no
  // gap: the ray hits one of them ("watertight").
  void find_sure_sets();

 private:
  // The other triangle at an edge; none if it is not one of the hits.
  std::optional<std::size_t> neighbor(std::size_t hit, std::size_t opposite) const;
  // Whether the two triangles lie on different sides of their common edge, as the ray sees them.
  bool are_on_both_sides(const Hit& a, std::size_t opposite_a, const Hit& b,
                         std::size_t opposite_b) const;
  bool is_in_interval(const Hit& hit) const {
    Hit copy = hit;
    copy.is_sure = true;
    limit_to_interval(ray_, copy);
    return copy.is_sure;
  }

  const AccelerationStructure& structure_;
  const Ray& ray_;
  std::vector<Hit>& hits_;
};

bool SharedEdges::are_on_both_sides(const Hit& a, std::size_t opposite_a, const Hit& b,
                                    std::size_t opposite_b) const {
  const Triangle& first = triangle_of(structure_, a);
  const Triangle& second = triangle_of(structure_, b);
  const std::array<Vector3, 2> edge = edge_of(first, opposite_a);
  const Point direction = point_of(edge[1]) - point_of(edge[0]);
  const InstanceRay ray = instance_ray(ray_, structure_.instances[a.instance]);
  const Point side = cross(direction, ray.direction);
  const double of_first = dot(side, point_of(first.vertices[opposite_a]) - point_of(edge[0]));
  const double of_second = dot(side, point_of(second.vertices[opposite_b]) - point_of(edge[0]));
  return of_first * of_second < 0;
}

std::optional<std::size_t> SharedEdges::neighbor(std::size_t hit, std::size_t opposite) const {
  const Hit& one = hits_[hit];
  const auto edge = edge_of(triangle_of(structure_, one), opposite);
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    const Hit& other = hits_[i];
    if (i == hit || !other.is_triangle || other.instance != one.instance ||
        other.is_opaque != one.is_opaque)
      continue;
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
      if (other.near_edge[vertex] &&
          is_same_edge(edge, edge_of(triangle_of(structure_, other), vertex)) &&
          are_on_both_sides(one, opposite, other, vertex))
        return i;
    }
  }
  return std::nullopt;
}

void SharedEdges::find_sure_sets() {
  std::vector<bool> is_visited(hits_.size());
  for (std::size_t i = 0; i < hits_.size(); ++i) {
    if (is_visited[i] || hits_[i].is_sure || !hits_[i].is_triangle) continue;
    std::vector<std::size_t> set = {i};
    bool is_closed = true;
    is_visited[i] = true;
    for (std::size_t next = 0; next < set.size(); ++next) {
      is_closed &= is_in_interval(hits_[set[next]]);
      for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        if (!hits_[set[next]].near_edge[vertex]) continue;
        const auto other = neighbor(set[next], vertex);
        is_closed &= other.has_value();
        if (!other || is_visited[*other]) continue;
        is_visited[*other] = true;
        set.push_back(*other);
      }
    }
    if (!is_closed || set.size() == 1) continue;
    for (const std::size_t member : set) hits_[member].is_sure = true;
    // Rounding may have excluded all of them.
    const bool has_hit =
        std::ranges::any_of(set, [&](std::size_t member) { return hits_[member].is_hit; });
    if (!has_hit) hits_[set.front()].is_hit = true;
  }
}

}  // namespace

ObjectRay object_ray(const Ray& ray, const Instance& instance) {
  const InverseTransform inverse = inverse_of(instance.object_to_world);
  ObjectRay result;
  for (std::size_t row = 0; row < 3; ++row) {
    result.origin[row] = inverse[row][3];
    for (std::size_t column = 0; column < 3; ++column) {
      result.origin[row] += inverse[row][column] * double{ray.origin[column]};
      result.direction[row] += inverse[row][column] * double{ray.direction[column]};
    }
  }
  return result;
}

std::vector<Hit> find_hits(const AccelerationStructure& structure, const Ray& ray) {
  std::vector<Hit> hits;
  for (std::uint32_t i = 0; i < structure.instances.size(); ++i) {
    const Instance& instance = structure.instances[i];
    if ((instance.mask & ray.cull_mask & 0xFF) == 0) continue;
    const InstanceRay in_object = instance_ray(ray, instance);
    const BottomLevel& level = structure.bottom_levels[instance.bottom_level];
    for (std::uint32_t g = 0; g < level.geometries.size(); ++g) {
      const Geometry& geometry = level.geometries[g];
      const CulledGeometry culled = cull(geometry, instance, ray);
      if (culled.is_culled) continue;
      const auto add = [&](std::optional<Hit> hit, std::size_t primitive) {
        if (!hit || !may_be_in_interval(ray, *hit)) return;
        hit->instance = i;
        hit->geometry = g;
        hit->primitive = static_cast<std::uint32_t>(primitive);
        hit->is_opaque = culled.is_opaque;
        hit->reports_once = geometry.reports_once;
        if (hit->is_triangle) {
          hit->is_front ^= instance.flips_facing;
          if (is_facing_culled(instance, ray, hit->is_front)) return;
          limit_to_interval(ray, *hit);
        }
        hits.push_back(*hit);
      };
      for (std::size_t p = 0; p < geometry.triangles.size(); ++p)
        add(hit_triangle(geometry.triangles[p], in_object), p);
      for (std::size_t p = 0; p < geometry.boxes.size(); ++p)
        add(hit_box(geometry.boxes[p], ray, in_object), p);
    }
  }
  SharedEdges(structure, ray, hits).find_sure_sets();
  return hits;
}

}  // namespace spirv_oracle
