#include "cli/finding_order.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace spirv_oracle {
namespace {

// Kinds of findings about the last digits of floats and the signs of zeros. A module that sums floats has many.
constexpr std::array<std::string_view, 5> rounding_kinds{
    "arithmetic-freedom", "derivative-approximation", "order-of-operations", "signed-zero",
    "unbounded-error"};

int rank_of(const Finding& finding) {
  switch (finding.severity) {
    case Severity::undefined_behavior:
      return 0;
    case Severity::undefined_output:
      return 1;
    case Severity::implementation_dependent:
      return std::ranges::find(rounding_kinds, finding.kind) == rounding_kinds.end() ? 2 : 4;
    case Severity::possible_undefined_behavior:
      return 2;
    case Severity::undefined_value:
      return 3;
    case Severity::note:
      return 5;
  }
  return 4;
}

}  // namespace

void sort_findings(std::vector<ReportedFinding>& findings) {
  std::ranges::stable_sort(findings, {}, rank_of);
}

}  // namespace spirv_oracle
