// Ray Query Instructions that return parts of a ray query: SPV_KHR_ray_query.

#include "interpreter/instructions/ray_query/query_results.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/observe/enclosures.h"

namespace spirv_oracle {

const Clause* broken_requirement(const QueryRegisters& registers, unsigned lane,
                                 Requirement requirement) {
  if (!registers.is_initialized(lane)) return &ray_query_clauses::not_initialized;
  const std::uint32_t phase = registers.word(SPIRV_ORACLE_QUERY_WORD(phase), lane);
  const std::uint32_t candidate = registers.word(SPIRV_ORACLE_QUERY_WORD(candidate.type), lane);
  const std::uint32_t committed = registers.word(SPIRV_ORACLE_QUERY_WORD(committed.type), lane);
  const bool has_candidate = RayQuery::has_candidate(phase);
  switch (requirement) {
    case Requirement::initialized:
      return nullptr;
    case Requirement::candidate:
      return has_candidate ? nullptr : &ray_query_clauses::no_candidate;
    case Requirement::triangle_candidate:
      if (!has_candidate) return &ray_query_clauses::no_candidate;
      return candidate == Intersection::triangle_candidate
                 ? nullptr
                 : &ray_query_clauses::not_a_triangle_candidate;
    case Requirement::box_candidate:
      if (!has_candidate) return &ray_query_clauses::no_candidate;
      return candidate == Intersection::box_candidate ? nullptr
                                                      : &ray_query_clauses::not_a_box_candidate;
    case Requirement::committed:
      return committed == Intersection::nothing ? &ray_query_clauses::nothing_committed : nullptr;
    case Requirement::committed_triangle:
      break;
  }
  if (committed == Intersection::nothing) return &ray_query_clauses::nothing_committed;
  return committed == Intersection::triangle ? nullptr
                                             : &ray_query_clauses::committed_not_a_triangle;
}

namespace {

constexpr std::size_t candidate_word = SPIRV_ORACLE_QUERY_WORD(candidate);
constexpr std::size_t committed_word = SPIRV_ORACLE_QUERY_WORD(committed);
constexpr std::size_t word_of(std::size_t offset) { return offset / sizeof(std::uint32_t); }

// A component of a result, for one lane.
struct ResultComponent {
  std::uint32_t bits = 0;
  Definedness state = Definedness::defined;
  Interval values{0, 0, false};  // of a float

  static ResultComponent number(double value, double error) {
    ResultComponent result;
    const auto rounded = static_cast<float>(value);
    std::memcpy(&result.bits, &rounded, sizeof rounded);
    const auto widened = static_cast<Real>(error);
    result.values = {Real{rounded} - widened, Real{rounded} + widened, false};
    return result;
  }
};

// The words of a record: the planes of the ray query, then these.
struct ResultWords {
  static constexpr std::size_t fixed = 3;

  explicit ResultWords(const std::uint32_t* data) : planes(data), rest(data + ray_query_words) {}
  Requirement requirement() const { return static_cast<Requirement>(rest[0]); }
  // The first word of the intersection that the instruction is about.
  std::size_t intersection() const { return rest[1]; }
  std::uint32_t count() const { return rest[2]; }
  Slot result(std::uint32_t i) const { return rest[fixed + i]; }

