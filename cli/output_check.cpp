#include "cli/output_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/format.h"
#include "cli/text.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_listed = 200;  // characters of the list of elements

// The elements with a byte that has that state.
std::vector<std::uint64_t> elements_with(Definedness state, const OutputToCheck& output) {
  const std::vector<Definedness>& shadow = output.after->shadow;
  const std::size_t size = element_size(output.type);
  std::vector<std::uint64_t> elements;
  for (std::size_t i = 0; i < shadow.size() / size; ++i) {
    const auto first = shadow.begin() + static_cast<std::ptrdiff_t>(i * size);
    const auto last = first + static_cast<std::ptrdiff_t>(size);
    if (std::find(first, last, state) != last) elements.push_back(i);
  }
  return elements;
}

std::string elements_text(const std::vector<std::uint64_t>& elements) {
  std::string ranges = number_ranges(elements);
  if (ranges.size() > max_listed) {
    ranges.resize(ranges.rfind(',', max_listed));
    ranges += fmt::format(",... ({} in all)", elements.size());
  }
  return fmt::format("{} {}", elements.size() == 1 ? "element" : "elements", ranges);
}

Finding output_finding(const OutputToCheck& output, const std::vector<std::uint64_t>& elements) {
  Finding finding;
  finding.message = fmt::format("{} of {} ({}) {}", elements_text(elements), output.name,
                                element_name(output.type), elements.size() == 1 ? "is" : "are");
  return finding;
}

}  // namespace

std::vector<Finding> check_output(const OutputToCheck& output) {
  std::vector<Finding> findings;
  if (const auto elements = elements_with(Definedness::undefined, output); !elements.empty()) {
    Finding finding = output_finding(output, elements);
    finding.severity = Severity::undefined_output;
    finding.kind = "undefined-output";
    finding.clause = "output.undefined";
    finding.message += " undefined after the run";
    finding.help =
        "no value there can be relied on: store only what was computed from initialized memory and "
        "defined results";
    findings.push_back(std::move(finding));
  }
  if (const auto elements = elements_with(Definedness::implementation_dependent, output);
      !elements.empty()) {
    Finding finding = output_finding(output, elements);
    finding.severity = Severity::implementation_dependent;
    finding.kind = "implementation-dependent-output";
    finding.clause = "output.implementation-dependent";
    finding.message += " implementation-dependent after the run";
    finding.help = "another implementation may store another value there";
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace spirv_oracle
