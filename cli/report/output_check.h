// Checks the outputs of a run for indeterminate values.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "cli/report/reported_finding.h"
#include "cli/report/witness.h"
#include "data/scalar.h"
#include "interpreter/dispatch.h"
#include "interpreter/value_layout.h"
#include "memory/definedness.h"

namespace spirv_oracle {

struct OutputToCheck {
  std::string name;
  ElementType type;
  const ShadowedBytes* after = nullptr;
  std::span<const IndeterminateComponent> indeterminate{};  // BufferResult::indeterminate
  ValueLayoutPointer structure{};        // the message names its members; null: elements
  const Witnesses* witnesses = nullptr;  // as in NamedBuffer
};

// Findings for elements, and bytes after the last whole element, that became undefined or
// implementation-dependent. Does not report elements to which nothing was stored.
std::vector<ReportedFinding> check_output(const OutputToCheck& output);

// A list [{"element", "component", "low", "high"}, ...] with the known ranges of
// implementation-dependent components.
nlohmann::ordered_json bounds_as_json(const BufferResult& buffer, ElementType type);

}  // namespace spirv_oracle
