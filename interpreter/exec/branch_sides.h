// Which targets of branches in kernels may run in any order: none of their paths leads to the other target, other than through another
// iteration of a loop.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "interpreter/ir/program.h"
#include "interpreter/loader/cfg/cfg.h"

namespace spirv_oracle {

class BranchSides {
 public:
  explicit BranchSides(const Program& program) : program_(program) {}
  // Whether the record is an OpBranchConditional whose sides are independent.
  bool are_independent(const Record& record);

 private:
  bool examine(std::uint32_t instruction);
  const ControlFlow* flow_of(const Function& function);

  const Program& program_;
  std::unordered_map<std::uint32_t, bool> known_;  // by instruction
  std::map<const Function*, std::optional<ControlFlow>> flows_;
};

}  // namespace spirv_oracle
