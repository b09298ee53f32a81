// Derives the acceptance of an output from the marks and enclosures of the oracle.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "golden/bundle/acceptance.h"
#include "golden/bundle/components.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// A list of distinct reasons.
class ReasonList {
 public:
  // Adds the reason if necessary, and returns its index.
  std::uint32_t add(const Reason& reason);
  std::vector<Reason> take() { return std::move(reasons_); }

 private:
  std::vector<Reason> reasons_;
};

// Describes the instruction with this number (EnclosedComponent::instruction).
using Locate = std::function<CodeLocation(std::uint32_t instruction)>;

// A defined component must have its bits, or any NaN if it is a NaN. A component that the oracle
// has enclosed is accepted within its enclosure, and an implementation-dependent one within its
// bounds, if these are known. Bytes that no store wrote belong to an indeterminate component only
// if all of its bytes are indeterminate; otherwise each byte is a component.
OutputAcceptance derive_acceptance(const BufferResult& after,
                                   const std::vector<Component>& components,
                                   const std::vector<Finding>& findings, const Locate& locate,
                                   ReasonList& reasons);

}  // namespace spirv_oracle::golden