  const std::uint32_t* planes;
  const std::uint32_t* rest;
};

Definedness state_of(const QueryRegisters& registers, std::size_t word, unsigned lane) {
  if (registers.is_undefined(word, lane)) return Definedness::undefined;
  return registers.is_uncertain(word, lane) ? Definedness::implementation_dependent
                                            : Definedness::defined;
}

float float_at(const QueryRegisters& registers, std::size_t word, unsigned lane) {
  return std::bit_cast<float>(registers.word(word, lane));
}

// Computes component `i` of the result.
using ComponentOf = ResultComponent (*)(const QueryRegisters& registers, std::size_t intersection,
                                        unsigned lane, std::uint32_t i);

void store_component(Subgroup& subgroup, Slot slot, unsigned lane, bool is_boolean,
                     const ResultComponent& component) {
  if (!is_boolean) {
    subgroup.values<std::uint32_t>(slot)[lane] = component.bits;
  } else if (component.bits != 0) {
    subgroup.truth(slot).set(lane);
  } else {
    subgroup.truth(slot).reset(lane);
  }
  PlaneHeader& header = subgroup.header(slot);
  if (component.state == Definedness::undefined) header.undefined.set(lane);
  if (component.state == Definedness::implementation_dependent)
    header.implementation_dependent.set(lane);
}

template <ComponentOf component_of, bool is_boolean>
const Record* execute_result(Subgroup& subgroup, const Record* record) {
  const ResultWords words(subgroup.data + record->extra);
  const QueryRegisters registers(subgroup, words.planes);
  BrokenClauses broken;
  for (std::uint32_t i = 0; i < words.count(); ++i) subgroup.header(words.result(i)) = {};
  subgroup.active.for_each([&](unsigned lane) {
    const Clause* const mistake = broken_requirement(registers, lane, words.requirement());
    if (mistake != nullptr) broken.add(*mistake, lane);
    for (std::uint32_t i = 0; i < words.count(); ++i) {
      const ResultComponent component =
          mistake != nullptr ? ResultComponent{0, Definedness::undefined, {}}
                             : component_of(registers, words.intersection(), lane, i);
      store_component(subgroup, words.result(i), lane, is_boolean, component);
    }
  });
  broken.report(subgroup, *record);
  return record + 1;
}

// Encloses the results of the preceding record, which has the same fields.
template <ComponentOf component_of>
const Record* enclose_results(Subgroup& subgroup, const Record* record) {
  const ResultWords words(subgroup.data + record->extra);
  const QueryRegisters registers(subgroup, words.planes);
  Enclosures* const enclosures = enclosures_of(subgroup);
  for (std::uint32_t i = 0; i < words.count(); ++i) {
    const Slot slot = words.result(i);
    if (enclosures == nullptr) {
      mark_not_enclosed(subgroup, slot);
      continue;
    }
    subgroup.active.for_each([&](unsigned lane) {
      if (subgroup.header(slot).undefined.test(lane)) return;
      const ResultComponent component = component_of(registers, words.intersection(), lane, i);
      const bool is_exact =
          component.values.low == component.values.high && component.state == Definedness::defined;
      enclosures->enclose(subgroup, slot, lane,
                          is_exact ? std::nullopt : std::optional(Computed{component.values}),
                          record->origin);
    });
  }
  return record + 1;
}

template <ComponentOf component_of, bool is_float, bool is_boolean>
void lower_result(Lowering& lowering, const Instruction& instruction, Id query,
                  Requirement requirement, std::size_t intersection, std::uint32_t count) {
  const std::vector<Slot> planes = query_planes(lowering, query);
  const std::vector<Slot> results = lowering.define(instruction).slots;
  const ScalarType type = lowering.components(instruction.type).front();
  if (results.size() != count || type.bytes != (is_boolean ? 0 : 4))
    lowering.fail_input("Result Type does not fit the instruction");
  std::vector<std::uint32_t> words(planes.begin(), planes.end());
  words.insert(words.end(), {static_cast<std::uint32_t>(requirement),
                             static_cast<std::uint32_t>(intersection), count});
  words.insert(words.end(), results.begin(), results.end());
  const std::uint32_t data = lowering.add_data(words);
  const std::uint32_t record =
      lowering.emit(&execute_result<component_of, is_boolean>, no_slot, {}, data);
  lowering.describe(record, {.reads = planes, .writes = results});
  if constexpr (is_float) {
    if (lowering.request().record_enclosures)
      lowering.emit(&enclose_results<component_of>, no_slot, {}, data);
  }
}

// --- members of the state ---

// A word of an intersection, or of the ray query (intersection 0).
template <std::size_t offset>
ResultComponent word_component(const QueryRegisters& registers, std::size_t intersection,
                               unsigned lane, std::uint32_t i) {
  const std::size_t word = intersection + word_of(offset) + i;
  return {registers.word(word, lane), state_of(registers, word, lane), {}};
}

// Words of the ray, which other implementations may have computed with an error.
template <std::size_t offset, std::size_t offset_of_error>
ResultComponent ray_component(const QueryRegisters& registers, std::size_t /*intersection*/,
                              unsigned lane, std::uint32_t i) {
  ResultComponent result = word_component<offset>(registers, 0, lane, i);
  const auto value = Real{float_at(registers, word_of(offset) + i, lane)};
  const auto error = Real{float_at(registers, word_of(offset_of_error), lane)};
  result.values = {value - error, value + error, false};
  return result;
}

// A number of an intersection. `low` and `step`: where its bounds are.
template <std::size_t offset, std::size_t low>
ResultComponent hit_component(const QueryRegisters& registers, std::size_t intersection,
                              unsigned lane, std::uint32_t i) {
  ResultComponent result = word_component<offset>(registers, intersection, lane, i);
  const std::size_t bounds = intersection + word_of(low) + std::size_t{2} * i;
  result.values = {Real{float_at(registers, bounds, lane)},
                   Real{float_at(registers, bounds + 1, lane)}, false};
  return result;
}

// --- what follows from the instance ---

const Instance* instance_of(const QueryRegisters& registers, std::size_t intersection,
                            unsigned lane) {
  const AccelerationStructure* const structure = registers.structure(lane);
  const std::size_t word = intersection + word_of(offsetof(Intersection, instance));
  const std::uint32_t number = registers.word(word, lane);
  if (structure == nullptr || number >= structure->instances.size()) return nullptr;
  return &structure->instances[number];
}

// Components of transforms, by columns of three.
enum class Direction : std::uint8_t { object_to_world, world_to_object };

template <Direction direction>
ResultComponent transform_component(const QueryRegisters& registers, std::size_t intersection,
                                    unsigned lane, std::uint32_t i) {
  const Instance* const instance = instance_of(registers, intersection, lane);
  if (instance == nullptr) return {0, Definedness::undefined, {}};
  const std::size_t row = i % 3, column = i / 3;
  const std::size_t word = intersection + word_of(offsetof(Intersection, instance));
  ResultComponent result;
  if (direction == Direction::object_to_world) {
    result = ResultComponent::number(double{instance->object_to_world[row][column]}, 0);
  } else {
    const double value = inverse_of(instance->object_to_world)[row][column];
    const bool is_exact = is_translation(instance->object_to_world);
    result = ResultComponent::number(value, is_exact ? 0 : std::abs(value) * 1e-5);
  }
  result.state = std::max(result.state, state_of(registers, word, lane));
  if (registers.is_uncertain(word, lane)) result.values = Interval::everything();
  return result;
}

// The ray in the space of the instance.
template <bool is_origin>
ResultComponent object_ray_component(const QueryRegisters& registers, std::size_t intersection,
                                     unsigned lane, std::uint32_t i) {
  const Instance* const instance = instance_of(registers, intersection, lane);
  if (instance == nullptr) return {0, Definedness::undefined, {}};
  const Ray ray = registers.get(lane).query.ray;
  const ObjectRay in_object = object_ray(ray, *instance);
  const double value = is_origin ? in_object.origin[i] : in_object.direction[i];
  const InverseTransform inverse = inverse_of(instance->object_to_world);
  const bool is_exact = is_translation(instance->object_to_world) &&
                        (!is_origin || instance->object_to_world[i][3] == 0.0F);
  double size = is_origin ? std::abs(inverse[i][3]) : 0, error = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double factor = std::abs(inverse[i][axis]);
    size += factor * std::abs(double{is_origin ? ray.origin[axis] : ray.direction[axis]});
    error += factor * double{is_origin ? ray.origin_error : ray.direction_error};
  }
  const std::size_t word = intersection + word_of(offsetof(Intersection, instance));
  ResultComponent result = ResultComponent::number(value, error + (is_exact ? 0 : size * 1e-5));
  result.state = state_of(registers, word, lane);
  if (registers.is_uncertain(word, lane)) result.values = Interval::everything();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t of_ray =
        (is_origin ? SPIRV_ORACLE_QUERY_WORD(ray.origin) : SPIRV_ORACLE_QUERY_WORD(ray.direction)) +
        axis;
    result.state = std::max(result.state, state_of(registers, of_ray, lane));
  }
  return result;
}

