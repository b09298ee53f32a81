// Finds where a barrier of the workgroup can separate two accesses, for advice in reports.
#pragma once

#include <cstdint>
#include <optional>

namespace spirv_oracle {

struct Program;

struct BarrierPosition {
  enum class Kind : std::uint8_t {
    unknown,
    before,   // before the instruction `at`
    in_loop,  // in each iteration of the loop with the merge instruction, or header branch, `at`
    divergent_branch  // nowhere: both accesses depend on the branch `at`, which invocations may leave apart
  };
  Kind kind = Kind::unknown;
  std::uint32_t at = 0;  // index of an instruction
  // The accesses, or the calls that contain them, in the function of `at`.
  std::uint32_t first = 0, second = 0;
  bool leaves_loop = false;  // the branch ends a loop that contains both
};

// Between two accesses of one iteration of all their loops, by their origins. They need not be in the order
// of execution.
BarrierPosition barrier_between(const Program& program, std::uint32_t access, std::uint32_t other);

// Between accesses in different iterations of a loop; `loop`: see ConstructInfo::origin.
BarrierPosition barrier_in_loop(const Program& program, std::uint32_t loop);

// Why not all invocations of the workgroup execute an instruction.
struct Divergence {
  std::uint32_t branch = 0;  // index of the instruction
  bool leaves_loop = false;  // a loop that contains the instruction
  bool returns = false;      // the other path ends the function
};
// Nothing if they may, as far as is known.
std::optional<Divergence> divergence_of(const Program& program, std::uint32_t origin);

// Whether all invocations of the workgroup execute an instruction in the function of an origin, such as the branch of a Divergence.
bool is_branch_of_workgroup(const Program& program, std::uint32_t branch, std::uint32_t origin);

// Whether all invocations of the workgroup execute the instruction of an origin.
bool is_executed_by_workgroup(const Program& program, std::uint32_t origin);

}  // namespace spirv_oracle
