#include "interpreter/loader/validation/type_complexity.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace spirv_oracle {
namespace {

constexpr std::uint64_t max_parts = std::uint64_t{1} << 22;
constexpr std::uint32_t max_depth = 1024;

}  // namespace

Result<void> check_type_complexity(const Module& module) {
  struct Complexity {
    std::uint64_t parts = 1;
    std::uint32_t depth = 1;
  };
  std::vector<Complexity> complexity(module.id_count());
  for (const Instruction& instruction : module.instructions()) {
    // Type declarations have a result but no type. Labels and similar instructions refer to nothing.
    if (instruction.result == 0 || instruction.type != 0) continue;
    Complexity& whole = complexity[instruction.result];
    for (unsigned i = 1; i < instruction.operand_count(); ++i) {
      if (instruction.operands[i].operand_class != OperandClass::id) continue;
      const Complexity& part = complexity[instruction.id(i)];
      whole.parts += part.parts;
      whole.depth = std::max(whole.depth, part.depth + 1);
    }
    if (whole.parts > max_parts || whole.depth > max_depth) {
      return limit_reached(
          "type " + module.display(instruction.result) + " is too complex: written out it has " +
          (whole.depth > max_depth ? "more than " + std::to_string(max_depth) + " levels"
                                   : "more than " + std::to_string(max_parts) + " parts"));
    }
  }
  return {};
}

}  // namespace spirv_oracle