// --- the instructions ---

template <class G>
struct QueryResult : Arrangement<G> {
  static constexpr bool shares_planes = false;
  static constexpr auto enclosure = &enclosures::accesses;
};

// A part of the ray.
template <class G, ComponentOf component_of, std::uint32_t count, bool is_float>
struct OfRay : QueryResult<G> {
  static constexpr auto clauses = clause_list(ray_query_clauses::not_initialized);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lower_result<component_of, is_float, false>(lowering, instruction, instruction.id(G::ray_query),
                                                Requirement::initialized, 0, count);
  }
};

// What the operand Intersection selects.
bool is_committed(Lowering& lowering, Id intersection) {
  const auto number = lowering.types().integer(intersection);
  if (!number || (*number != 0 && *number != 1))
    lowering.fail_input("Intersection is neither the candidate nor the committed one");
  return *number == 1;
}

// A part of the candidate or of the committed intersection. `of_candidate`, `of_committed`: what it requires.
template <class G, ComponentOf component_of, std::uint32_t count, bool is_float, bool is_boolean,
          Requirement of_candidate, Requirement of_committed>
struct OfIntersection : QueryResult<G> {
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const bool committed = is_committed(lowering, instruction.id(G::intersection));
    lower_result<component_of, is_float, is_boolean>(
        lowering, instruction, instruction.id(G::ray_query),
        committed ? of_committed : of_candidate, committed ? committed_word : candidate_word,
        count);
  }
};

