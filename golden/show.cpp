#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "data/scalar.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/bundle/bundle_json.h"
#include "golden/bundle/components.h"
#include "golden/bundle_commands.h"
#include "golden/option_rows.h"
#include "support/json_writer.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::string_view show_help_head = R"(usage: spirv-golden show BUNDLE|DIR... [options]

Prints what bundles assume, and which values they accept.

  spirv-golden show goldens/scan.s8
)";

struct ShowOptions {
  bool all = false, json = false;
};

std::vector<OptionRow> show_rows(ShowOptions& options) {
  return {flag_option("all", "print all values, however many there are", options.all),
          format_option(options.json)};
}

// How much to print.
struct ShowLimits {
  std::uint64_t values = 16;  // of a run
  std::size_t runs = 64;      // of an output
  std::size_t ranges = 100;   // characters of a list of elements
  std::size_t mappings = 8;   // lines about mappings
  std::size_t witnesses = 1;  // of a run
};
constexpr ShowLimits no_limits{
    std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::size_t>::max(),
    std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max(),
    std::numeric_limits<std::size_t>::max()};

std::string values_text(const BundleOutput& output, const AcceptanceRun& run,
                        const ShowLimits& limits) {
  if (run.acceptance.kind != AcceptanceKind::exact) {
    const std::uint64_t expected =
        load_bits(std::span(output.expected).subspan(run.offset, scalar_size(run.type)));
    return acceptance_text(run.type, run.acceptance, expected);
  }
  const std::size_t size = scalar_size(run.type);
  std::string text = "exactly";
  for (std::uint64_t i = 0; i < std::min(run.count, limits.values); ++i) {
    text += ' ' + format_scalar(
                      run.type,
                      load_bits(std::span(output.expected).subspan(run.offset + i * size, size)));
  }
  if (run.count > limits.values) text += fmt::format(" ... ({} in all)", run.count);
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

std::string place_text(const BundleResource& resource, const AcceptanceRun& run) {
  if (is_attachment_kind(resource.kind)) {
    const std::string first = pixel_name(resource, run.offset);
    const std::string last = pixel_name(resource, run.end() - scalar_size(run.type));
    return first == last ? first : fmt::format("{} to {}", first, last);
  }
  const bool is_bytes = run.acceptance.kind == AcceptanceKind::any && run.type == ScalarKind::uint8;
  if (is_bytes) return fmt::format("bytes {}-{}", run.offset, run.end() - 1);
  return fmt::format("{} {}", scalar_name(run.type), place_text(run.offset, run.count, run.type));
}

// Components of a type that change with the same mappings.
struct FoldedDependence {
  ScalarKind type;
  const std::vector<std::string>* mappings;
  std::vector<std::uint64_t> elements;
};

std::vector<FoldedDependence> folded(const std::vector<MappingDependence>& dependences) {
  std::vector<FoldedDependence> all;
  for (const MappingDependence& dependence : dependences) {
    const std::size_t size = scalar_size(dependence.type);
    if (dependence.offset % size != 0) continue;
    auto same = std::ranges::find_if(all, [&dependence](const FoldedDependence& other) {
      return other.type == dependence.type && *other.mappings == dependence.mappings;
    });
    if (same == all.end())
      same = all.insert(all.end(), {dependence.type, &dependence.mappings, {}});
    for (std::uint64_t i = 0; i < dependence.count; ++i)
      same->elements.push_back(dependence.offset / size + i);
  }
  return all;
}

std::string mappings_text(const std::vector<std::string>& mappings) {
  return fmt::format("other values with the mapping{} {}", mappings.size() == 1 ? "" : "s",
                     fmt::join(mappings, ", "));
}

std::string dependence_text(const BundleOutput& output, const ShowLimits& limits) {
  std::vector<std::string> lines;
  for (const FoldedDependence& dependence : folded(output.depends_on_mapping)) {
    std::string elements = number_ranges(dependence.elements);
    if (elements.size() > limits.ranges) {
      elements.resize(elements.rfind(',', limits.ranges));
      elements += fmt::format(",... ({} in all)", dependence.elements.size());
    }
    lines.push_back(fmt::format("    {} element{} {}: {}\n", scalar_name(dependence.type),
                                dependence.elements.size() == 1 ? "" : "s", elements,
                                mappings_text(*dependence.mappings)));
  }
  for (const MappingDependence& dependence : output.depends_on_mapping) {
    if (dependence.offset % scalar_size(dependence.type) == 0) continue;
    lines.push_back(fmt::format("    {} {}: {}\n", scalar_name(dependence.type),
                                place_text(dependence.offset, dependence.count, dependence.type),
                                mappings_text(dependence.mappings)));
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), limits.mappings); ++i) text += lines[i];
  if (lines.size() <= limits.mappings) return text;
  return text + fmt::format("    and {} more lines about mappings; --all prints them\n",
                            lines.size() - limits.mappings);
}

