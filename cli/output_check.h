// Whether the output that the user reads is what the specification says it must be.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/reported_finding.h"
#include "cli/scalar.h"
#include "interpreter/dispatch.h"
#include "interpreter/value_layout.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct OutputToCheck {
  std::string name;
  ElementType type;
  const ShadowedBytes* after = nullptr;
  std::span<const IndeterminateComponent> indeterminate{};  // BufferResult::indeterminate
  ValueLayoutPointer structure{};  // the message names its members; null: elements
};

// Findings for the elements, and the bytes behind the last whole element, where an undefined value was
// stored, and for those that became implementation-dependent. It does not report elements that nothing was stored in.
std::vector<ReportedFinding> check_output(const OutputToCheck& output);

// [{"element", "component", "low", "high"}, ...]: between which values a component is that depends on the
// implementation, where that is known.
nlohmann::ordered_json bounds_as_json(const BufferResult& buffer, ElementType type);

}  // namespace spirv_oracle