template <class G, ComponentOf component_of, std::uint32_t count = 1, bool is_float = false>
struct OfAny : OfIntersection<G, component_of, count, is_float, false, Requirement::candidate,
                              Requirement::committed> {
  static constexpr auto clauses =
      clause_list(ray_query_clauses::not_initialized, ray_query_clauses::no_candidate,
                  ray_query_clauses::nothing_committed);
};

template <class G, ComponentOf component_of, std::uint32_t count, bool is_boolean>
struct OfTriangle
    : OfIntersection<G, component_of, count, !is_boolean, is_boolean,
                     Requirement::triangle_candidate, Requirement::committed_triangle> {
  static constexpr auto clauses =
      clause_list(ray_query_clauses::not_initialized, ray_query_clauses::no_candidate,
                  ray_query_clauses::not_a_triangle_candidate, ray_query_clauses::nothing_committed,
                  ray_query_clauses::committed_not_a_triangle);
};

namespace g = grammar;

struct OpRayQueryGetIntersectionTypeKHR
    : OfIntersection<g::OpRayQueryGetIntersectionTypeKHR,
                     &word_component<offsetof(Intersection, type)>, 1, false, false,
                     Requirement::candidate, Requirement::initialized> {
  static constexpr auto clauses =
      clause_list(ray_query_clauses::not_initialized, ray_query_clauses::no_candidate);
};
struct OpRayQueryGetRayTMinKHR
    : OfRay<g::OpRayQueryGetRayTMinKHR,
            &ray_component<offsetof(RayQuery, ray.t_min), offsetof(RayQuery, ray.t_error)>, 1,
            true> {};
struct OpRayQueryGetRayFlagsKHR
    : OfRay<g::OpRayQueryGetRayFlagsKHR, &word_component<offsetof(RayQuery, ray.flags)>, 1, false> {
};
struct OpRayQueryGetWorldRayDirectionKHR
    : OfRay<g::OpRayQueryGetWorldRayDirectionKHR,
            &ray_component<offsetof(RayQuery, ray.direction),
                           offsetof(RayQuery, ray.direction_error)>,
            3, true> {};
struct OpRayQueryGetWorldRayOriginKHR
    : OfRay<g::OpRayQueryGetWorldRayOriginKHR,
            &ray_component<offsetof(RayQuery, ray.origin), offsetof(RayQuery, ray.origin_error)>, 3,
            true> {};
struct OpRayQueryGetIntersectionTKHR
    : OfIntersection<g::OpRayQueryGetIntersectionTKHR,
                     &hit_component<offsetof(Intersection, t), offsetof(Intersection, t_low)>, 1,
                     true, false, Requirement::triangle_candidate, Requirement::committed> {
  static constexpr auto clauses = clause_list(
      ray_query_clauses::not_initialized, ray_query_clauses::no_candidate,
      ray_query_clauses::not_a_triangle_candidate, ray_query_clauses::nothing_committed);
};
struct OpRayQueryGetIntersectionInstanceCustomIndexKHR
    : OfAny<g::OpRayQueryGetIntersectionInstanceCustomIndexKHR,
            &word_component<offsetof(Intersection, custom_index)>> {};
