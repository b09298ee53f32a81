#include "golden/diagnosis/check_command.h"

#include <fmt/format.h>

#include "cli/command_line.h"
#include "cli/file.h"
#include "cli/options.h"
#include "golden/bundle_folder.h"
#include "golden/diagnosis/report.h"
#include "golden/named_output.h"

namespace spirv_oracle::golden {
namespace {

constexpr const char* usage = "usage: spirv-golden check BUNDLE SET.BINDING=FILE... [--lanes]\n";

std::string output_names(const Bundle& bundle) {
  std::vector<std::string> names;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.output) names.push_back(resource.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<void> read_output(const Bundle& bundle, const std::string& argument, Outputs& outputs) {
  const auto parts = split_assignment(argument, "SET.BINDING=FILE");
  if (!parts) return tl::unexpected(parts.error());
  const BundleResource* resource = find_named_output(bundle, parts->first);
  if (resource == nullptr) {
    return bad_input(fmt::format("{} has no output '{}'; its outputs are {}", bundle.name,
                                 parts->first, output_names(bundle)));
  }
  auto bytes = read_file(parts->second);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::size_t size = resource->output->expected.size();
  if (bytes->size() != size) {
    return bad_input(fmt::format("{} has {} bytes, but the output {} of {} has {}", parts->second,
                                 bytes->size(), parts->first, bundle.name, size));
  }
  if (!outputs.emplace(resource->name, std::move(*bytes)).second)
    return bad_input(fmt::format("{} is given twice", parts->first));
  return {};
}

}  // namespace

Result<Status> check(const std::vector<std::string>& arguments, const Console& console) {
  ReportSettings settings;
  const auto paths = parse_command_line({{"Check", "lanes", '\0', "", false, "", "",
                                          [&settings](const std::string&) -> Result<void> {
                                            settings.lanes = true;
                                            return {};
                                          }}},
                                        arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->size() < 2) return bad_input(fmt::format("check: too few arguments\n{}", usage));
  const auto bundle = read_bundle(paths->front());
  if (!bundle) return tl::unexpected(bundle.error());
  Outputs outputs;
  for (std::size_t i = 1; i < paths->size(); ++i) {
    if (auto done = read_output(*bundle, (*paths)[i], outputs); !done)
      return tl::unexpected(done.error());
  }
  for (const BundleResource& resource : bundle->resources) {
    if (!resource.output || outputs.contains(resource.name)) continue;
    console.err << fmt::format(
        "spirv-golden: note: the output {} is not checked: no file is given\n", resource.name);
  }
  const OutputReport report = report_outputs(*bundle, outputs, settings);
  console.out << report.text
              << fmt::format("{}: {}\n", bundle->name, report.accepted ? "accepted" : "differs");
  return report.accepted ? Status::ok : Status::mismatch;
}

}  // namespace spirv_oracle::golden
