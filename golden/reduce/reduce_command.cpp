#include "golden/reduce/reduce_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/command_line.h"
#include "cli/scalar.h"
#include "golden/bundle_folder.h"
#include "golden/reduce/reducer.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint64_t max_device_number = 1u << 30;

struct ReduceOptions {
  std::string bundle, out;
  DeviceChoice device;
  bool names_device = false;
  std::string test, wrong_driver;
  std::uint64_t max_candidates = 20'000;
};

Result<double> parse_seconds(const std::string& text) {
  const auto bits = parse_scalar(ScalarKind::float64, text);
  const double seconds = bits ? float_value(ScalarKind::float64, *bits) : 0;
  if (!(seconds > 0) || seconds > 1e6)
    return bad_input(fmt::format("'{}' is not a number of seconds", text));
  return seconds;
}

constexpr std::string_view group = "Options";

OptionRow option(std::string_view name, std::string_view argument,
                 std::function<Result<void>(const std::string&)> apply) {
  return {group, name, '\0', argument, false, "", "", std::move(apply)};
}

std::vector<OptionRow> rows(ReduceOptions& options) {
  return {text_option(group, "out", "DIR", options.out),
          text_option(group, "test", "COMMAND", options.test),
          text_option(group, "wrong-driver", "NAME", options.wrong_driver),
          option("icd", "FILE",
                 [&options](const std::string& value) -> Result<void> {
                   options.device.icd = value;
                   options.names_device = true;
                   return {};
                 }),
          option("device", "N",
                 [&options](const std::string& value) -> Result<void> {
                   const auto index = parse_unsigned(value, "the number of a device");
                   if (!index) return tl::unexpected(index.error());
                   options.device.index =
                       static_cast<std::uint32_t>(std::min(*index, max_device_number));
                   options.names_device = true;
                   return {};
                 }),
          option("timeout", "SECONDS",
                 [&options](const std::string& value) -> Result<void> {
                   const auto seconds = parse_seconds(value);
                   if (!seconds) return tl::unexpected(seconds.error());
                   options.device.seconds = *seconds;
                   return {};
                 }),
          option("steps", "N", [&options](const std::string& value) -> Result<void> {
            const auto count = parse_unsigned(value, "the number of steps");
            if (!count) return tl::unexpected(count.error());
            options.max_candidates = *count;
            return {};
          })};
}

Result<ReduceOptions> parse_options(const std::vector<std::string>& arguments) {
  ReduceOptions options;
  const auto paths = parse_command_line(rows(options), arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->empty()) return bad_input("reduce: no BUNDLE is given");
  if (paths->size() > 1) return bad_input("reduce: one BUNDLE at a time");
  if (options.out.empty()) return bad_input("reduce: --out DIR is missing");
  const int ways = (options.test.empty() ? 0 : 1) + (options.wrong_driver.empty() ? 0 : 1) +
                   (options.names_device ? 1 : 0);
  if (ways > 1) {
    return bad_input(
        "reduce: --test, --wrong-driver and a device (--icd, --device) exclude each other");
  }
  options.bundle = paths->front();
  return options;
}

Result<std::unique_ptr<Interest>> interest_of(const ReduceOptions& options) {
  if (!options.test.empty()) return command_interest(options.test, options.device.seconds);
  if (!options.wrong_driver.empty()) return wrong_driver_interest(options.wrong_driver);
  return device_interest(options.device);
}

}  // namespace

Result<Status> reduce(const std::vector<std::string>& arguments,
                      const InstructionRegistry& registry, const Console& console) {
  namespace fs = std::filesystem;
  const auto options = parse_options(arguments);
  if (!options) return tl::unexpected(options.error());
  const auto interest = interest_of(*options);
  if (!interest) return tl::unexpected(interest.error());
  const auto bundle = read_bundle(options->bundle);
  if (!bundle) return tl::unexpected(bundle.error());
  std::error_code error;
  if (fs::equivalent(fs::path(options->out) / bundle->name, options->bundle, error))
    return bad_input(fmt::format("reduce: --out {} would overwrite the bundle", options->out));
  const auto show = [&console](const Reduction& reduction) {
    if (!console.terminal) return;
    console.err << fmt::format("\r{} instructions, {} candidates tried\x1b[K",
                               reduction.instructions, reduction.tried)
                << std::flush;
  };
  const auto reduction =
      Reducer(registry, **interest, options->max_candidates, show).reduce(*bundle);
  if (console.terminal) console.err << "\r\x1b[K" << std::flush;
  if (!reduction) return tl::unexpected(reduction.error());
  if (auto done = write_bundle(reduction->bundle, options->out); !done)
    return tl::unexpected(done.error());
  console.out << fmt::format(
      "{}: {} of {} instructions remain ({} of {} candidates were accepted)\n",
      (fs::path(options->out) / bundle->name).string(), reduction->instructions,
      reduction->instructions_before, reduction->taken, reduction->tried);
  return Status::ok;
}

}  // namespace spirv_oracle::golden
