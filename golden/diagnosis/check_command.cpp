#include "golden/diagnosis/check_command.h"

#include <fmt/format.h>

#include "cli/options.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/bundle/named_output.h"
#include "golden/diagnosis/report.h"
#include "golden/option_rows.h"
#include "support/file.h"
#include "support/json_writer.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::string_view check_help_head =
    R"(usage: spirv-golden check BUNDLE SET.BINDING=FILE... [options]

Compares the outputs of a device with a bundle. Each FILE has the bytes of an output after the run. For differences,
reports which lanes stored them, where the values come from, and which fault of a driver explains them.

  spirv-golden check goldens/scan.s8 0.0=numbers.bin 0.1=sums.bin
)";

constexpr std::string_view check_help_tail = R"(
Exit status: 0 all outputs are accepted; 1 an output differs; 2 bad input.
)";

struct CheckOptions {
  ReportSettings report;
  bool accepts_only_agreed = false;
  std::vector<std::string> arguments;  // the bundle, then the files
};

std::vector<OptionRow> check_rows(CheckOptions& options) {
  return {
      flag_option("lanes", "add a table of the lanes around the first difference of each output",
                  options.report.lanes),
      accept_option(options.accepts_only_agreed), format_option(options.report.json)};
}

Result<CheckOptions> parse_check_options(const std::vector<std::string>& arguments) {
  CheckOptions options;
  auto rest = parse_command_line(check_rows(options), arguments);
  if (!rest) return tl::unexpected(rest.error());
  options.arguments = std::move(*rest);
  if (options.arguments.size() < 2) {
    return bad_input(
        "check: a BUNDLE and at least one SET.BINDING=FILE are needed: spirv-golden check --help "
        "shows how");
  }
  return options;
}

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

std::vector<std::string> unchecked_outputs(const Bundle& bundle, const Outputs& outputs) {
  std::vector<std::string> names;
  for (const BundleResource& resource : bundle.resources) {
    if (resource.output && !outputs.contains(resource.name)) names.push_back(resource.name);
  }
  return names;
}

}  // namespace

std::string check_help() {
  CheckOptions options;
  return command_help(check_help_head, check_rows(options)) + std::string(check_help_tail);
}

Result<Status> check(const std::vector<std::string>& arguments, const Console& console) {
  const auto options = parse_check_options(arguments);
  if (!options) return tl::unexpected(options.error());
  auto bundle = read_bundle(options->arguments.front());
  if (!bundle) return tl::unexpected(bundle.error());
  if (options->accepts_only_agreed) accept_agreed_only(*bundle);
  Outputs outputs;
  for (std::size_t i = 1; i < options->arguments.size(); ++i) {
    if (auto done = read_output(*bundle, options->arguments[i], outputs); !done)
      return tl::unexpected(done.error());
  }
  const std::vector<std::string> unchecked = unchecked_outputs(*bundle, outputs);
  const OutputReport report = report_outputs(*bundle, outputs, options->report);
  const Status status = report.accepted ? Status::ok : Status::mismatch;
  const char* verdict = report.accepted ? "accepted" : "differs";
  if (options->report.json) {
    nlohmann::ordered_json document{
        {"status", static_cast<int>(status)}, {"bundle", bundle->name}, {"result", verdict}};
    document.update(report.json);
    if (!unchecked.empty()) document["not_checked"] = unchecked;
    console.out << json_text(document);
    return status;
  }
  for (const std::string& name : unchecked) {
    console.err << fmt::format(
        "spirv-golden: note: the output {} is not checked: no file is given\n", name);
  }
  console.out << report.text << fmt::format("{}: {}\n", bundle->name, verdict);
  return status;
}

}  // namespace spirv_oracle::golden
