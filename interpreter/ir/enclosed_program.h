// The data that the enclosures of values need about a program in addition to its records (observe/enclosures.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/ir/record.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

struct EnclosedPlane {
  Slot slot = no_slot;
  ScalarType type;
};

// A component of a result, and the planes from which it is computed.
struct EnclosedResult {
  EnclosedPlane plane;
  std::array<std::vector<EnclosedPlane>, 3> operands;
  std::vector<EnclosedPlane> others;  // planes of further operands
  std::size_t component = 0, component_count = 1;
  bool is_one_value = false;  // operands 0 and 1 are the same plane
};

// An instruction, as the records of this run see it.
struct EnclosedInstruction {
  EnclosureRule rule;
  FloatRules rules, operand_rules;
  EncodedRules encoded;
  bool is_kernel = false;
  bool divides_exactly = false;  // KernelMath::correctly_rounded_division
  // Declared for it, so that exact operands have one result.
  bool has_fixed_rounding = false;
  bool is_relaxed = false;         // RelaxedPrecision: as few as 16 bits
  bool keeps_sign_of_zero = true;  // for results that are 0
  bool across_lanes = false;       // other lanes of the operands contribute
  bool across_workgroup = false;   // other subgroups contribute as well
  // An atomic that combines floats: sum, minimum or maximum; otherwise unknown.
  EnclosureKind reduction = EnclosureKind::unknown;
  spv::GroupOperation group = spv::GroupOperation::Reduce;
  unsigned cluster = 0;
  std::array<Slot, 4> ballot = {no_slot, no_slot, no_slot,
                                no_slot};  // the ballot that defines a partition
  std::vector<EnclosedResult> results;
  // What it stores in addition to its result: planes of variables, or components at an address.
  std::vector<EnclosedPlane> stored_planes;
  struct StoredComponent {
    Slot address = no_slot;
    std::uint64_t offset = 0;
    ScalarType type;
  };
  std::vector<StoredComponent> stored_components;
};

// The instructions to which the records of observe/enclosures.h refer. Exists only with Policy::record_enclosures.
struct EnclosedProgram {
  std::vector<EnclosedInstruction> instructions;
  // Those whose results WorkgroupSync::combine computes, by WorkgroupSync::record.
  std::unordered_map<std::uint32_t, std::uint32_t> combined;
};

}  // namespace spirv_oracle