struct OpRayQueryGetIntersectionInstanceIdKHR
    : OfAny<g::OpRayQueryGetIntersectionInstanceIdKHR,
            &word_component<offsetof(Intersection, instance)>> {};
struct OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR
    : OfAny<g::OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
            &word_component<offsetof(Intersection, record_offset)>> {};
struct OpRayQueryGetIntersectionGeometryIndexKHR
    : OfAny<g::OpRayQueryGetIntersectionGeometryIndexKHR,
            &word_component<offsetof(Intersection, geometry)>> {};
struct OpRayQueryGetIntersectionPrimitiveIndexKHR
    : OfAny<g::OpRayQueryGetIntersectionPrimitiveIndexKHR,
            &word_component<offsetof(Intersection, primitive)>> {};
struct OpRayQueryGetIntersectionBarycentricsKHR
    : OfTriangle<g::OpRayQueryGetIntersectionBarycentricsKHR,
                 &hit_component<offsetof(Intersection, u), offsetof(Intersection, u_low)>, 2,
                 false> {};
struct OpRayQueryGetIntersectionFrontFaceKHR
    : OfTriangle<g::OpRayQueryGetIntersectionFrontFaceKHR,
                 &word_component<offsetof(Intersection, is_front)>, 1, true> {};
struct OpRayQueryGetIntersectionCandidateAABBOpaqueKHR
    : QueryResult<g::OpRayQueryGetIntersectionCandidateAABBOpaqueKHR> {
  static constexpr auto clauses =
      clause_list(ray_query_clauses::not_initialized, ray_query_clauses::no_candidate,
                  ray_query_clauses::not_a_box_candidate);

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    lower_result<&word_component<offsetof(Intersection, is_opaque)>, false, true>(
        lowering, instruction,
        instruction.id(g::OpRayQueryGetIntersectionCandidateAABBOpaqueKHR::ray_query),
        Requirement::box_candidate, candidate_word, 1);
  }
};
struct OpRayQueryGetIntersectionObjectRayDirectionKHR
    : OfAny<g::OpRayQueryGetIntersectionObjectRayDirectionKHR, &object_ray_component<false>, 3,
            true> {};
struct OpRayQueryGetIntersectionObjectRayOriginKHR
    : OfAny<g::OpRayQueryGetIntersectionObjectRayOriginKHR, &object_ray_component<true>, 3, true> {
};
struct OpRayQueryGetIntersectionObjectToWorldKHR
    : OfAny<g::OpRayQueryGetIntersectionObjectToWorldKHR,
            &transform_component<Direction::object_to_world>, 12, true> {};
struct OpRayQueryGetIntersectionWorldToObjectKHR
    : OfAny<g::OpRayQueryGetIntersectionWorldToObjectKHR,
            &transform_component<Direction::world_to_object>, 12, true> {};

}  // namespace

std::span<const InstructionDefinition> ray_query_result_instructions() {
  return InstructionList<
      OpRayQueryGetIntersectionTypeKHR, OpRayQueryGetRayTMinKHR, OpRayQueryGetRayFlagsKHR,
      OpRayQueryGetWorldRayDirectionKHR, OpRayQueryGetWorldRayOriginKHR,
      OpRayQueryGetIntersectionTKHR, OpRayQueryGetIntersectionInstanceCustomIndexKHR,
      OpRayQueryGetIntersectionInstanceIdKHR,
      OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR,
      OpRayQueryGetIntersectionGeometryIndexKHR, OpRayQueryGetIntersectionPrimitiveIndexKHR,
      OpRayQueryGetIntersectionBarycentricsKHR, OpRayQueryGetIntersectionFrontFaceKHR,
      OpRayQueryGetIntersectionCandidateAABBOpaqueKHR,
      OpRayQueryGetIntersectionObjectRayDirectionKHR, OpRayQueryGetIntersectionObjectRayOriginKHR,
      OpRayQueryGetIntersectionObjectToWorldKHR,
      OpRayQueryGetIntersectionWorldToObjectKHR>::definitions;
}

}  // namespace spirv_oracle
