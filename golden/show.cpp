#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "cli/scalar.h"
#include "golden/bundle_commands.h"
#include "golden/bundle_folder.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint64_t max_values = 16;  // of a run
constexpr std::size_t max_runs = 64;      // of an output

std::string values_text(const BundleOutput& output, const AcceptanceRun& run) {
  if (run.acceptance.kind != AcceptanceKind::exact) {
    const std::uint64_t expected =
        load_bits(std::span(output.expected).subspan(run.offset, scalar_size(run.type)));
    return acceptance_text(run.type, run.acceptance, expected);
  }
  const std::size_t size = scalar_size(run.type);
  std::string text = "exactly";
  for (std::uint64_t i = 0; i < std::min(run.count, max_values); ++i) {
    text += ' ' + format_scalar(
                      run.type,
                      load_bits(std::span(output.expected).subspan(run.offset + i * size, size)));
  }
  if (run.count > max_values) text += fmt::format(" ... ({} in all)", run.count);
  return text;
}

std::string place_text(std::uint64_t offset, std::uint64_t count, ScalarKind type) {
  const std::size_t size = scalar_size(type);
  if (offset % size != 0) return fmt::format("bytes {}-{}", offset, offset + count * size - 1);
  const std::uint64_t first = offset / size;
  if (count == 1) return fmt::format("element {}", first);
  return fmt::format("elements {}-{}", first, first + count - 1);
}

std::string reason_text(const Reason& reason) {
  std::string text = reason.text;
  if (!reason.clause.empty()) text += fmt::format(" [{}]", reason.clause);
  if (!reason.where.empty()) text += fmt::format(" at {}", reason.where);
  if (!reason.lanes.empty()) text += fmt::format(", {}", reason.lanes);
  return text;
}

// Adjacent components that are not compared for the same reason are one run of bytes, whatever their types.
OutputAcceptance with_joined_rest(const OutputAcceptance& output) {
  OutputAcceptance joined;
  for (const AcceptanceRun& run : output) {
    const bool joins = run.acceptance.kind == AcceptanceKind::any && !joined.empty() &&
                       joined.back().acceptance == run.acceptance &&
                       joined.back().end() == run.offset;
    if (!joins) {
      joined.push_back(run);
    } else {
      AcceptanceRun& last = joined.back();
      last = {last.offset, run.end() - last.offset, ScalarKind::uint8, run.acceptance};
    }
  }
  return joined;
}

std::string place_text(const AcceptanceRun& run) {
  const bool is_bytes = run.acceptance.kind == AcceptanceKind::any && run.type == ScalarKind::uint8;
  if (is_bytes) return fmt::format("bytes {}-{}", run.offset, run.end() - 1);
  return fmt::format("{} {}", scalar_name(run.type), place_text(run.offset, run.count, run.type));
}

std::string output_text(const Bundle& bundle, const BundleResource& resource) {
  const BundleOutput& output = *resource.output;
  std::string text =
      fmt::format("  output {}{}: {} bytes\n", resource.name,
                  resource.variable.empty() ? "" : fmt::format(" '{}'", resource.variable),
                  output.expected.size());
  const OutputAcceptance runs = with_joined_rest(output.acceptance);
  std::size_t shown = 0;
  for (const AcceptanceRun& run : runs) {
    if (++shown > max_runs) {
      text += fmt::format("    and {} more, see acceptance.json\n", runs.size() - max_runs);
      break;
    }
    text += fmt::format("    {}: {}\n", place_text(run), values_text(output, run));
    if (run.acceptance.reason != Acceptance::no_reason)
      text += fmt::format("      because {}\n", reason_text(bundle.reasons[run.acceptance.reason]));
  }
  for (const MappingDependence& dependence : output.depends_on_mapping) {
    text += fmt::format(
        "    {} {}: other values with the mapping{} {}\n", scalar_name(dependence.type),
        place_text(dependence.offset, dependence.count, dependence.type),
        dependence.mappings.size() == 1 ? "" : "s", fmt::join(dependence.mappings, ", "));
  }
  return text;
}

std::string assumptions_text(const Assumptions& assumptions) {
  std::string text =
      fmt::format("  assumes subgroup size {}, mapping {}, environment {}",
                  assumptions.subgroup_size, assumptions.subgroup_mapping, assumptions.environment);
  if (assumptions.full_subgroups) text += ", full subgroups";
  if (assumptions.robust_buffer_access) text += ", robust buffer access";
  if (assumptions.robust_image_access) text += ", robust image access";
  for (const std::string& name : names_of(assumptions.features)) text += ", " + name;
  for (const std::string& control : assumptions.float_controls) text += ", " + control;
  for (const std::string& limits : assumptions.device_limits) text += ", limits " + limits;
  text += '\n';
  const std::vector<std::string> names = names_of(assumptions.not_assumed);
  if (!names.empty())
    text += fmt::format("  holds without the assumptions {}\n", fmt::join(names, ", "));
  return text;
}

std::string bundle_text(const Bundle& bundle) {
  std::string text = fmt::format("{}: {}\n", bundle.name, statistics_text(statistics_of(bundle)));
  text += fmt::format("  from {}, entry point '{}', {} x {} x {} workgroups", bundle.source,
                      bundle.entry_point, bundle.groups[0], bundle.groups[1], bundle.groups[2]);
  if (const auto& size = bundle.workgroup_size)
    text += fmt::format(" of {} x {} x {} invocations", (*size)[0], (*size)[1], (*size)[2]);
  text += '\n';
  text += assumptions_text(bundle.assumptions);
  if (!bundle.instructions.empty())
    text += fmt::format("  computes with {}\n", fmt::join(bundle.instructions, ", "));
  for (const std::string& masked : bundle.masked)
    text += fmt::format("  undefined behavior, not compared: {}\n", masked);
  for (const std::string& note : bundle.notes) text += fmt::format("  note: {}\n", note);
  for (const BundleResource& resource : bundle.resources) {
    if (resource.output) text += output_text(bundle, resource);
  }
  return text;
}

}  // namespace

Result<Status> show(const std::vector<std::string>& arguments, const Console& console) {
  if (arguments.empty())
    return bad_input("show: no BUNDLE is given\nusage: spirv-golden show BUNDLE...\n");
  const auto folders = find_bundles(arguments);
  if (!folders) return tl::unexpected(folders.error());
  for (const std::string& folder : *folders) {
    const auto bundle = read_bundle(folder);
    if (!bundle) return tl::unexpected(bundle.error());
    console.out << bundle_text(*bundle);
  }
  return Status::ok;
}

}  // namespace spirv_oracle::golden
