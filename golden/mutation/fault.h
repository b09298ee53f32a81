// Wrong drivers: what one of them gets wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "golden/mutation/exchange_view.h"

namespace spirv_oracle::golden {

// A fault of one instruction. What is null is done right.
struct Fault {
  std::string_view name;         // "execution-mask-ignored"
  std::string_view description;  // a sentence without a full stop
  // Whether the fault is one of the instruction with this name ("OpFMul", "GLSL.std.450 Sqrt"), and makes a difference
  // there.
  bool (*concerns)(std::string_view instruction);
  std::uint32_t least_size = 1;  // of subgroups that it changes anything for

  // Who executes the instruction, in place of the tangle.
  LaneMask (*tangle)(const Subgroup&) = nullptr;
  // The instruction is executed for each of these groups by itself, in subgroups of this size. Where it works on
  // clusters, these have the size `cluster`.
  std::vector<LaneMask> (*groups)(unsigned size, unsigned cluster) = nullptr;
  // Another instruction, and another group operation, in place of it.
  std::optional<spv::Op> (*opcode)(spv::Op) = nullptr;
  std::optional<spv::GroupOperation> (*form)(spv::GroupOperation) = nullptr;
  // Another function of GLSL.std.450.
  std::uint32_t (*function)(std::uint32_t) = nullptr;
  // Changes the results in the active lanes.
  void (*change)(ExchangeView&) = nullptr;
};

// A fault of the whole driver.
struct DriverFault {
  std::string_view name, description;
  // Changes what is run; false where it makes no difference.
  bool (*change)(std::vector<std::uint32_t>& words, Dispatch& dispatch);
};

// All of them, each name once.
std::vector<Fault> all_faults();
std::span<const DriverFault> all_driver_faults();

// A fault of an instruction that no test can find.
struct EquivalentFault {
  std::string_view fault, instruction, proof;
};
// The proof; "" for a fault that tests can find.
std::string_view why_equivalent(std::string_view fault, std::string_view instruction);

// The parts of the catalogue.
std::vector<Fault> tangle_faults();
std::vector<Fault> vote_faults();
std::vector<Fault> ballot_faults();
std::vector<Fault> operation_faults();
std::vector<Fault> source_faults();
std::vector<Fault> value_faults();
std::vector<Fault> computation_faults();

// Families of instructions, by name.
bool is_reduction(std::string_view instruction);
bool is_vote(std::string_view instruction);
bool moves_values(std::string_view instruction);
bool gives_ballot(std::string_view instruction);
bool computes_alone(std::string_view instruction);     // arithmetic, conversions, comparisons
bool is_whole_subgroup(std::string_view instruction);  // all of the subgroup have to execute it

}  // namespace spirv_oracle::golden
