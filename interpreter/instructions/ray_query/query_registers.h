// The state of a ray query in registers: one plane for each word of RayQuery (rays/ray_query.h).
#pragma once

#include <cstddef>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"
#include "rays/ray_query.h"

namespace spirv_oracle {

// The number of a 32-bit member of RayQuery.
#define SPIRV_ORACLE_QUERY_WORD(member) (offsetof(RayQuery, member) / sizeof(std::uint32_t))

namespace ray_query_clauses {
extern const Clause not_initialized;
extern const Clause no_candidate;
extern const Clause not_a_triangle_candidate;
extern const Clause not_a_box_candidate;
extern const Clause nothing_committed;
extern const Clause committed_not_a_triangle;
}  // namespace ray_query_clauses

// The planes of the ray query that a pointer operand points to. Those of a ray query in memory are copies.
std::vector<Slot> query_planes(Lowering& lowering, Id pointer);
// Must be called after a record that changed them.
void store_query_planes(Lowering& lowering, Id pointer, const std::vector<Slot>& planes);

// The planes in Program::data, as handlers read and write them.
class QueryRegisters {
 public:
  QueryRegisters(Subgroup& subgroup, const std::uint32_t* planes)
      : subgroup_(subgroup), planes_(planes) {}

  bool is_initialized(unsigned lane) const { return !is_undefined(0, lane); }
  std::uint32_t word(std::size_t number, unsigned lane) const {
    return subgroup_.values<std::uint32_t>(planes_[number])[lane];
  }
  bool is_undefined(std::size_t number, unsigned lane) const {
    return subgroup_.header(planes_[number]).undefined.test(lane);
  }
  bool is_uncertain(std::size_t number, unsigned lane) const {
    return subgroup_.header(planes_[number]).implementation_dependent.test(lane);
  }
  TrackedQuery get(unsigned lane) const;
  void set(unsigned lane, const TrackedQuery& tracked);
  // The acceleration structure; null: a null descriptor.
  const AccelerationStructure* structure(unsigned lane) const;

 private:
  Subgroup& subgroup_;
  const std::uint32_t* planes_;
};

}  // namespace spirv_oracle
