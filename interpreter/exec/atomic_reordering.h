// Which atomics may take effect after later instructions of their block. Accesses to one location take effect in program order;
// accesses to different ones only if the earlier one acquires or the later one releases (Vulkan, "Memory Model", "Happens-Before";
// OpenCL C, "Order and Consistency").
#pragma once

#include <cstdint>
#include <unordered_map>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

class AtomicReordering {
 public:
  explicit AtomicReordering(const Program& program) : program_(program) {}

  // Whether the record begins an atomic instruction that later ones may overtake.
  bool may_be_overtaken(const Subgroup& subgroup, const Record* record) const;
  // Whether the instruction that begins with `later` may overtake the one that begins with `deferred`, in the running tangle.
  bool may_overtake(const Subgroup& subgroup, const Record* later, const Record* deferred);

 private:
  // The first later instruction of the block that the atomic must precede, whatever its location.
  std::uint32_t find_limit(std::uint32_t atomic) const;

  const Program& program_;
  std::unordered_map<std::uint32_t, std::uint32_t> limits_;  // by instruction
};

// The end of the records of the instruction that begins there.
inline const Record* end_of_instruction(const Record* record) {
  const std::uint32_t origin = record->origin;
  while (record->origin == origin) ++record;
  return record;
}

}  // namespace spirv_oracle
