// What is accepted of an output, from what the oracle knows of it after a run.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "golden/acceptance.h"
#include "golden/components.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Reasons, each one once.
class ReasonList {
 public:
  // The index of the reason.
  std::uint32_t add(const Reason& reason);
  std::vector<Reason> take() { return std::move(reasons_); }

 private:
  std::vector<Reason> reasons_;
};

// What is known of the instruction with this number (EnclosedComponent::instruction).
using Locate = std::function<CodeLocation(std::uint32_t instruction)>;

// A defined component must have its bits, or any NaN where it is one. A component that the oracle has enclosed
// is accepted within its enclosure. What depends on the implementation is accepted
// within its bounds where these are known. Bytes that no store wrote are part of an indeterminate component only where
// all of its bytes are indeterminate; otherwise each byte is a component.
OutputAcceptance derive_acceptance(const BufferResult& after,
                                   const std::vector<Component>& components,
                                   const std::vector<Finding>& findings, const Locate& locate,
                                   ReasonList& reasons);

}  // namespace spirv_oracle::golden
