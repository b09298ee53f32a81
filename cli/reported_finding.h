// Findings with what the commands know about them beyond the interpreter.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// A finding, and of one about an output, which output and which of its elements.
struct ReportedFinding : Finding {
  static constexpr std::size_t max_elements = 65536;

  ReportedFinding() = default;
  ReportedFinding(Finding finding) : Finding(std::move(finding)) {}  // NOLINT: every finding is one

  std::string resource;                 // as printed, such as "0.1"; "" for other findings
  std::vector<std::uint64_t> elements;  // the first max_elements of them
  std::uint64_t element_count = 0;
};

}  // namespace spirv_oracle
