#include "interpreter/instructions/image/residency_code.h"

#include <array>
#include <optional>

#include "grammar/core.h"
#include "interpreter/exec/report/report.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"

namespace spirv_oracle {
namespace {

// By Residency. They differ in their lowest bytes, so that codes of all widths do. None is a number that a shader may take
// for a code by accident.
constexpr std::array<std::uint64_t, 3> residency_codes = {0x5EED0000'5EED00C1, 0x5EED0000'5EED00A2,
                                                          0x5EED0000'5EED00B4};

// Calls use(T()) with the unsigned integer of that size.
template <class Use>
void with_code_type(std::uint32_t bytes, const Use& use) {
  switch (bytes) {
    case 1:
      return use(std::uint8_t());
    case 2:
      return use(std::uint16_t());
    case 8:
      return use(std::uint64_t());
    default:
      return use(std::uint32_t());
  }
}

std::optional<Residency> residency_of_code(const Subgroup& subgroup, ResidencyPlane plane,
                                           unsigned lane) {
  std::optional<Residency> found;
  with_code_type(plane.bytes, [&]<class T>(T) {
    const T code = subgroup.values<T>(plane.slot)[lane];
    for (std::size_t i = 0; i < residency_codes.size(); ++i) {
      if (code == static_cast<T>(residency_codes[i])) found = static_cast<Residency>(i);
    }
  });
  return found;
}

struct OpImageSparseTexelsResident : Arrangement<grammar::OpImageSparseTexelsResident> {
  static constexpr bool shares_planes = false;
  static constexpr auto enclosure = &enclosures::accesses;
  static constexpr Clause not_a_code{
      "OpImageSparseTexelsResident.not-a-residency-code", "unbound-texel", Effect::undefined_result,
      "Resident Code is not a residency code, which only OpImageSparse... instructions give"};
  static constexpr auto clauses = clause_list(not_a_code);

  // operands: the code; extra: its size in bytes.
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    const ResidencyPlane plane{record->operand[0], record->extra};
    const LaneMask undefined = subgroup.header(plane.slot).undefined;
    BrokenClauses broken;
    PlaneHeader header;
    subgroup.active.for_each([&](unsigned lane) {
      const auto residency = residency_of_code(subgroup, plane, lane);
      if (undefined.test(lane)) {
        header.undefined.set(lane);
      } else if (!residency) {
        broken.add(not_a_code, lane);
      } else if (*residency == Residency::uncertain) {
        header.implementation_dependent.set(lane);
      }
      if (residency == Residency::not_resident) {
        subgroup.truth(record->result).reset(lane);
      } else {
        subgroup.truth(record->result).set(lane);
      }
    });
    subgroup.header(record->result) = header;
    broken.report(subgroup, *record);
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id code = instruction.id(Grammar::resident_code);
    const Type& type = lowering.type_of(code);
    if (type.kind != Type::Kind::scalar) lowering.fail_input("Resident Code is not a scalar");
    lowering.emit(&execute, lowering.define(instruction).slots[0], {lowering.slot(code)},
                  type.scalar.bytes);
  }
};

}  // namespace

void store_residency_code(Subgroup& subgroup, ResidencyPlane plane, unsigned lane,
                          Residency residency) {
  with_code_type(plane.bytes, [&]<class T>(T) {
    subgroup.values<T>(plane.slot)[lane] =
        static_cast<T>(residency_codes[static_cast<std::size_t>(residency)]);
  });
  subgroup.header(plane.slot).implementation_dependent.set(lane);
}

std::span<const InstructionDefinition> sparse_image_instructions() {
  return InstructionList<OpImageSparseTexelsResident>::definitions;
}

}  // namespace spirv_oracle
