#include "rays/ray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "rays/ray_query.h"

namespace spirv_oracle {
namespace {

using Integers = std::array<std::int64_t, 3>;

Integers difference(const Integers& a, const Integers& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
std::int64_t determinant(const Integers& a, const Integers& b, const Integers& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
         a[2] * (b[0] * c[1] - b[1] * c[0]);
}
Vector3 floats(const Integers& a) {
  return {static_cast<float>(a[0]), static_cast<float>(a[1]), static_cast<float>(a[2])};
}

AccelerationStructure scene_of(std::vector<Triangle> triangles, bool is_opaque = true) {
  Geometry geometry;
  geometry.triangles = std::move(triangles);
  geometry.is_opaque = is_opaque;
  AccelerationStructure scene;
  scene.bottom_levels.push_back({"triangles", {geometry}});
  scene.instances.push_back({});
  return scene;
}

Ray ray_of(const Vector3& origin, const Vector3& direction, std::uint32_t flags = 0) {
  Ray ray;
  ray.origin = origin;
  ray.direction = direction;
  ray.t_max = 1000;
  ray.flags = flags;
  return ray;
}

TrackedQuery query_of(const Ray& ray) {
  TrackedQuery tracked;
  tracked.query.ray = ray;
  return tracked;
}

std::size_t committed_word(std::size_t offset) {
  return (offsetof(RayQuery, committed) + offset) / sizeof(std::uint32_t);
}

// Against Cramer's rule over integers: the sides of the edges on which the ray passes are signs of volumes.
TEST(Rays, HitTrianglesAsExactArithmeticSays) {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::int64_t> coordinate(-6, 6);
  unsigned hits = 0, misses = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto point = [&] {
      return Integers{coordinate(random), coordinate(random), coordinate(random)};
    };
    const Integers a = point(), b = point(), c = point(), origin = point(), direction = point();
    const std::int64_t facing = determinant(direction, difference(b, a), difference(c, a));
    const std::int64_t to_plane =
        determinant(difference(a, origin), difference(b, a), difference(c, a));
    const Integers oa = difference(a, origin), ob = difference(b, origin),
                   oc = difference(c, origin);
    const std::array<std::int64_t, 3> sides = {determinant(direction, ob, oc),
                                               determinant(direction, oc, oa),
                                               determinant(direction, oa, ob)};
    const auto found = find_hits(scene_of({{{floats(a), floats(b), floats(c)}}}),
                                 ray_of(floats(origin), floats(direction)));
    if (facing == 0) {
      EXPECT_TRUE(found.empty());
      continue;
    }
    const std::int64_t sign = facing > 0 ? 1 : -1;
    bool is_inside = true, is_on_edge = to_plane == 0;
    for (const std::int64_t side : sides) {
      is_inside &= side * sign >= 0;
      is_on_edge |= side == 0;
    }
    const bool is_hit = is_inside && to_plane * sign >= 0;
    if (!is_hit) {
      ++misses;
      for (const Hit& hit : found) EXPECT_FALSE(hit.is_sure);
      continue;
    }
    ++hits;
    ASSERT_EQ(found.size(), 1u);
    const double t = static_cast<double>(to_plane) / static_cast<double>(facing);
    EXPECT_NEAR(found[0].t, t, found[0].t_error + 1e-12);
    EXPECT_NEAR(found[0].barycentrics[0],
                static_cast<double>(sides[1]) / static_cast<double>(facing),
                found[0].barycentric_errors[0]);
    EXPECT_NEAR(found[0].barycentrics[1],
                static_cast<double>(sides[2]) / static_cast<double>(facing),
                found[0].barycentric_errors[1]);
    EXPECT_EQ(found[0].is_front, facing < 0);
    EXPECT_EQ(found[0].is_sure, !is_on_edge) << "the numbers are far larger than the errors";
  }
  EXPECT_GT(hits, 200u);
  EXPECT_GT(misses, 5000u);
}

// A surface of triangles that share their edges has no gaps, wherever the ray hits it.
TEST(Rays, FindNoGapsInASurface) {
  std::vector<Triangle> triangles;
  const auto vertex = [](int x, int y) {
    return Vector3{static_cast<float>(x) / 3, static_cast<float>(y) / 7,
                   static_cast<float>((x * 5 + y * 3) % 4) / 11};
  };
  for (int y = 0; y < 6; ++y) {
    for (int x = 0; x < 6; ++x) {
      triangles.push_back({{vertex(x, y), vertex(x + 1, y), vertex(x, y + 1)}});
      triangles.push_back({{vertex(x + 1, y), vertex(x + 1, y + 1), vertex(x, y + 1)}});
    }
  }
  const AccelerationStructure scene = scene_of(triangles);
  const Vector3 origin = {0.7F, 0.3F, 5};
  for (int y = 1; y < 6; ++y) {
    for (int x = 1; x < 6; ++x) {
      for (const auto& [dx, dy] :
           {std::pair{0.0F, 0.0F}, {0.5F, 0.0F}, {0.0F, 0.5F}, {0.5F, 0.5F}, {0.25F, 0.125F}}) {
        const Vector3 a = vertex(x, y);
        const Vector3 to_x = vertex(x + 1, y), to_y = vertex(x, y + 1);
        Ray ray = ray_of(origin, {});
        for (std::size_t i = 0; i < 3; ++i) {
          const float target = a[i] + dx * (to_x[i] - a[i]) + dy * (to_y[i] - a[i]);
          ray.direction[i] = target - origin[i];
        }
        if (x == 5 && dx > 0) continue;
        if (y == 5 && dy > 0) continue;
        TrackedQuery tracked = query_of(ray);
        EXPECT_FALSE(proceed(tracked, &scene, {}).is_incomplete);
        EXPECT_EQ(tracked.query.committed.type, Intersection::triangle) << x << " " << y;
        EXPECT_FALSE(tracked.uncertain[committed_word(offsetof(Intersection, type))])
            << x << " " << y << " " << dx << " " << dy;
      }
    }
  }
}

// At the edge of the surface, implementations may differ.
TEST(Rays, AreUncertainAtTheEdge) {
  const Triangle triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  const AccelerationStructure scene = scene_of({triangle});
  TrackedQuery inside = query_of(ray_of({0.25F, 0.25F, 1}, {0, 0, -1}));
  proceed(inside, &scene, {});
  EXPECT_EQ(inside.query.committed.type, Intersection::triangle);
  EXPECT_FALSE(inside.uncertain[committed_word(offsetof(Intersection, type))]);
  TrackedQuery on_edge = query_of(ray_of({0.25F, 0, 1}, {0, 0, -1}));
  proceed(on_edge, &scene, {});
  EXPECT_TRUE(on_edge.uncertain[committed_word(offsetof(Intersection, type))]);
  TrackedQuery outside = query_of(ray_of({0.25F, -0.25F, 1}, {0, 0, -1}));
  proceed(outside, &scene, {});
  EXPECT_EQ(outside.query.committed.type, Intersection::nothing);
  EXPECT_FALSE(outside.uncertain[committed_word(offsetof(Intersection, type))]);
}

// Of two triangles at the same place, either may be the closest; it is certain that one is hit.
TEST(Rays, MayHitEitherOfTwoTrianglesAtTheSamePlace) {
  const Triangle triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  const AccelerationStructure scene = scene_of({triangle, triangle});
  TrackedQuery tracked = query_of(ray_of({0.25F, 0.25F, 1}, {0, 0, -1}));
  proceed(tracked, &scene, {});
  EXPECT_EQ(tracked.query.committed.type, Intersection::triangle);
  EXPECT_FALSE(tracked.uncertain[committed_word(offsetof(Intersection, type))]);
  EXPECT_TRUE(tracked.uncertain[committed_word(offsetof(Intersection, primitive))]);
  EXPECT_FALSE(tracked.uncertain[committed_word(offsetof(Intersection, geometry))]);
}

std::size_t hits_with(const AccelerationStructure& scene, std::uint32_t flags) {
  return find_hits(scene, ray_of({0.25F, 0.25F, 1}, {0, 0, -1}, flags)).size();
}

TEST(Rays, AreCulledByFlags) {
  // Counterclockwise as the ray sees it: the front.
  const Triangle triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  AccelerationStructure scene = scene_of({triangle});
  EXPECT_EQ(hits_with(scene, 0), 1u);
  EXPECT_EQ(hits_with(scene, RayFlags::cull_front_facing), 0u);
  EXPECT_EQ(hits_with(scene, RayFlags::cull_back_facing), 1u);
  EXPECT_EQ(hits_with(scene, RayFlags::cull_opaque), 0u);
  EXPECT_EQ(hits_with(scene, RayFlags::cull_no_opaque), 1u);
  EXPECT_EQ(hits_with(scene, RayFlags::skip_triangles), 0u);
  EXPECT_EQ(hits_with(scene, RayFlags::skip_boxes), 1u);
  Instance& instance = scene.instances[0];
  instance.flips_facing = true;
  EXPECT_EQ(hits_with(scene, RayFlags::cull_front_facing), 1u);
  EXPECT_EQ(hits_with(scene, RayFlags::cull_back_facing), 0u);
  instance.disables_facing_cull = true;
  EXPECT_EQ(hits_with(scene, RayFlags::cull_back_facing), 1u);
  instance.forces_no_opaque = true;
  EXPECT_EQ(hits_with(scene, RayFlags::cull_opaque), 1u);
  EXPECT_EQ(hits_with(scene, RayFlags::cull_no_opaque), 0u);
  instance.mask = 0x0F;
  Ray ray = ray_of({0.25F, 0.25F, 1}, {0, 0, -1});
  ray.cull_mask = 0xFFFFFFF0;
  EXPECT_TRUE(find_hits(scene, ray).empty());
  ray.cull_mask = 0x18;
  EXPECT_EQ(find_hits(scene, ray).size(), 1u);
}

TEST(Rays, AreTransformedToTheInstance) {
  const Triangle triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  AccelerationStructure scene = scene_of({triangle});
  // Twice as large, and moved.
  scene.instances[0].object_to_world = {{{{2, 0, 0, 10}}, {{0, 2, 0, 20}}, {{0, 0, 2, 30}}}};
  const auto found = find_hits(scene, ray_of({10.5F, 21, 35}, {0, 0, -2}));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_DOUBLE_EQ(found[0].t, 2.5);
  EXPECT_DOUBLE_EQ(found[0].barycentrics[0], 0.25);
  EXPECT_DOUBLE_EQ(found[0].barycentrics[1], 0.5);
}

TEST(Rays, EnterBoxes) {
  AccelerationStructure scene;
  Geometry geometry;
  geometry.boxes.push_back({{0, 0, 0}, {2, 2, 2}});
  scene.bottom_levels.push_back({"box", {geometry}});
  scene.instances.push_back({});
  const auto t_of = [&](const Vector3& origin, const Vector3& direction) {
    const auto found = find_hits(scene, ray_of(origin, direction));
    return found.empty() || !found[0].is_hit ? -1 : found[0].t;
  };
  EXPECT_EQ(t_of({1, 1, 5}, {0, 0, -1}), 3);
  EXPECT_EQ(t_of({1, 1, 1}, {0, 0, -1}), 0) << "it begins inside";
  EXPECT_EQ(t_of({3, 1, 5}, {0, 0, -1}), -1);
  EXPECT_EQ(t_of({1, 1, 5}, {0, 0, 1}), -1) << "behind the ray";
  EXPECT_EQ(t_of({-1, -1, -1}, {1, 1, 1}), 1);
  EXPECT_EQ(t_of({-1, 4, 1}, {1, -1, 0}), 2) << "touches an edge";
}

constexpr CandidateOrder orders[] = {{CandidateOrder::Kind::forward},
                                     {CandidateOrder::Kind::backward},
                                     {CandidateOrder::Kind::random, 1},
                                     {CandidateOrder::Kind::random, 2},
                                     {CandidateOrder::Kind::repeated}};

// A stack of triangles, at z = 0, 1, 2 ...
AccelerationStructure stack_of(unsigned count, bool is_opaque) {
  std::vector<Triangle> triangles;
  for (unsigned i = 0; i < count; ++i) {
    const auto z = static_cast<float>(i);
    triangles.push_back({{{{0, 0, z}, {1, 0, z}, {0, 1, z}}}});
  }
  return scene_of(triangles, is_opaque);
}

TEST(RayQueries, CommitTheClosestOfAllConfirmed) {
  const AccelerationStructure scene = stack_of(5, false);
  for (const CandidateOrder& order : orders) {
    for (unsigned confirmed = 0; confirmed < 32; ++confirmed) {
      TrackedQuery tracked = query_of(ray_of({0.25F, 0.25F, 10}, {0, 0, -1}));
      while (proceed(tracked, &scene, order).is_incomplete) {
        if ((confirmed >> tracked.query.candidate.primitive & 1) != 0)
          confirm_intersection(tracked);
      }
      if (confirmed == 0) {
        EXPECT_EQ(tracked.query.committed.type, Intersection::nothing);
        continue;
      }
      ASSERT_EQ(tracked.query.committed.type, Intersection::triangle);
      EXPECT_EQ(tracked.query.committed.primitive, std::bit_width(confirmed) - 1);
    }
  }
}

TEST(RayQueries, ReportCandidatesInDifferentOrders) {
  const AccelerationStructure scene = stack_of(3, false);
  const auto reported = [&](const CandidateOrder& order) {
    std::string text;
    TrackedQuery tracked = query_of(ray_of({0.25F, 0.25F, 10}, {0, 0, -1}));
    while (proceed(tracked, &scene, order).is_incomplete)
      text += std::to_string(tracked.query.candidate.primitive);
    return text;
  };
  EXPECT_EQ(reported(orders[0]), "012");
  EXPECT_EQ(reported(orders[1]), "210");
  EXPECT_EQ(reported(orders[4]), "001122");
}

TEST(RayQueries, EndAtTheFirstHitIfAsked) {
  const AccelerationStructure opaque = stack_of(3, true);
  TrackedQuery tracked =
      query_of(ray_of({0.25F, 0.25F, 10}, {0, 0, -1}, RayFlags::terminate_on_first_hit));
  EXPECT_FALSE(proceed(tracked, &opaque, {}).is_incomplete);
  EXPECT_EQ(tracked.query.committed.type, Intersection::triangle);
  EXPECT_FALSE(tracked.uncertain[committed_word(offsetof(Intersection, type))]);
  EXPECT_TRUE(tracked.uncertain[committed_word(offsetof(Intersection, primitive))])
      << "any may be the first";
  const AccelerationStructure scene = stack_of(3, false);
  TrackedQuery confirmed =
      query_of(ray_of({0.25F, 0.25F, 10}, {0, 0, -1}, RayFlags::terminate_on_first_hit));
  EXPECT_TRUE(proceed(confirmed, &scene, {}).is_incomplete);
  confirm_intersection(confirmed);
  EXPECT_TRUE(RayQuery::has_candidate(confirmed.query.phase)) << "until it proceeds";
  EXPECT_FALSE(proceed(confirmed, &scene, {}).is_incomplete);
  EXPECT_EQ(confirmed.query.committed.primitive, 0u);
}

TEST(RayQueries, GenerateIntersectionsInBoxes) {
  AccelerationStructure scene;
  Geometry geometry;
  geometry.boxes.push_back({{0, 0, 0}, {2, 2, 2}});
  geometry.boxes.push_back({{0, 0, 4}, {2, 2, 6}});
  scene.bottom_levels.push_back({"boxes", {geometry}});
  scene.instances.push_back({.custom_index = 7});
  for (const CandidateOrder& order : orders) {
    TrackedQuery tracked = query_of(ray_of({1, 1, 10}, {0, 0, -1}));
    while (proceed(tracked, &scene, order).is_incomplete) {
      EXPECT_EQ(tracked.query.candidate.type, Intersection::box_candidate);
      generate_intersection(tracked, tracked.query.candidate.primitive == 0 ? 9.0F : 5.0F);
    }
    EXPECT_EQ(tracked.query.committed.type, Intersection::generated);
    EXPECT_EQ(tracked.query.committed.t, 5.0F);
    EXPECT_EQ(tracked.query.committed.primitive, 1u);
    EXPECT_EQ(tracked.query.committed.custom_index, 7u);
  }
}

}  // namespace
}  // namespace spirv_oracle
