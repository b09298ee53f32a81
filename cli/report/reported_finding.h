// Findings with information that only the commands have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "interpreter/findings/finding.h"

namespace spirv_oracle {

// A finding. If it is about an output, also the output and the elements concerned.
struct ReportedFinding : Finding {
  static constexpr std::size_t max_elements = 65536;

  ReportedFinding() = default;
  ReportedFinding(Finding finding) : Finding(std::move(finding)) {}  // NOLINT: every finding is one

  std::string resource;                 // as printed, such as "0.1"; "" for other findings
  std::vector<std::uint64_t> elements;  // the first max_elements of them
  std::uint64_t element_count = 0;
  // The place in the list of the finding from which this one follows, if it follows from another.
  std::optional<std::size_t> cause;
};

}  // namespace spirv_oracle
