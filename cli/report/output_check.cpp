#include "cli/report/output_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include "data/format.h"
#include "data/structure.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t max_listed = 200;  // characters of the list of elements

// The elements with a byte that has a certain state.
struct IndeterminateElements {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> first;  // as many as a finding stores
  std::string ranges;                // as many as the report lists
};

IndeterminateElements elements_with(Definedness state, const OutputToCheck& output) {
  const std::vector<Definedness>& shadow = output.after->shadow;
  const std::size_t size = element_size(output.type);
  IndeterminateElements elements;
  std::ostringstream text;
  NumberRanges ranges(text);
  for (std::size_t i = 0; i < shadow.size() / size; ++i) {
    const auto first = shadow.begin() + static_cast<std::ptrdiff_t>(i * size);
    const auto last = first + static_cast<std::ptrdiff_t>(size);
    if (std::find(first, last, state) == last) continue;
    ++elements.count;
    if (elements.first.size() < ReportedFinding::max_elements) elements.first.push_back(i);
    if (text.tellp() <= std::streamoff{max_listed}) ranges.add(i);
  }
  ranges.finish();
  elements.ranges = text.str();
  if (elements.ranges.size() > max_listed) {
    elements.ranges.resize(elements.ranges.rfind(',', max_listed));
    elements.ranges += fmt::format(",... ({} in all)", elements.count);
  }
  return elements;
}

// The bytes with that state after the last whole element.
std::vector<std::uint64_t> trailing_bytes_with(Definedness state, const OutputToCheck& output) {
  const std::vector<Definedness>& shadow = output.after->shadow;
  std::vector<std::uint64_t> bytes;
  for (std::size_t i = shadow.size() - shadow.size() % element_size(output.type); i < shadow.size();
       ++i) {
    if (shadow[i] == state) bytes.push_back(i);
  }
  return bytes;
}

std::string counted(std::string_view what, std::uint64_t count, std::string_view ranges) {
  return fmt::format("{}{} {}", what, count == 1 ? "" : "s", ranges);
}

// The first component of these elements whose history is known.
const IndeterminateComponent* first_explained(const OutputToCheck& output, Definedness state) {
  for (const IndeterminateComponent& indeterminate : output.indeterminate) {
    if (!indeterminate.history.empty() && output.after->shadow[indeterminate.offset] == state)
      return &indeterminate;
  }
  return nullptr;
}

// Components that do not match whole components of the element type do not describe it.
bool has_bounds(const IndeterminateComponent& indeterminate, const std::vector<Definedness>& shadow,
                ElementType type) {
  const std::size_t size = scalar_size(type.scalar);
  return indeterminate.bounds && is_float(type.scalar) && indeterminate.bytes == size &&
         indeterminate.offset % size == 0 &&
         shadow[indeterminate.offset] == Definedness::implementation_dependent;
}

std::string element_of(std::uint64_t offset, ElementType type) {
  const std::string number = std::to_string(offset / element_size(type));
  if (type.components == 1) return number;
  const std::size_t component = offset % element_size(type) / scalar_size(type.scalar);
  return fmt::format("{}, component {},", number, component);
}

std::vector<Note> notes_on(const OutputToCheck& output, Definedness state) {
  constexpr std::size_t max_bounds = 4;
  std::vector<Note> notes;
  if (state == Definedness::implementation_dependent) {
    for (const IndeterminateComponent& indeterminate : output.indeterminate) {
      if (!has_bounds(indeterminate, output.after->shadow, output.type) ||
          notes.size() == max_bounds)
        continue;
      notes.push_back({fmt::format("element {} may have any value from {:.9g} to {:.9g}",
                                   element_of(indeterminate.offset, output.type),
                                   indeterminate.bounds->low, indeterminate.bounds->high),
                       {},
                       0});
    }
  }
  if (const IndeterminateComponent* indeterminate = first_explained(output, state);
      indeterminate != nullptr)
    notes.insert(notes.end(), indeterminate->history.begin(), indeterminate->history.end());
  return notes;
}

// The elements and trailing bytes, as part of a sentence.
std::string places_text(const IndeterminateElements& elements,
                        const std::vector<std::uint64_t>& bytes) {
  std::string what;
  if (elements.count != 0) what = counted("element", elements.count, elements.ranges);
  if (!bytes.empty()) {
    what += fmt::format("{}{}, after the last whole element,", what.empty() ? "" : " and ",
                        counted("byte", bytes.size(), number_ranges(bytes)));
  }
  return what;
}

