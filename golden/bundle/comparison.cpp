#include "golden/bundle/comparison.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/scalar.h"
#include "golden/bundle/components.h"
#include "golden/bundle/likely_cause.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::size_t max_shown = 16;
constexpr std::size_t max_in_json = 1000;

std::string component_name(const BundleResource& resource, const DifferentComponent& component) {
  if (is_attachment_kind(resource.kind)) return pixel_name(resource, component.offset);
  const std::size_t size = scalar_size(component.type);
  const bool has_one_type =
      std::ranges::all_of(resource.output->acceptance, [&](const AcceptanceRun& run) {
        return run.type == component.type && run.offset % size == 0;
      });
  if (has_one_type) return fmt::format("element {}", component.offset / size);
  return fmt::format("{} at byte {}", scalar_name(component.type), component.offset);
}

// Values with the same text differ in their bits.
std::string value_text(const DifferentComponent& component) {
  const std::string got = format_scalar(component.type, component.actual);
  const std::string expected =
      acceptance_text(component.type, component.acceptance, component.expected);
  if (got != expected) return fmt::format("got {}, expected {}", got, expected);
  return fmt::format("got {} (0x{:x}), expected {} (0x{:x})", got, component.actual, expected,
                     component.expected);
}

std::string note_on(const DifferentComponent& component, const ComparisonNotes& notes) {
  return notes.of_component == nullptr ? "" : notes.of_component(component);
}

bool depends_on_mapping(const BundleOutput& output, std::uint64_t offset) {
  for (const MappingDependence& dependence : output.depends_on_mapping) {
    const std::uint64_t end = dependence.offset + dependence.count * scalar_size(dependence.type);
    if (dependence.offset <= offset && offset < end) return true;
  }
  return false;
}

// Values of a permutation that occur too often.
void add_surplus(const BundleOutput& output, const AcceptanceRun& run,
                 std::span<const std::byte> actual, OutputComparison& comparison) {
  const std::size_t size = scalar_size(run.type);
  for (const std::uint64_t at : surplus_in(run, actual)) {
    comparison.differences.push_back({at, run.type,
                                      load_bits(std::span(output.expected).subspan(at, size)),
                                      load_bits(actual.subspan(at, size)), run.acceptance});
  }
  std::ranges::sort(comparison.differences, {}, &DifferentComponent::offset);
}

}  // namespace

OutputComparison compare(const BundleOutput& output, std::span<const std::byte> actual) {
  OutputComparison comparison;
  for (const AcceptanceRun& run : output.acceptance) {
    if (run.acceptance.kind == AcceptanceKind::any) {
      comparison.skipped += run.count;
      continue;
    }
    comparison.compared += run.count;
    const std::size_t size = scalar_size(run.type);
    for (std::uint64_t at = run.offset; at < run.end(); at += size) {
      const std::uint64_t expected = load_bits(std::span(output.expected).subspan(at, size));
      const std::uint64_t found = load_bits(actual.subspan(at, size));
      if (accepts(run.type, run.acceptance, expected, found)) continue;
      comparison.differences.push_back({at, run.type, expected, found, run.acceptance});
    }
    if (run.acceptance.kind == AcceptanceKind::permutation)
      add_surplus(output, run, actual, comparison);
  }
  return comparison;
}

std::string comparison_text(const Bundle& bundle, const BundleResource& resource,
                            const OutputComparison& comparison, std::span<const std::byte> actual,
                            const ComparisonNotes& notes) {
  const std::string label = resource.variable.empty()
                                ? resource.name
                                : fmt::format("{} '{}'", resource.name, resource.variable);
  const std::string skipped =
      comparison.skipped == 0 ? "" : fmt::format(" ({} not compared)", comparison.skipped);
  if (comparison.holds()) {
    return fmt::format("{}: all {} compared components are accepted{}\n", label,
                       comparison.compared, skipped);
  }
  const auto& differences = comparison.differences;
  std::string text = fmt::format("{}: {} of {} compared components differ{}\n", label,
                                 differences.size(), comparison.compared, skipped);
  std::size_t by_mapping = 0;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const bool depends = depends_on_mapping(*resource.output, differences[i].offset);
    by_mapping += depends ? 1 : 0;
    if (i >= max_shown) continue;
    const BundleCase* of_case = find_case(bundle, resource.name, differences[i].offset);
    const std::string note = note_on(differences[i], notes);
    text +=
        fmt::format("  {}: {}{}{}{}\n", component_name(resource, differences[i]),
                    value_text(differences[i]), depends ? " (depends on the subgroup mapping)" : "",
                    of_case == nullptr ? "" : fmt::format(" [{}]", of_case->name),
                    note.empty() ? "" : "; " + note);
  }
  if (differences.size() > max_shown)
    text += fmt::format("  and {} more\n", differences.size() - max_shown);
  text += notes.behind_components;
  if (by_mapping != 0) {
    text += fmt::format(
        "  note: {} of them depend on which invocations are in a subgroup together; the bundle "
        "assumes the mapping {}\n",
        by_mapping, bundle.assumptions.subgroup_mapping);
  }
  for (const std::string& cause :
       likely_causes(bundle, resource, comparison, actual, notes.instructions))
    text += fmt::format("  likely cause: {}\n", cause);
  return text;
}

nlohmann::ordered_json comparison_json(const Bundle& bundle, const BundleResource& resource,
                                       const OutputComparison& comparison,
                                       std::span<const std::byte> actual,
                                       const ComparisonNotes& notes) {
  using Json = nlohmann::ordered_json;
  Json json{{"output", resource.name}};
  if (!resource.variable.empty()) json["variable"] = resource.variable;
  json["compared"] = comparison.compared;
  json["not_compared"] = comparison.skipped;
  json["differing"] = comparison.differences.size();
  if (comparison.holds()) return json;
  Json& list = json["differences"] = Json::array();
  for (const DifferentComponent& component : comparison.differences) {
    if (list.size() == max_in_json) break;
    Json entry{
        {"offset", component.offset},
        {"type", scalar_name(component.type)},
        {"actual", format_scalar(component.type, component.actual)},
        {"actual_bits", fmt::format("0x{:x}", component.actual)},
        {"expected", acceptance_text(component.type, component.acceptance, component.expected)}};
    if (depends_on_mapping(*resource.output, component.offset)) entry["depends_on_mapping"] = true;
    if (const BundleCase* of_case = find_case(bundle, resource.name, component.offset))
      entry["case"] = of_case->name;
    if (const std::string note = note_on(component, notes); !note.empty())
      entry["stored_by"] = note;
    list.push_back(std::move(entry));
  }
  for (const std::string& line : lines_of(notes.behind_components))
    json["details"].push_back(trimmed(line));
  for (const std::string& cause :
       likely_causes(bundle, resource, comparison, actual, notes.instructions))
    json["likely_causes"].push_back(cause);
  return json;
}

}  // namespace spirv_oracle::golden
