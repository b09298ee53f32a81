// All wrong drivers.
#include <algorithm>
#include <array>
#include <map>

#include "builtins/register_all.h"
#include "golden/mutation/fault.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {
namespace {

// How the instruction with this name exchanges values between lanes.
LaneExchange::Kind exchange_of(std::string_view instruction) {
  static const std::map<std::string_view, LaneExchange::Kind> kinds = [] {
    std::map<std::string_view, LaneExchange::Kind> all;
    for (const auto& [number, definition] : default_registry().core())
      all.emplace(definition.name, definition.exchange.kind);
    return all;
  }();
  const auto found = kinds.find(instruction);
  return found == kinds.end() ? LaneExchange::Kind::none : found->second;
}

// Removes instructions. False if there are none. is_wanted gets the words of one.
template <class IsWanted>
bool remove_instructions(std::vector<std::uint32_t>& words, const IsWanted& is_wanted) {
  constexpr std::size_t header = 5;
  bool found = false;
  for (std::size_t at = header; at < words.size();) {
    const std::uint32_t count = words[at] >> 16;
    if (count == 0) break;
    if (is_wanted(static_cast<spv::Op>(words[at] & 0xFFFF), &words[at])) {
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                  words.begin() + static_cast<std::ptrdiff_t>(at + count));
      found = true;
      continue;
    }
    at += count;
  }
  return found;
}

// An execution mode of all entry points.
bool remove_mode(std::vector<std::uint32_t>& words, spv::ExecutionMode mode) {
  return remove_instructions(words, [mode](spv::Op opcode, const std::uint32_t* instruction) {
    return opcode == spv::Op::OpExecutionMode && instruction[2] == static_cast<std::uint32_t>(mode);
  });
}

bool reconverge_late(std::vector<std::uint32_t>& words, Dispatch& dispatch) {
  dispatch.reconvergence = Reconvergence::minimal;
  return remove_mode(words, spv::ExecutionMode::MaximallyReconvergesKHR);
}

bool ignore_barriers(std::vector<std::uint32_t>& words, Dispatch&) {
  return remove_instructions(words, [](spv::Op opcode, const std::uint32_t*) {
    return opcode == spv::Op::OpControlBarrier;
  });
}

bool halve_subgroups(std::vector<std::uint32_t>&, Dispatch& dispatch) {
  if (dispatch.subgroup_size < 2) return false;
  dispatch.subgroup_size /= 2;
  return true;
}

bool double_subgroups(std::vector<std::uint32_t>&, Dispatch& dispatch) {
  if (dispatch.subgroup_size > 64) return false;
  dispatch.subgroup_size *= 2;
  return true;
}

constexpr std::array driver_faults{
    DriverFault{
        "reconvergence-too-late",
        "Lanes reconverge only where core SPIR-V guarantees it, despite MaximallyReconvergesKHR",
        reconverge_late},
    DriverFault{"barriers-ignored", "Invocations do not wait at barriers", ignore_barriers},
    DriverFault{"subgroups-half-as-large", "Subgroups have half the size that is required",
                halve_subgroups},
    DriverFault{"subgroups-twice-as-large", "Subgroups have twice the size that is required",
                double_subgroups},
};

// For stores, because the effect of inactive lanes shows in variables that outlive a loop.
constexpr Fault store_fault_table[] = {
    {.name = "inactive-lanes-store",
     .description = "Stores of lanes that left a loop or took another branch are executed, too",
     .concerns = [](std::string_view instruction) { return instruction == "OpStore"; },
     .least_size = 2,
     .tangle = [](const Subgroup& subgroup) { return subgroup.existing; }},
};

constexpr std::string_view no_bound = "Vulkan leaves the precision to the implementation";
constexpr std::array equivalents{
    EquivalentFault{"result-slightly-wrong", "GLSL.std.450 Determinant", no_bound},
    EquivalentFault{"result-slightly-wrong", "GLSL.std.450 MatrixInverse", no_bound},
};

}  // namespace

std::vector<Fault> all_faults() {
  std::vector<Fault> faults;
  for (const std::span<const Fault> part :
       {tangle_faults(), vote_faults(), ballot_faults(), operation_faults(), source_faults(),
        value_faults(), computation_faults(), matrix_faults(), vector_faults(),
        std::span<const Fault>(store_fault_table)})
    faults.insert(faults.end(), part.begin(), part.end());
  return faults;
}

std::span<const DriverFault> all_driver_faults() { return driver_faults; }

std::string_view why_equivalent(std::string_view fault, std::string_view instruction) {
  for (const EquivalentFault& equivalent : equivalents) {
    if (equivalent.fault == fault && equivalent.instruction == instruction) return equivalent.proof;
  }
  return "";
}

bool is_reduction(std::string_view instruction) {
  return exchange_of(instruction) == LaneExchange::Kind::combine;
}

bool is_vote(std::string_view instruction) {
  const LaneExchange::Kind kind = exchange_of(instruction);
  return kind == LaneExchange::Kind::quad_predicate ||
         (kind == LaneExchange::Kind::predicate && !gives_ballot(instruction));
}

bool moves_values(std::string_view instruction) {
  return exchange_of(instruction) == LaneExchange::Kind::read;
}

bool gives_ballot(std::string_view instruction) {
  return instruction == "OpGroupNonUniformBallot" || instruction == "OpSubgroupBallotKHR" ||
         instruction == "OpGroupNonUniformPartitionNV";
}

bool is_whole_subgroup(std::string_view instruction) {
  return instruction.starts_with("OpGroup") && !instruction.starts_with("OpGroupNonUniform") &&
         !instruction.ends_with("NonUniformAMD");
}

}  // namespace spirv_oracle::golden
