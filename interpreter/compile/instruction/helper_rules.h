// What instructions of fragment shaders do in helper invocations.
#pragma once

#include <cstdint>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Emits records around those of an instruction (Vulkan, "Helper Invocations"):
// - Helper invocations skip what stores to memory other than Function, Private and Output. What an atomic returns to them
//   is undefined.
// - A group instruction other than those of quads may consider helper invocations inactive, unless the entry point
//   reconverges maximally: results that depend on this are implementation-dependent.
class HelperRules {
 public:
  HelperRules(Lowering& lowering, const Instruction& instruction);
  // After the records of the instruction.
  void end(const Instruction& instruction);

 private:
  enum class Rule : std::uint8_t { none, skip, may_be_inactive };
  static Rule rule_of(const Lowering& lowering, const Instruction& instruction);

  Lowering& lowering_;
  Rule rule_;
  std::uint32_t begin_ = 0;  // index of the record
};

}  // namespace spirv_oracle
