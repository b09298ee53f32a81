// The words in Program::data of the record before a write, for shadow runs of uncertain branches
// (exec/tangles/uncertain_branches.h).
#pragma once

#include <array>
#include <cstdint>

#include "interpreter/ir/record.h"

namespace spirv_oracle {

// The bytes that an instruction may write with any indices: those from `begin` to `end` after the
// addresses in the plane `root`. `end` 0: to the end of the object. no_slot: all of the object.
struct Reach {
  Slot root = no_slot;
  std::uint64_t begin = 0, end = 0;
};

// Components of which a write may store some.
struct WriteNote {
  std::uint64_t offset = 0;  // of the first component, from the address of operand 0
  std::uint64_t stride = 0;
  std::uint32_t count = 1;
  std::uint32_t bytes = 4;  // of a component
  Reach reach;

  std::array<std::uint32_t, 11> words() const;
  static WriteNote read(const std::uint32_t* words);
};

}  // namespace spirv_oracle
