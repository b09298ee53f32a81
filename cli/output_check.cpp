#include "cli/output_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

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

// The bytes that have that state and lie behind the last whole element.
std::vector<std::uint64_t> trailing_bytes_with(Definedness state, const OutputToCheck& output) {
  const std::vector<Definedness>& shadow = output.after->shadow;
  std::vector<std::uint64_t> bytes;
  for (std::size_t i = shadow.size() - shadow.size() % element_size(output.type); i < shadow.size();
       ++i) {
    if (shadow[i] == state) bytes.push_back(i);
  }
  return bytes;
}

std::string numbered(std::string_view what, const std::vector<std::uint64_t>& numbers) {
  std::string ranges = number_ranges(numbers);
  if (ranges.size() > max_listed) {
    ranges.resize(ranges.rfind(',', max_listed));
    ranges += fmt::format(",... ({} in all)", numbers.size());
  }
  return fmt::format("{}{} {}", what, numbers.size() == 1 ? "" : "s", ranges);
}

// The first component of these elements whose history is known.
const OpenComponent* first_explained(const OutputToCheck& output, Definedness state) {
  for (const OpenComponent& open : output.open) {
    if (!open.history.empty() && output.after->shadow[open.offset] == state) return &open;
  }
  return nullptr;
}

// Components that are no whole component of the element type say nothing about it.
bool has_bounds(const OpenComponent& open, const std::vector<Definedness>& shadow,
                ElementType type) {
  const std::size_t size = scalar_size(type.scalar);
  return open.bounds && is_float(type.scalar) && open.bytes == size && open.offset % size == 0 &&
         shadow[open.offset] == Definedness::implementation_dependent;
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
    for (const OpenComponent& open : output.open) {
      if (!has_bounds(open, output.after->shadow, output.type) || notes.size() == max_bounds)
        continue;
      notes.push_back(
          {fmt::format("element {} may be anything from {:.9g} to {:.9g}",
                       element_of(open.offset, output.type), open.bounds->low, open.bounds->high),
           {},
           0});
    }
  }
  if (const OpenComponent* open = first_explained(output, state); open != nullptr)
    notes.insert(notes.end(), open->history.begin(), open->history.end());
  return notes;
}

// None where nothing in the output has that state. The message ends where the state is to be named.
std::optional<Finding> output_finding(Definedness state, const OutputToCheck& output) {
  const auto elements = elements_with(state, output);
  const auto bytes = trailing_bytes_with(state, output);
  if (elements.empty() && bytes.empty()) return std::nullopt;
  std::string what;
  if (!elements.empty()) what = numbered("element", elements);
  if (!bytes.empty()) {
    what += fmt::format("{}{}, behind the last whole element,", what.empty() ? "" : " and ",
                        numbered("byte", bytes));
  }
  Finding finding;
  finding.message = fmt::format("{} of {} ({}) {}", what, output.name, element_name(output.type),
                                elements.size() + bytes.size() == 1 ? "is" : "are");
  finding.notes = notes_on(output, state);
  return finding;
}

}  // namespace

std::vector<Finding> check_output(const OutputToCheck& output) {
  std::vector<Finding> findings;
  if (auto finding = output_finding(Definedness::undefined, output)) {
    finding->severity = Severity::undefined_output;
    finding->kind = "undefined-output";
    finding->clause = "output.undefined";
    finding->message += " undefined after the run";
    finding->help =
        "no value there can be relied on: store only what was computed from initialized memory and "
        "defined results";
    findings.push_back(*std::move(finding));
  }
  if (auto finding = output_finding(Definedness::implementation_dependent, output)) {
    finding->severity = Severity::implementation_dependent;
    finding->kind = "implementation-dependent-output";
    finding->clause = "output.implementation-dependent";
    finding->message += " implementation-dependent after the run";
    finding->help = "another implementation may store another value there";
    findings.push_back(*std::move(finding));
  }
  return findings;
}

nlohmann::ordered_json bounds_as_json(const BufferResult& buffer, ElementType type) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const OpenComponent& open : buffer.open) {
    if (!has_bounds(open, buffer.contents.shadow, type)) continue;
    const std::size_t component = open.offset % element_size(type) / scalar_size(type.scalar);
    all.push_back({{"element", open.offset / element_size(type)},
                   {"component", component},
                   {"low", open.bounds->low},
                   {"high", open.bounds->high}});
  }
  return all;
}

}  // namespace spirv_oracle
