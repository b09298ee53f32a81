// The faults of wrong drivers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "golden/mutation/exchange_view.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle::golden {

// A fault of one instruction. Null members leave the instruction unchanged.
struct Fault {
  std::string_view name;         // "execution-mask-ignored"
  std::string_view description;  // a sentence without a period
  // Whether the fault applies to the instruction with this name ("OpFMul", "GLSL.std.450 Sqrt") and
  // makes a difference there.
  bool (*concerns)(std::string_view instruction);
  std::uint32_t least_size = 1;  // the smallest subgroup size for which it changes anything
  bool of_draws = false;         // whether it changes nothing in dispatches

  // The lanes that execute the instruction, instead of the tangle.
  LaneMask (*tangle)(const Subgroup&) = nullptr;
  // The instruction executes separately for each of these groups, in subgroups of this size. If it
  // works on clusters, their size is `cluster`.
  std::vector<LaneMask> (*groups)(unsigned size, unsigned cluster) = nullptr;
  // Another instruction, and another group operation, instead of the right one.
  std::optional<spv::Op> (*opcode)(spv::Op) = nullptr;
  std::optional<spv::GroupOperation> (*form)(spv::GroupOperation) = nullptr;
  // Another function of GLSL.std.450, instead of the right one.
  std::uint32_t (*function)(std::uint32_t) = nullptr;
  // Other Cooperative Matrix Operands of a product.
  std::uint32_t (*product_flags)(std::uint32_t) = nullptr;
  // Another Reduce of a reduction of a matrix.
  std::uint32_t (*reduce)(std::uint32_t) = nullptr;
  // Changes the state of TensorLayout, with this number of dimensions (kernels/tensor_addressing.h).
  void (*layout)(Lowering&, unsigned dimensions, std::vector<Slot>& state) = nullptr;
  // Whether an access to a matrix takes every MemoryLayout for rows.
  bool ignores_layout = false;
  // Changes the results in the active lanes.
  void (*change)(ExchangeView&) = nullptr;
};

// A fault of the whole driver.
struct DriverFault {
  std::string_view name, description;
  // Changes what is run. Returns false if that makes no difference.
  bool (*change)(std::vector<std::uint32_t>& words, Dispatch& dispatch);
};

// All faults; each has a unique name.
std::vector<Fault> all_faults();
std::span<const DriverFault> all_driver_faults();

// A fault of an instruction that no test can find.
struct EquivalentFault {
  std::string_view fault, instruction, proof;
};
// The proof of equivalence; "" for a fault that tests can find.
std::string_view why_equivalent(std::string_view fault, std::string_view instruction);

// The parts of the catalog.
std::span<const Fault> tangle_faults();
std::span<const Fault> vote_faults();
std::span<const Fault> ballot_faults();
std::span<const Fault> operation_faults();
std::span<const Fault> source_faults();
std::span<const Fault> value_faults();
std::span<const Fault> computation_faults();
std::span<const Fault> matrix_faults();
std::span<const Fault> vector_faults();

// Families of instructions, by name.
bool is_reduction(std::string_view instruction);
bool is_vote(std::string_view instruction);
bool moves_values(std::string_view instruction);
bool gives_ballot(std::string_view instruction);
bool computes_alone(std::string_view instruction);  // arithmetic, conversions, comparisons
bool is_whole_subgroup(
    std::string_view instruction);  // all invocations of the subgroup must execute it

}  // namespace spirv_oracle::golden