// Which components of a run had other values in other executions.
std::string witnesses_text(const BundleResource& resource, const AcceptanceRun& run,
                           const ShowLimits& limits) {
  const BundleOutput& output = *resource.output;
  const bool is_attachment = is_attachment_kind(resource.kind);
  std::string text;
  std::size_t count = 0;
  for (const Witness& witness : output.witnesses) {
    const std::size_t size = scalar_size(witness.type);
    for (std::size_t i = 0; i < witness.values.size(); ++i) {
      const std::uint64_t at = witness.offset + i * size;
      if (at < run.offset || at >= run.end() || ++count > limits.witnesses) continue;
      const std::uint64_t expected = load_bits(std::span(output.expected).subspan(at, size));
      text +=
          fmt::format("      {} is {} here, and {} with {}\n",
                      is_attachment ? pixel_name(resource, at) : place_text(at, 1, witness.type),
                      format_scalar(witness.type, expected),
                      format_scalar(witness.type, witness.values[i]), witness.options);
    }
  }
  if (count <= limits.witnesses) return text;
  return text + fmt::format("      and {} more with other values; --all prints them\n",
                            count - limits.witnesses);
}

std::string output_text(const Bundle& bundle, const BundleResource& resource,
                        const ShowLimits& limits) {
  const BundleOutput& output = *resource.output;
  std::string text =
      fmt::format("  output {}{}: {} bytes\n", resource.name,
                  resource.variable.empty() ? "" : fmt::format(" '{}'", resource.variable),
                  output.expected.size());
  const OutputAcceptance runs =
      is_attachment_kind(resource.kind) ? output.acceptance : with_joined_rest(output.acceptance);
  std::size_t shown = 0;
  for (const AcceptanceRun& run : runs) {
    if (++shown > limits.runs) {
      text += fmt::format("    and {} more; --all prints them\n", runs.size() - limits.runs);
      break;
    }
    text +=
        fmt::format("    {}: {}\n", place_text(resource, run), values_text(output, run, limits));
    if (run.acceptance.reason != Acceptance::no_reason)
      text += fmt::format("      because {}\n", reason_text(bundle.reasons[run.acceptance.reason]));
    text += witnesses_text(resource, run, limits);
  }
  return text + dependence_text(output, limits);
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

std::string dispatch_text(const Bundle& bundle) {
  std::string text = fmt::format("entry point '{}', {} x {} x {} workgroups", bundle.entry_point,
                                 bundle.groups[0], bundle.groups[1], bundle.groups[2]);
  if (const auto& size = bundle.workgroup_size)
    text += fmt::format(" of {} x {} x {} invocations", (*size)[0], (*size)[1], (*size)[2]);
  return text;
}

std::string draw_text(const Bundle& bundle) {
  const BundleDraw& draw = *bundle.draw;
  std::string entry_points;
  for (const BundleStage& stage : draw.stages) {
    const bool is_last = &stage == &draw.stages.back();
    entry_points += fmt::format("'{}'{}", stage.entry_point, is_last ? "" : ", ");
  }
  return fmt::format("entry points {} and '{}', {} {} x {} instances, framebuffer of {} x {}",
                     entry_points, bundle.entry_point, draw.call.vertex_count,
                     draw.call.index_buffer ? "indices" : "vertices", draw.call.instance_count,
                     draw.width, draw.height);
}

std::string bundle_text(const Bundle& bundle, const ShowLimits& limits) {
  std::string text = fmt::format("{}: {}\n", bundle.name, statistics_text(statistics_of(bundle)));
  text += fmt::format("  from {}, {}\n", bundle.source,
                      bundle.draw ? draw_text(bundle) : dispatch_text(bundle));
  text += assumptions_text(bundle.assumptions);
  if (!bundle.instructions.empty())
    text += fmt::format("  computes with {}\n", fmt::join(bundle.instructions, ", "));
  for (const std::string& masked : bundle.masked)
    text += fmt::format("  undefined behavior, not compared: {}\n", masked);
  for (const std::string& note : bundle.notes) text += fmt::format("  note: {}\n", note);
  for (const BundleResource& resource : bundle.resources) {
    if (resource.output) text += output_text(bundle, resource, limits);
  }
  return text;
}

// The documents of a bundle, in one object.
nlohmann::ordered_json bundle_json(const std::string& folder, const Bundle& bundle) {
  const AcceptanceStatistics counts = statistics_of(bundle);
  nlohmann::ordered_json manifest = manifest_as_json(bundle, {});
  manifest.erase("files");
  return {{"bundle", folder},
          {"components",
           {{"all", counts.components},
            {"exact", counts.exact},
            {"nan", counts.nan},
            {"set", counts.set},
            {"range", counts.range},
            {"any", counts.any}}},
          {"manifest", std::move(manifest)},
          {"acceptance", acceptance_as_json(bundle)}};
}

}  // namespace

std::string show_help() {
  ShowOptions options;
  return command_help(show_help_head, show_rows(options));
}

Result<Status> show(const std::vector<std::string>& arguments, const Console& console) {
  ShowOptions options;
  auto paths = parse_command_line(show_rows(options), arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->empty())
    return bad_input("show: no BUNDLE is given: spirv-golden show --help shows how");
  const auto folders = find_bundles(*paths);
  if (!folders) return tl::unexpected(folders.error());
  nlohmann::ordered_json document{{"status", 0}, {"bundles", nlohmann::ordered_json::array()}};
  for (const std::string& folder : *folders) {
    const auto bundle = read_bundle(folder);
    if (!bundle) return tl::unexpected(bundle.error());
    if (options.json)
      document["bundles"].push_back(bundle_json(folder, *bundle));
    else
      console.out << bundle_text(*bundle, options.all ? no_limits : ShowLimits{});
  }
  if (options.json) console.out << json_text(document);
  return Status::ok;
}

}  // namespace spirv_oracle::golden
