// The instructions as a wrong driver has them.
#pragma once

#include "golden/mutation/fault.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

// All that this program knows, with a fault in one instruction. The fault outlives it.
class FaultyRegistry : public InstructionRegistry {
 public:
  FaultyRegistry(const Fault& fault, spv::Op instruction);
  FaultyRegistry(const Fault& fault, std::string_view set, std::uint32_t number);

  const Fault& fault() const { return fault_; }

 private:
  void add_the_others();

  const Fault& fault_;
};

}  // namespace spirv_oracle::golden
