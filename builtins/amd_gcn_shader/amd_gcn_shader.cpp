#include "builtins/amd_gcn_shader/amd_gcn_shader.h"

#include <algorithm>
#include <array>

#include "builtins/extended_instruction.h"
#include "grammar/amd_gcn_shader.h"
#include "interpreter/images/cube_faces.h"
#include "interpreter/instructions/common/clock.h"
#include "interpreter/ir/enclosure_rule.h"

namespace spirv_oracle {
namespace {

namespace gcn = grammar::amd_gcn_shader;

// What an instruction gives of a direction's place on a cube.
using PartOfPlace = double (*)(const FaceCoordinates&);

template <PartOfPlace part>
const Record* place_on_cube(Subgroup& subgroup, const Record* record) {
  combine_headers(subgroup, record->result, record->operand[0], record->operand[1],
                  record->operand[2]);
  std::array<const float*, 3> direction{};
  for (unsigned axis = 0; axis < 3; ++axis)
    direction[axis] = subgroup.values<float>(record->operand[axis]);
  float* results = subgroup.values<float>(record->result);
  for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) {
    const std::array<double, 3> of_lane = {direction[0][lane], direction[1][lane],
                                           direction[2][lane]};
    results[lane] = static_cast<float>(part(cube_face_of(of_lane)));
  }
  return record + 1;
}

// The planes of P. The text calls the P of CubeFaceCoordAMD a pointer, but compilers pass a vector.
std::array<Slot, 3> direction_of(Lowering& lowering, const Instruction& instruction) {
  const Id p = instruction.id(Lowering::first_operand(instruction));
  const Type& type = lowering.type_of(p);
  if (type.kind == Type::Kind::pointer) lowering.fail_unsupported("a pointer as P");
  if (type.kind != Type::Kind::vector || type.count != 3 || !type.scalar.is_float() ||
      type.scalar.bytes != 4)
    lowering.fail_input("P is not a vector of three 32-bit floats");
  return {lowering.slot(p, 0), lowering.slot(p, 1), lowering.slot(p, 2)};
}

template <class G, PartOfPlace... parts>
struct OnCube {
  using Grammar = G;
  static constexpr ComponentRule depends = &depends_on_all;

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const auto [x, y, z] = direction_of(lowering, instruction);
    const std::vector<Slot> results = lowering.define(instruction).slots;
    constexpr std::array<Handler, sizeof...(parts)> handlers = {&place_on_cube<parts>...};
    if (results.size() != handlers.size())
      lowering.fail_input("Result Type has the wrong number of components");
    for (std::size_t i = 0; i < results.size(); ++i) {
      lowering.check_width(results[i], 4);
      lowering.emit(handlers[i], results[i], {x, y, z});
    }
  }
};

double face_number(const FaceCoordinates& place) { return place.face; }
double face_s(const FaceCoordinates& place) { return place.s; }
double face_t(const FaceCoordinates& place) { return place.t; }

// The numbers of all faces that an implementation may select. "The rules should have as the first rule that rz wins over ry and rx,
// and the second rule that ry wins over rx. An implementation may choose other rules": any axis with the largest magnitude is
// possible.
Computed possible_faces(const EnclosedOperands& in) {
  std::array<Interval, 3> direction;
  Real least_major = 0;  // of the largest magnitude
  for (std::size_t axis = 0; axis < 3; ++axis) {
    direction[axis] = in.operand_rules.operand(in.operand[0][axis].value);
    if (!direction[axis].is_finite()) return {Interval::everything()};
    least_major = std::max(least_major, direction[axis].least_magnitude());
  }
  Computed faces;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (direction[axis].magnitude() < least_major) continue;
    const Real positive = static_cast<Real>(2 * axis);
    if (direction[axis].high >= 0) faces.numbers.push_back(positive);
    if (direction[axis].low <= 0) faces.numbers.push_back(positive + 1);
  }
  faces.value = {faces.numbers.front(), faces.numbers.back()};
  return faces;
}

// No text says how precise the results of CubeFaceCoordAMD are.
constexpr std::array rules = {
    EnclosureRule{gcn::CubeFaceIndexAMD::number, EnclosureKind::computes, false, &possible_faces},
    internal::rule_of(gcn::CubeFaceCoordAMD::number, EnclosureKind::unknown)};

struct CubeFaceIndexAMD : OnCube<gcn::CubeFaceIndexAMD, &face_number> {};
struct CubeFaceCoordAMD : OnCube<gcn::CubeFaceCoordAMD, &face_s, &face_t> {};

// "The units of time are not defined."
struct TimeAMD {
  using Grammar = gcn::TimeAMD;
  static constexpr Clause value{"SPV_AMD_gcn_shader.TimeAMD.value", "implementation-choice",
                                Effect::implementation_defined,
                                "the value of a clock differs between implementations"};
  static constexpr auto clauses = clause_list(value);

  template <class Self>
  static void lower(Lowering& lowering, const Instruction& instruction) {
    const std::vector<Slot> results = lowering.define(instruction).slots;
    if (results.size() != 1) lowering.fail_input("Result Type must be a scalar");
    lowering.check_width(results[0], 8);
    lowering.emit(&read_clock<std::uint64_t, value>, results[0], {}, 0);
  }
};

}  // namespace

void register_amd_gcn_shader(InstructionRegistry& registry) {
  registry.add_enclosure_rules("SPV_AMD_gcn_shader", rules);
  registry.add_extended("SPV_AMD_gcn_shader",
                        InstructionListWith<FloatFacts{.computes = true}, CubeFaceIndexAMD,
                                            CubeFaceCoordAMD>::definitions);
  registry.add_extended("SPV_AMD_gcn_shader", InstructionList<TimeAMD>::definitions);
}

}  // namespace spirv_oracle
