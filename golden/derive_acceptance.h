// What is accepted of an output, from what the oracle knows of it after a run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
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

// Which special floats the execution modes of a module keep as they are, by width.
struct FloatGuarantees {
  bool keeps_special(ScalarKind type) const;  // signs of zeros, NaN and infinities
  bool keeps_denormals(ScalarKind type) const;

  std::vector<std::string> controls;  // as Assumptions::float_controls
  bool is_kernel = false;             // OpenCL has NaN, infinities and signed zeros in any case
  bool is_enclosed = false;  // DispatchResult::encloses_values: all of this is in the enclosures
};

// What is known of the instruction with this number (EnclosedComponent::instruction).
using Locate = std::function<CodeLocation(std::uint32_t instruction)>;

// A defined component must have its bits, or any NaN where it is one. A component that the oracle has enclosed
// is accepted within its enclosure. Where values are not enclosed and without the execution modes that keep them, zeros
// may have either sign, denormals may be zeros, and infinities and NaN may be anything. What depends on the implementation is accepted
// within its bounds where these are known. Bytes that no store wrote are part of a component with an open value only
// where all of its bytes are; otherwise each byte is a component.
OutputAcceptance derive_acceptance(const BufferResult& after,
                                   const std::vector<Component>& components,
                                   const std::vector<Finding>& findings,
                                   const FloatGuarantees& floats, const Locate& locate,
                                   ReasonList& reasons);

}  // namespace spirv_oracle::golden
