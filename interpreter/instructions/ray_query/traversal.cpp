// Ray Query Instructions that change a ray query: SPV_KHR_ray_query.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"
#include "interpreter/instructions/ray_query/query_registers.h"
#include "interpreter/instructions/ray_query/query_results.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {
namespace {

constexpr ScalarType word_type = ScalarType::unsigned_integer(4);
constexpr ScalarType number_type{ScalarType::Class::floating, 4, false};

// Emits a record whose data are the planes of the ray query and then `others`. It changes the ray query.
void emit_change(Lowering& lowering, Id pointer, Handler handler, Slot result,
                 const std::vector<Slot>& others = {}) {
  const std::vector<Slot> planes = query_planes(lowering, pointer);
  std::vector<std::uint32_t> words(planes.begin(), planes.end());
  words.insert(words.end(), others.begin(), others.end());
  const std::uint32_t record = lowering.emit(handler, result, {}, lowering.add_data(words));
  RecordEffects effects{.reads = planes, .writes = planes};
  effects.reads.insert(effects.reads.end(), others.begin(), others.end());
  lowering.describe(record, std::move(effects));
  store_query_planes(lowering, pointer, planes);
}

// An instruction on the ray query alone.
template <class G>
struct QueryChange : Arrangement<G> {
  static constexpr bool shares_planes = false;
  static constexpr auto enclosure = &enclosures::accesses;
};

// --- OpRayQueryInitializeKHR ---

constexpr std::size_t first_ray_word = SPIRV_ORACLE_QUERY_WORD(ray);
constexpr std::size_t ray_operand_words = 10;  // origin, direction, t_min, t_max, flags, cull_mask
static_assert(offsetof(Ray, cull_mask) == 4 * (ray_operand_words - 1));

struct OpRayQueryInitializeKHR : QueryChange<grammar::OpRayQueryInitializeKHR> {
  static constexpr Clause not_finite{
      "OpRayQueryInitializeKHR.not-finite", "ray-query-operand", Effect::undefined_behavior,
      "a component of Ray Origin or Ray Direction is an infinity or a NaN"};
  static constexpr Clause negative_interval{"OpRayQueryInitializeKHR.negative-interval",
                                            "ray-query-operand", Effect::undefined_behavior,
                                            "Ray Tmin or Ray Tmax is negative or a NaN"};
  static constexpr Clause empty_interval{"OpRayQueryInitializeKHR.empty-interval",
                                         "ray-query-operand", Effect::undefined_behavior,
                                         "Ray Tmin is greater than Ray Tmax"};
  static constexpr Clause flags_conflict{"OpRayQueryInitializeKHR.flags-conflict",
                                         "ray-query-operand", Effect::undefined_behavior,
                                         "Ray Flags contains flags that exclude each other"};
  static constexpr Clause operand_undefined{
      "OpRayQueryInitializeKHR.operand-undefined", "undefined-operand", Effect::undefined_behavior,
      "an undefined operand may be anything that the instruction does not permit"};
  static constexpr auto clauses =
      clause_list(not_finite, negative_interval, empty_interval, flags_conflict, operand_undefined);

  // "Runtime SPIR-V Validation" in Vulkan.
  static const Clause* mistake_in(const Ray& ray) {
    const auto is_finite = [](float number) { return std::isfinite(number); };
    if (!std::ranges::all_of(ray.origin, is_finite) ||
        !std::ranges::all_of(ray.direction, is_finite))
      return &not_finite;
    if (!(ray.t_min >= 0) || !(ray.t_max >= 0)) return &negative_interval;
    if (ray.t_min > ray.t_max) return &empty_interval;
    const auto has_several = [&](std::uint32_t flags) {
      return std::popcount(ray.flags & flags) > 1;
    };
    const bool is_conflict = has_several(RayFlags::skip_triangles | RayFlags::skip_boxes) ||
                             has_several(RayFlags::skip_triangles | RayFlags::cull_back_facing |
                                         RayFlags::cull_front_facing) ||
                             has_several(RayFlags::opaque | RayFlags::no_opaque |
                                         RayFlags::cull_opaque | RayFlags::cull_no_opaque);
    return is_conflict ? &flags_conflict : nullptr;
  }

