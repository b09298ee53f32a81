// The buffers of which each invocation of a shader accesses a part of its own. Nothing races there.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/dim3.h"

namespace spirv_oracle {

// Integers from `low` to `high`, plus a multiple of each component of WorkgroupId and LocalInvocationId.
struct InvocationNumbers {
  std::array<std::int64_t, 3> by_workgroup{};
  std::array<std::int64_t, 3> by_invocation{};
  std::int64_t low = 0, high = 0;

  bool is_constant() const { return *this == InvocationNumbers{{}, {}, low, low}; }
  bool has_factors_of(const InvocationNumbers& other) const {
    return by_workgroup == other.by_workgroup && by_invocation == other.by_invocation;
  }
  friend bool operator==(const InvocationNumbers&, const InvocationNumbers&) = default;
};

struct OwnParts {
  // The numbers of instructions are what they are only if each result is from 0 to `most`, so that nothing overflows.
  struct ArithmeticResult {
    InvocationNumbers numbers;
    std::int64_t most = 0;
  };
  std::vector<ArithmeticResult> results;
  // By object: the offsets of all bytes that an invocation may access.
  std::map<std::uint32_t, InvocationNumbers> bytes;

  // Whether no two invocations of the dispatch access the same byte of the object.
  bool divide(std::uint32_t object, const Dim3& workgroups, const Dim3& local_size) const;
};

}  // namespace spirv_oracle
