#include "golden/reduce/reduce_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "golden/bundle/bundle_folder.h"
#include "golden/option_rows.h"
#include "golden/reduce/reducer.h"
#include "golden/vulkan/device_options.h"

namespace spirv_oracle::golden {
namespace {

struct ReduceOptions {
  std::string bundle, out;
  DeviceChoice device;
  std::string test, wrong_driver;
  std::uint64_t max_candidates = 20'000;
};

constexpr std::string_view reduce_help_head =
    R"(usage: spirv-golden reduce BUNDLE --out DIR [options]

Removes everything from the module of a bundle that is not needed for a difference, and writes a new bundle. By
default, a candidate is interesting if the Vulkan device still differs.

  spirv-golden reduce random/fuzz.1.2.s8 --icd /usr/share/vulkan/icd.d/lvp_icd.x86_64.json --out small
)";

constexpr std::string_view reduce_help_tail = R"(
Exit status: 0 a bundle was written; 2 bad input, or nothing differs; 4 the device cannot run the bundle.
)";

std::vector<OptionRow> reduce_rows(ReduceOptions& options) {
  std::vector<OptionRow> rows{
      out_option(options.out),
      text_option("test", "COMMAND",
                  "instead of a device: COMMAND with the folder of a bundle as its last argument; "
                  "status 0 means that the bundle is still interesting",
                  options.test),
      text_option("wrong-driver", "NAME",
                  "instead of a device: a simulated driver with a fault of mutation-score --list",
                  options.wrong_driver)};
  for (OptionRow& row : device_rows(options.device)) rows.push_back(std::move(row));
  rows.push_back(seconds_option("the longest time that a candidate may take (default: 30)",
                                options.device.seconds));
  rows.push_back(
      number_option("steps", "the most candidates to try (default: 20000)", "the number of steps",
                    0, std::numeric_limits<std::uint64_t>::max(),
                    [&options](std::uint64_t count) { options.max_candidates = count; }));
  return rows;
}

bool names_device(const std::vector<std::string>& arguments) {
  return std::ranges::any_of(arguments, [](std::string_view argument) {
    return argument.starts_with("--icd") || argument.starts_with("--device");
  });
}

Result<ReduceOptions> parse_reduce_options(const std::vector<std::string>& arguments) {
  ReduceOptions options;
  const auto paths = parse_command_line(reduce_rows(options), arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->empty()) return bad_input("reduce: no BUNDLE is given");
  if (paths->size() > 1) return bad_input("reduce: one BUNDLE at a time");
  if (options.out.empty()) return bad_input("reduce: --out DIR is missing");
  const int ways = (options.test.empty() ? 0 : 1) + (options.wrong_driver.empty() ? 0 : 1) +
                   (names_device(arguments) ? 1 : 0);
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

std::string reduce_help() {
  ReduceOptions options;
  return command_help(reduce_help_head, reduce_rows(options)) + std::string(reduce_help_tail);
}

Result<Status> reduce(const std::vector<std::string>& arguments,
                      const InstructionRegistry& registry, const Console& console) {
  namespace fs = std::filesystem;
  const auto options = parse_reduce_options(arguments);
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
