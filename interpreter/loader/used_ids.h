// The ids that an entry point uses.
#pragma once

#include <vector>

#include "interpreter/loader/module.h"

namespace spirv_oracle {

// The ids to which the instructions of a function, and of all functions that it calls, refer. See
// "static call tree" in the glossary.
class UsedIds {
 public:
  UsedIds(const Module& module, Id entry);
  bool contains(Id id) const { return used_[id]; }

 private:
  void visit(const Block& block);

  const Module& module_;
  std::vector<bool> used_;
  std::vector<Id> work_;
};

// The variables of the module that are resources.
std::vector<const Instruction*> resource_variables(const Module& module);

}  // namespace spirv_oracle