  // extra: in Program::data, the planes of the ray query, the acceleration structure, and the words of the ray.
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* const planes = subgroup.data + record->extra;
    const std::uint32_t* const operands = planes + ray_query_words;
    QueryRegisters registers(subgroup, planes);
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      bool is_undefined = false;
      TrackedQuery tracked;
      const auto note = [&](Slot slot, std::size_t word) {
        is_undefined |= subgroup.header(slot).undefined.test(lane);
        tracked.uncertain[word] = subgroup.header(slot).implementation_dependent.test(lane);
      };
      std::array<std::uint32_t, ray_operand_words> words{};
      for (std::size_t i = 0; i < ray_operand_words; ++i) {
        words[i] = subgroup.values<std::uint32_t>(operands[1 + i])[lane];
        note(operands[1 + i], first_ray_word + i);
      }
      note(operands[0], SPIRV_ORACLE_QUERY_WORD(structure));
      std::memcpy(static_cast<void*>(&tracked.query.ray), words.data(), sizeof words);
      tracked.query.structure = static_cast<std::uint32_t>(
          subgroup.values<std::uint64_t>(operands[0])[lane] >> AddressSpace::offset_bits);
      const Clause* const mistake =
          is_undefined ? &operand_undefined : mistake_in(tracked.query.ray);
      if (mistake != nullptr) {
        broken.add(*mistake, lane);
        tracked.query.ray.t_max = -1;  // hits nothing
      }
      registers.set(lane, tracked);
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  // Of the preceding record, which has the same data: how far the ray of another implementation may be from this one.
  static const Record* execute_errors(Subgroup& subgroup, const Record* record) {
    const Enclosures* const enclosures = enclosures_of(subgroup);
    const std::uint32_t* const planes = subgroup.data + record->extra;
    const std::uint32_t* const operands = planes + ray_query_words + 1;
    subgroup.active.for_each([&](unsigned lane) {
      const auto set_error = [&](std::size_t first, std::size_t count, std::size_t word) {
        float most = 0;
        for (std::size_t i = first; i < first + count; ++i) {
          const auto usual = Real{subgroup.values<float>(operands[i])[lane]};
          const Interval all = enclosures == nullptr
                                   ? Interval::everything()
                                   : enclosures->values_of(subgroup, operands[i], lane);
          const Real error = all.is_point() ? 0 : std::max(all.high - usual, usual - all.low);
          if (all.nan || !(error <= Real{std::numeric_limits<float>::max()})) {
            most = std::numeric_limits<float>::infinity();
          } else if (error > 0) {
            most = std::max(most, std::nextafter(static_cast<float>(error),
                                                 std::numeric_limits<float>::infinity()));
          }
        }
        subgroup.values<float>(planes[word])[lane] = most;
      };
      set_error(0, 3, SPIRV_ORACLE_QUERY_WORD(ray.origin_error));
      set_error(3, 3, SPIRV_ORACLE_QUERY_WORD(ray.direction_error));
      set_error(6, 2, SPIRV_ORACLE_QUERY_WORD(ray.t_error));
    });
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    using G = grammar::OpRayQueryInitializeKHR;
    if (lowering.type_of(instruction.id(G::accel)).kind != Type::Kind::acceleration_structure)
      lowering.fail_input("Acceleration Structure is not an acceleration structure");
    std::vector<Slot> operands = {
        lowering.slot(instruction.id(G::accel), 0, ScalarType::pointer())};
    const auto add = [&](Id id, unsigned count, ScalarType type) {
      for (unsigned i = 0; i < count; ++i) operands.push_back(lowering.slot(id, i, type));
    };
    add(instruction.id(G::ray_origin), 3, number_type);
    add(instruction.id(G::ray_direction), 3, number_type);
    add(instruction.id(G::ray_t_min), 1, number_type);
    add(instruction.id(G::ray_t_max), 1, number_type);
    add(instruction.id(G::ray_flags), 1, word_type);
    add(instruction.id(G::cull_mask), 1, word_type);
    const Id query = instruction.id(G::ray_query);
    emit_change(lowering, query, &execute, no_slot, operands);
    if (lowering.request().record_enclosures)
      emit_change(lowering, query, &execute_errors, no_slot, operands);
  }
};

// --- OpRayQueryProceedKHR ---

struct OpRayQueryProceedKHR : QueryChange<grammar::OpRayQueryProceedKHR> {
  static constexpr Clause already_complete{
      "OpRayQueryProceedKHR.already-complete", "ray-query-state", Effect::undefined_behavior,
      "OpRayQueryProceedKHR has already returned false for this ray query"};
  static constexpr auto clauses = clause_list(ray_query_clauses::not_initialized, already_complete);

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    QueryRegisters registers(subgroup, subgroup.data + record->extra);
    BrokenClauses broken;
    PlaneHeader header;
    subgroup.active.for_each([&](unsigned lane) {
      ProceedResult result;
      if (!registers.is_initialized(lane)) {
        broken.add(ray_query_clauses::not_initialized, lane);
      } else if (registers.word(SPIRV_ORACLE_QUERY_WORD(phase), lane) == RayQuery::finished) {
        broken.add(already_complete, lane);
      } else {
        result = proceed_lane(subgroup, registers, lane);
      }
      if (result.is_uncertain) header.implementation_dependent.set(lane);
      if (result.is_incomplete) {
        subgroup.truth(record->result).set(lane);
      } else {
        subgroup.truth(record->result).reset(lane);
      }
    });
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }

