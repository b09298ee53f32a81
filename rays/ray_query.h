// Ray queries: the state of a traversal, and how it proceeds. SPV_KHR_ray_query.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

#include "rays/candidate_order.h"
#include "rays/ray.h"

namespace spirv_oracle {

// Of the candidate, or of the closest hit so far. All members have 32 bits, and are registers of a ray query.
struct Intersection {
  enum Candidate : std::uint32_t { triangle_candidate, box_candidate };
  enum Committed : std::uint32_t { nothing, triangle, generated };

  std::uint32_t type = 0;  // of the candidate: Candidate; of the closest hit: Committed
  std::uint32_t instance = 0, custom_index = 0, record_offset = 0;
  std::uint32_t geometry = 0, primitive = 0;
  std::uint32_t is_front = 0, is_opaque = 0;
  float t = 0, u = 0, v = 0;
  // Which values implementations may give.
  float t_low = 0, t_high = 0, u_low = 0, u_high = 0, v_low = 0, v_high = 0;
};

struct RayQuery {
  // By the last OpRayQueryProceedKHR, if there was one.
  enum Phase : std::uint32_t { initialized, at_candidate, finished };
  // Added to a phase: traversal ends. The candidate remains one.
  static constexpr std::uint32_t terminated = 4;

  std::uint32_t phase = initialized;
  std::uint32_t structure = 0;  // the object of the acceleration structure
  Ray ray;
  std::uint32_t next = 0;  // the number of hits that traversal has considered
  Intersection candidate, committed;

  static bool has_candidate(std::uint32_t phase) { return (phase & ~terminated) == at_candidate; }
};

inline constexpr std::size_t ray_query_words = sizeof(RayQuery) / sizeof(std::uint32_t);
static_assert(sizeof(RayQuery) == 4 * (2 + 13 + 1 + 2 * 17));

// A ray query, and which of its words another implementation may have with a different value.
struct TrackedQuery {
  RayQuery query;
  std::bitset<ray_query_words> uncertain;
};

// OpRayQueryProceedKHR. A null structure has no primitives.
struct ProceedResult {
  bool is_incomplete = false;
  bool is_uncertain = false;      // other implementations may return the opposite
  bool has_alternatives = false;  // the order of candidates matters: there are several
};
ProceedResult proceed(TrackedQuery& tracked, const AccelerationStructure* structure,
                      const CandidateOrder& order);

// OpRayQueryConfirmIntersectionKHR and OpRayQueryGenerateIntersectionKHR, for a candidate of the right type.
void confirm_intersection(TrackedQuery& tracked);
void generate_intersection(TrackedQuery& tracked, float t);

}  // namespace spirv_oracle