// None if nothing in the output has that state. The caller appends the state to the message.
std::optional<ReportedFinding> output_finding(Definedness state, const OutputToCheck& output) {
  const auto elements = elements_with(state, output);
  const auto bytes = trailing_bytes_with(state, output);
  if (elements.count == 0 && bytes.empty()) return std::nullopt;
  ReportedFinding finding;
  const char* verb = elements.count + bytes.size() == 1 ? "is" : "are";
  const std::string members =
      output.structure ? members_with(state, *output.after, *output.structure) : "";
  finding.message = members.empty()  // or only after the structure
                        ? fmt::format("{} of {} ({}) {}", places_text(elements, bytes), output.name,
                                      element_name(output.type), verb)
                        : fmt::format("{} of {} {}", members, output.name, verb);
  finding.resource = output.name;
  finding.element_count = elements.count;
  finding.elements = elements.first;
  finding.notes = notes_on(output, state);
  return finding;
}

// Without the mark.
std::string plain_element(const ShadowedBytes& contents, ElementType type, std::uint64_t element) {
  std::string text = element_as_text(contents, type, element);
  std::erase(text, '?');
  return text;
}

// "the same in 14 executions"; "" if the run was not compared with others.
std::string agreement_text(const OutputToCheck& output) {
  if (output.witnesses == nullptr || output.witnesses->compared == 0) return "";
  return fmt::format("the same in {} executions", output.witnesses->compared + 1);
}

// Adds a witness to the finding, or says that there is none.
void tell_witnesses(const OutputToCheck& output, ReportedFinding& finding) {
  const ExaminedMarks marks = output.witnesses == nullptr
                                  ? ExaminedMarks{}
                                  : examine_marks(*output.after, *output.witnesses, output.type);
  const std::string agreement = agreement_text(output);
  if (marks.witnessed.empty()) {
    finding.help = "not proven to be the same on every implementation";
    if (!agreement.empty()) finding.help += ", but " + agreement;
    return;
  }
  finding.help = "another implementation may store a different value there";
  const ElementWitness& first = marks.witnessed.front();
  std::string text =
      fmt::format("element {} is {} here, and {} with {}", first.element,
                  plain_element(*output.after, output.type, first.element),
                  plain_element(first.execution->contents, output.type, first.element),
                  first.execution->options);
  if (!marks.unproven.empty())
    text += fmt::format("; {} of {} marked elements are not proven to be the same, but {}",
                        marks.unproven.size(), marks.unproven.size() + marks.witnessed.size(),
                        agreement);
  finding.notes.insert(finding.notes.begin(), {text, {}, 0});
}

}  // namespace

std::vector<ReportedFinding> check_output(const OutputToCheck& whole) {
  OutputToCheck output = whole;
  ShadowedBytes members;
  if (output.structure) {
    members = without_padding(*whole.after, *whole.structure);
    output.after = &members;
  }
  std::vector<ReportedFinding> findings;
  if (auto finding = output_finding(Definedness::undefined, output)) {
    finding->severity = Severity::undefined_output;
    finding->kind = "undefined-output";
    finding->clause = "output.undefined";
    finding->message += " undefined after the run";
    finding->help =
        "do not rely on these values: store only what was computed from initialized memory and "
        "defined results";
    findings.push_back(*std::move(finding));
  }
  if (auto finding = output_finding(Definedness::implementation_dependent, output)) {
    finding->severity = Severity::implementation_dependent;
    finding->kind = "implementation-dependent-output";
    finding->clause = "output.implementation-dependent";
    finding->message += " implementation-dependent after the run";
    tell_witnesses(output, *finding);
    findings.push_back(*std::move(finding));
  }
  return findings;
}

nlohmann::ordered_json bounds_as_json(const BufferResult& buffer, ElementType type) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const IndeterminateComponent& indeterminate : buffer.indeterminate) {
    if (!has_bounds(indeterminate, buffer.contents.shadow, type)) continue;
    const std::size_t component =
        indeterminate.offset % element_size(type) / scalar_size(type.scalar);
    all.push_back({{"element", indeterminate.offset / element_size(type)},
                   {"component", component},
                   {"low", indeterminate.bounds->low},
                   {"high", indeterminate.bounds->high}});
  }
  return all;
}

}  // namespace spirv_oracle