  static ProceedResult proceed_lane(const Subgroup& subgroup, QueryRegisters& registers,
                                    unsigned lane) {
    TrackedQuery tracked = registers.get(lane);
    ProceedResult result =
        proceed(tracked, registers.structure(lane), subgroup.program->request.candidate_order);
    // Another implementation has another ray.
    constexpr std::size_t candidate = SPIRV_ORACLE_QUERY_WORD(candidate);
    bool has_uncertain_ray = false;
    for (std::size_t i = 0; i < first_ray_word + ray_operand_words; ++i)
      has_uncertain_ray |= tracked.uncertain[i];
    for (std::size_t i = candidate; has_uncertain_ray && i < ray_query_words; ++i)
      tracked.uncertain.set(i);
    result.is_uncertain |= has_uncertain_ray;
    registers.set(lane, tracked);
    return result;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot result = lowering.define(instruction).slots[0];
    emit_change(lowering, instruction.id(grammar::OpRayQueryProceedKHR::ray_query), &execute,
                result);
  }
};

// --- instructions about the candidate ---

struct OpRayQueryTerminateKHR : QueryChange<grammar::OpRayQueryTerminateKHR> {
  static constexpr Clause already_complete{
      "OpRayQueryTerminateKHR.already-complete", "ray-query-state", Effect::undefined_behavior,
      "OpRayQueryProceedKHR has returned false for this ray query"};
  static constexpr auto clauses = clause_list(ray_query_clauses::not_initialized, already_complete);

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    QueryRegisters registers(subgroup, subgroup.data + record->extra);
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      if (!registers.is_initialized(lane))
        return broken.add(ray_query_clauses::not_initialized, lane);
      TrackedQuery tracked = registers.get(lane);
      if (tracked.query.phase == RayQuery::finished) return broken.add(already_complete, lane);
      tracked.query.phase |= RayQuery::terminated;
      registers.set(lane, tracked);
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_change(lowering, instruction.id(grammar::OpRayQueryTerminateKHR::ray_query), &execute,
                no_slot);
  }
};

struct OpRayQueryConfirmIntersectionKHR : QueryChange<grammar::OpRayQueryConfirmIntersectionKHR> {
  static constexpr auto clauses =
      clause_list(ray_query_clauses::not_initialized, ray_query_clauses::no_candidate,
                  ray_query_clauses::not_a_triangle_candidate);

  static const Record* execute(Subgroup& subgroup, const Record* record) {
    QueryRegisters registers(subgroup, subgroup.data + record->extra);
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      if (const Clause* mistake =
              broken_requirement(registers, lane, Requirement::triangle_candidate))
        return broken.add(*mistake, lane);
      TrackedQuery tracked = registers.get(lane);
      confirm_intersection(tracked);
      registers.set(lane, tracked);
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    emit_change(lowering, instruction.id(grammar::OpRayQueryConfirmIntersectionKHR::ray_query),
                &execute, no_slot);
  }
};

struct OpRayQueryGenerateIntersectionKHR : QueryChange<grammar::OpRayQueryGenerateIntersectionKHR> {
  static constexpr Clause outside_interval{
      "OpRayQueryGenerateIntersectionKHR.outside-interval", "ray-query-operand",
      Effect::undefined_behavior,
      "Hit T is not between Ray Tmin and the end of the ray, or the committed intersection"};
  static constexpr auto clauses =
      clause_list(ray_query_clauses::not_initialized, ray_query_clauses::no_candidate,
                  ray_query_clauses::not_a_box_candidate, outside_interval);

  // extra: in Program::data, the planes of the ray query, and that of Hit T.
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const std::uint32_t* const planes = subgroup.data + record->extra;
    const Slot t = planes[ray_query_words];
    QueryRegisters registers(subgroup, planes);
    BrokenClauses broken;
    subgroup.active.for_each([&](unsigned lane) {
      if (const Clause* mistake = broken_requirement(registers, lane, Requirement::box_candidate))
        return broken.add(*mistake, lane);
      TrackedQuery tracked = registers.get(lane);
      const float hit = subgroup.values<float>(t)[lane];
      const Intersection& committed = tracked.query.committed;
      const float end =
          committed.type == Intersection::nothing ? tracked.query.ray.t_max : committed.t;
      const bool is_inside = hit >= tracked.query.ray.t_min && hit <= end;
      if (!is_inside || subgroup.header(t).undefined.test(lane))
        return broken.add(outside_interval, lane);
      constexpr std::size_t committed_t = SPIRV_ORACLE_QUERY_WORD(committed.t);
      generate_intersection(tracked, hit);
      if (subgroup.header(t).implementation_dependent.test(lane))
        tracked.uncertain.set(committed_t);
      registers.set(lane, tracked);
    });
    broken.report(subgroup, *record);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    using G = grammar::OpRayQueryGenerateIntersectionKHR;
    emit_change(lowering, instruction.id(G::ray_query), &execute, no_slot,
                {lowering.slot(instruction.id(G::hit_t), 0, number_type)});
  }
};

}  // namespace

std::span<const InstructionDefinition> ray_query_instructions() {
  return InstructionList<OpRayQueryInitializeKHR, OpRayQueryProceedKHR, OpRayQueryTerminateKHR,
                         OpRayQueryConfirmIntersectionKHR,
                         OpRayQueryGenerateIntersectionKHR>::definitions;
}

}  // namespace spirv_oracle
