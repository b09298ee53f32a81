// What the records around loops that look back have in Program::data (look_back_check.h), and their handlers.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

// A plane with its number of bytes (0: Booleans).
struct SizedPlane {
  Slot slot = no_slot;
  unsigned bytes = 0;
};

// Two words for each, after their number.
inline std::vector<SizedPlane> planes_in(const std::uint32_t*& words) {
  std::vector<SizedPlane> planes(*words++);
  for (SizedPlane& plane : planes) {
    plane = {words[0], words[1]};
    words += 2;
  }
  return planes;
}

inline void add_planes(std::vector<std::uint32_t>& words, const std::vector<SizedPlane>& planes) {
  words.push_back(static_cast<std::uint32_t>(planes.size()));
  for (const SizedPlane& plane : planes) {
    words.push_back(plane.slot);
    words.push_back(plane.bytes);
  }
}

// Of an atomic load.
struct LookBackLoad {
  unsigned bytes = 4;
  std::uint32_t number = 0;  // which instruction
  bool depends_on_invocation = false, depends_on_workgroup = false;
  std::vector<SizedPlane> live, sums;
  bool is_together = false;  // the loop has group operations
  std::uint32_t loop = 0;    // which one
  unsigned inner_loops = 0;  // around the load, inside of the loop

  static LookBackLoad read(const std::uint32_t* words);
  std::vector<std::uint32_t> words() const;
};

// Of the end of a loop. A sum that is not used after it has no slot.
struct LookBackEnd {
  std::vector<SizedPlane> sums;
  std::vector<Slot> others;
  std::uint32_t loop = 0;
  bool is_together = false;

  // Of a loop with group operations. Some planes are not known.
  static LookBackEnd unknown() { return {{}, {}, 0, true}; }
  static LookBackEnd read(const std::uint32_t* words);
  std::vector<std::uint32_t> words() const;
};

// Of an instruction, in a loop with group operations, whose operands decide what several invocations do: a branch, whose one operand
// selects the path, or a group operation.
struct LookBackOperands {
  enum class Kind : std::uint8_t { unknown, branch, group_operation };

  Kind kind = Kind::unknown;
  std::vector<SizedPlane> planes;

  static LookBackOperands read(const std::uint32_t* words);
  std::vector<std::uint32_t> words() const;
};

const Record* begin_look_back(Subgroup& subgroup, const Record* record);
// Operand 1: the plane of the result.
const Record* end_look_back(Subgroup& subgroup, const Record* record);
const Record* leave_look_back(Subgroup& subgroup, const Record* record);
// Precedes a branch or a group operation. They have no effect, but show where these are (window_steps.h).
const Record* begin_joint_operation(Subgroup& subgroup, const Record* record);
// Follows a group operation.
const Record* end_joint_operation(Subgroup& subgroup, const Record* record);

}  // namespace spirv_oracle
