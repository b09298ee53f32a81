// The instruction registry of a wrong driver.
#pragma once

#include "golden/mutation/fault.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

// All instructions of this program, with a fault in one of them. The fault must outlive the
// registry.
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
