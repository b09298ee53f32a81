#include "interpreter/instructions/ray_query/query_registers.h"

#include <array>
#include <bit>

#include "interpreter/instructions/memory/memory.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {

namespace ray_query_clauses {
constinit const Clause not_initialized{
    "ray-query.not-initialized", "ray-query-state", Effect::undefined_behavior,
    "OpRayQueryInitializeKHR has not been executed on the ray query"};
constinit const Clause no_candidate{
    "ray-query.no-candidate",
    "ray-query-state",
    Effect::undefined_behavior,
    "the last OpRayQueryProceedKHR on the ray query did not return true, so there is no candidate",
    ArithmeticPoison::unchanged,
    "use the candidate only after rayQueryProceedEXT() has returned true"};
constinit const Clause not_a_triangle_candidate{"ray-query.not-a-triangle-candidate",
                                                "ray-query-state", Effect::undefined_behavior,
                                                "the candidate is not a triangle"};
constinit const Clause not_a_box_candidate{"ray-query.not-a-box-candidate", "ray-query-state",
                                           Effect::undefined_behavior,
                                           "the candidate is not an axis-aligned bounding box"};
constinit const Clause nothing_committed{
    "ray-query.nothing-committed", "ray-query-state",
    Effect::undefined_behavior,    "no intersection is committed",
    ArithmeticPoison::unchanged,   "check the type of the committed intersection first"};
constinit const Clause committed_not_a_triangle{
    "ray-query.committed-not-a-triangle", "ray-query-state", Effect::undefined_behavior,
    "the committed intersection is not with a triangle"};
}  // namespace ray_query_clauses

namespace {

Id query_type(Lowering& lowering, Id pointer) {
  const Id type = pointee_type(lowering.module(), pointer);
  if (lowering.type(type).kind != Type::Kind::ray_query)
    lowering.fail_input("Ray Query does not point to a ray query");
  return type;
}

}  // namespace

std::vector<Slot> query_planes(Lowering& lowering, Id pointer) {
  const Id type = query_type(lowering, pointer);
  const Value& value = lowering.value(pointer);
  if (!Lowering::in_planes(value)) return load_from_pointer(lowering, pointer, type);
  const auto planes = lowering.variable_slots(value.pointer, type);
  return {planes.begin(), planes.end()};
}

void store_query_planes(Lowering& lowering, Id pointer, const std::vector<Slot>& planes) {
  if (!Lowering::in_planes(lowering.value(pointer)))
    store_to_pointer(lowering, pointer, query_type(lowering, pointer), planes);
}

TrackedQuery QueryRegisters::get(unsigned lane) const {
  TrackedQuery tracked;
  std::array<std::uint32_t, ray_query_words> words{};
  for (std::size_t i = 0; i < ray_query_words; ++i) {
    words[i] = word(i, lane);
    tracked.uncertain[i] = is_uncertain(i, lane);
  }
  tracked.query = std::bit_cast<RayQuery>(words);
  return tracked;
}

void QueryRegisters::set(unsigned lane, const TrackedQuery& tracked) {
  const auto words = std::bit_cast<std::array<std::uint32_t, ray_query_words>>(tracked.query);
  for (std::size_t i = 0; i < ray_query_words; ++i) {
    PlaneHeader& header = subgroup_.header(planes_[i]);
    subgroup_.values<std::uint32_t>(planes_[i])[lane] = words[i];
    header.undefined.reset(lane);
    if (tracked.uncertain[i]) {
      header.implementation_dependent.set(lane);
    } else {
      header.implementation_dependent.reset(lane);
    }
  }
}

const AccelerationStructure* QueryRegisters::structure(unsigned lane) const {
  const auto& structures = subgroup_.program->rays.structures;
  const auto found = structures.find(word(SPIRV_ORACLE_QUERY_WORD(structure), lane));
  return found == structures.end() ? nullptr : found->second.get();
}

}  // namespace spirv_oracle
