#include "rays/ray_query.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

namespace spirv_oracle {
namespace {

constexpr std::size_t words_of_intersection = sizeof(Intersection) / sizeof(std::uint32_t);
constexpr std::size_t first_of_candidate = offsetof(RayQuery, candidate) / sizeof(std::uint32_t);
constexpr std::size_t first_of_committed = offsetof(RayQuery, committed) / sizeof(std::uint32_t);
// These bounds follow the others, and are the same in all implementations.
constexpr std::size_t first_bound = offsetof(Intersection, t_low) / sizeof(std::uint32_t);

// An intersection, and which of its words are uncertain.
struct TrackedIntersection {
  Intersection values;
  std::bitset<words_of_intersection> uncertain;
};

TrackedIntersection get(const TrackedQuery& tracked, std::size_t first) {
  TrackedIntersection found;
  found.values = first == first_of_candidate ? tracked.query.candidate : tracked.query.committed;
  for (std::size_t i = 0; i < words_of_intersection; ++i)
    found.uncertain[i] = tracked.uncertain[first + i];
  return found;
}

void set(TrackedQuery& tracked, std::size_t first, const TrackedIntersection& found) {
  (first == first_of_candidate ? tracked.query.candidate : tracked.query.committed) = found.values;
  for (std::size_t i = 0; i < words_of_intersection; ++i)
    tracked.uncertain[first + i] = found.uncertain[i];
}

float rounded_down(double value) {
  const auto rounded = static_cast<float>(value);
  return double{rounded} > value ? std::nextafter(rounded, -std::numeric_limits<float>::infinity())
                                 : rounded;
}
float rounded_up(double value) { return -rounded_down(-value); }

TrackedIntersection intersection_of(const AccelerationStructure& structure, const Hit& hit) {
  const Instance& instance = structure.instances[hit.instance];
  TrackedIntersection found;
  Intersection& values = found.values;
  values.instance = hit.instance;
  values.custom_index = instance.custom_index;
  values.record_offset = instance.record_offset;
  values.geometry = hit.geometry;
  values.primitive = hit.primitive;
  values.is_front = hit.is_front ? 1 : 0;
  values.is_opaque = hit.is_opaque ? 1 : 0;
  values.t = static_cast<float>(hit.t);
  values.t_low = rounded_down(hit.t - hit.t_error);
  values.t_high = rounded_up(hit.t + hit.t_error);
  if (!hit.is_triangle) return found;
  const auto& [u, v] = hit.barycentrics;
  const auto& [u_error, v_error] = hit.barycentric_errors;
  values.u = static_cast<float>(u);
  values.v = static_cast<float>(v);
  values.u_low = rounded_down(u - u_error);
  values.u_high = rounded_up(u + u_error);
  values.v_low = rounded_down(v - v_error);
  values.v_high = rounded_up(v + v_error);
  return found;
}

std::array<std::uint32_t, words_of_intersection> words_of(const Intersection& intersection) {
  return std::bit_cast<std::array<std::uint32_t, words_of_intersection>>(intersection);
}

// A number of an intersection, and its bounds.
struct BoundedNumber {
  float Intersection::*value;
  float Intersection::*low;
  float Intersection::*high;
  std::size_t word;
};
constexpr std::array<BoundedNumber, 3> bounded_numbers{
    {{&Intersection::t, &Intersection::t_low, &Intersection::t_high,
      offsetof(Intersection, t) / sizeof(std::uint32_t)},
     {&Intersection::u, &Intersection::u_low, &Intersection::u_high,
      offsetof(Intersection, u) / sizeof(std::uint32_t)},
     {&Intersection::v, &Intersection::v_low, &Intersection::v_high,
      offsetof(Intersection, v) / sizeof(std::uint32_t)}}};
constexpr std::size_t first_number = bounded_numbers.front().word;
static_assert(bounded_numbers.back().word + 1 == first_bound);

// Marks the words in which another intersection that implementations may have differs, and numbers that differ by more than
// their precision.
void include(TrackedIntersection& all, const TrackedIntersection& other) {
  const auto a = words_of(all.values), b = words_of(other.values);
  for (std::size_t i = 0; i < first_number; ++i) {
    if (a[i] != b[i] || other.uncertain[i]) all.uncertain.set(i);
  }
  for (const BoundedNumber& number : bounded_numbers) {
    float& low = all.values.*number.low;
    float& high = all.values.*number.high;
    const float other_low = other.values.*number.low, other_high = other.values.*number.high;
    if (other_low > high || other_high < low || other.uncertain[number.word])
      all.uncertain.set(number.word);
    low = std::min(low, other_low);
    high = std::max(high, other_high);
  }
}

// How a hit is to be committed.
struct Certainty {
  bool is_hit = true;   // it is, in this run
  bool is_sure = true;  // in all implementations
};

// "Ray Closest Hit Determination": keeps the closer of the hit and what is committed.
void commit(TrackedQuery& tracked, const TrackedIntersection& hit, Certainty certainty) {
  TrackedIntersection committed = get(tracked, first_of_committed);
  constexpr std::size_t type = offsetof(Intersection, type) / sizeof(std::uint32_t);
  const bool is_first = committed.values.type == Intersection::nothing;
  if (is_first && !committed.uncertain[type]) {
    TrackedIntersection result = certainty.is_hit ? hit : committed;
    if (!certainty.is_sure) include(result, certainty.is_hit ? committed : hit);
    return set(tracked, first_of_committed, result);
  }
  const bool is_surely_farther =
      !is_first && !committed.uncertain[type] && hit.values.t_low > committed.values.t_high;
  if (is_surely_farther) return;
  const bool is_surely_closer =
      certainty.is_sure && (is_first || hit.values.t_high < committed.values.t_low);
  if (is_surely_closer) return set(tracked, first_of_committed, hit);
  const bool replaces = certainty.is_hit && (is_first || hit.values.t < committed.values.t);
  TrackedIntersection result = replaces ? hit : committed;
  include(result, replaces ? committed : hit);
  set(tracked, first_of_committed, result);
}

class Traversal {
 public:
  Traversal(TrackedQuery& tracked, const AccelerationStructure& structure,
            const CandidateOrder& order)
      : tracked_(tracked), structure_(structure), hits_(find_hits(structure, tracked.query.ray)) {
    arrange(order);
  }

  ProceedResult proceed();

 private:
  void arrange(const CandidateOrder& order);
  void commit_opaque(const Hit& hit);
  bool is_beyond_committed(const Hit& hit) const {
    const Intersection& committed = tracked_.query.committed;
    return committed.type != Intersection::nothing && hit.t > double{committed.t};
  }
  bool terminates_on_first_hit() const {
    return (tracked_.query.ray.flags & RayFlags::terminate_on_first_hit) != 0;
  }

  TrackedQuery& tracked_;
  const AccelerationStructure& structure_;
  std::vector<Hit> hits_;  // in the order of traversal
};

// Opaque triangles first, the sure ones before the others: then fewest candidates are reported, and what may be committed
// is known as precisely as possible.
int rank_of(const Hit& hit) {
  if (!hit.is_opaque || !hit.is_triangle) return 3;
  if (!hit.is_sure) return 2;
  return hit.is_hit ? 0 : 1;
}

void Traversal::arrange(const CandidateOrder& order) {
  const auto by_rank = [](const Hit& a, const Hit& b) { return rank_of(a) < rank_of(b); };
  switch (order.kind) {
    case CandidateOrder::Kind::forward:
      std::ranges::stable_sort(hits_, by_rank);
      return;
    case CandidateOrder::Kind::backward:
      std::ranges::reverse(hits_);
      return;
    case CandidateOrder::Kind::random: {
      const Ray& ray = tracked_.query.ray;
      std::uint64_t seed = order.seed;
      for (const float component : {ray.direction[0], ray.direction[1], ray.direction[2]})
        seed = seed * 31 + std::bit_cast<std::uint32_t>(component);
      std::mt19937_64 random(seed);
      for (std::size_t i = hits_.size(); i > 1; --i) std::swap(hits_[i - 1], hits_[random() % i]);
      return;
    }
    case CandidateOrder::Kind::repeated:
      break;
  }
  std::ranges::stable_sort(hits_, by_rank);
  std::vector<Hit> repeated;
  for (const Hit& hit : hits_)
    repeated.insert(repeated.end(), rank_of(hit) == 3 && !hit.reports_once ? 2 : 1, hit);
  hits_ = std::move(repeated);
}

void Traversal::commit_opaque(const Hit& hit) {
  TrackedIntersection found = intersection_of(structure_, hit);
  found.values.type = Intersection::triangle;
  commit(tracked_, found, {hit.is_hit, hit.is_sure});
  if (!terminates_on_first_hit() || !hit.is_hit) return;
  // Another one may come first.
  TrackedIntersection committed = get(tracked_, first_of_committed);
  for (const Hit& other : hits_) {
    if (!other.is_opaque || !other.is_triangle) continue;
    TrackedIntersection alternative = intersection_of(structure_, other);
    alternative.values.type = Intersection::triangle;
    include(committed, alternative);
  }
  set(tracked_, first_of_committed, committed);
}

ProceedResult Traversal::proceed() {
  RayQuery& query = tracked_.query;
  ProceedResult result;
  result.has_alternatives =
      std::ranges::count_if(hits_, [](const Hit& hit) { return rank_of(hit) == 3; }) > 1;
  while (query.next < hits_.size()) {
    const Hit& hit = hits_[query.next++];
    if (rank_of(hit) != 3) {
      commit_opaque(hit);
      if (terminates_on_first_hit() && hit.is_hit) break;
      continue;
    }
    if (is_beyond_committed(hit)) continue;
    result.is_uncertain |= !hit.is_sure;
    if (!hit.is_hit) continue;
    TrackedIntersection found = intersection_of(structure_, hit);
    found.values.type =
        hit.is_triangle ? Intersection::triangle_candidate : Intersection::box_candidate;
    if (!hit.is_sure) found.uncertain.set();
    set(tracked_, first_of_candidate, found);
    query.phase = RayQuery::at_candidate;
    result.is_incomplete = true;
    return result;
  }
  query.phase = RayQuery::finished;
  return result;
}

void end_after_first_hit(TrackedQuery& tracked) {
  if ((tracked.query.ray.flags & RayFlags::terminate_on_first_hit) != 0)
    tracked.query.phase |= RayQuery::terminated;
}

}  // namespace

ProceedResult proceed(TrackedQuery& tracked, const AccelerationStructure* structure,
                      const CandidateOrder& order) {
  const std::uint32_t phase = tracked.query.phase;
  const bool ends = phase == RayQuery::finished || (phase & RayQuery::terminated) != 0;
  if (structure != nullptr && !ends) return Traversal(tracked, *structure, order).proceed();
  tracked.query.phase = RayQuery::finished;
  return {};
}

void confirm_intersection(TrackedQuery& tracked) {
  TrackedIntersection hit = get(tracked, first_of_candidate);
  hit.values.type = Intersection::triangle;
  commit(tracked, hit, {});
  end_after_first_hit(tracked);
}

void generate_intersection(TrackedQuery& tracked, float t) {
  TrackedIntersection hit = get(tracked, first_of_candidate);
  hit.values.type = Intersection::generated;
  hit.values.t = hit.values.t_low = hit.values.t_high = t;
  hit.uncertain.reset(bounded_numbers.front().word);
  commit(tracked, hit, {});
  end_after_first_hit(tracked);
}

}  // namespace spirv_oracle
