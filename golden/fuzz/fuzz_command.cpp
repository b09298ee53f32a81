#include "golden/fuzz/fuzz_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>

#include "data/option_values.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/fuzz/fuzz_bundle.h"
#include "golden/in_order.h"
#include "golden/option_rows.h"
#include "golden/progress_bar.h"
#include "golden/vulkan/device.h"
#include "golden/vulkan/device_options.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_count = 10'000'000;
constexpr std::uint64_t max_statements = 1000;

constexpr std::string_view fuzz_help_head =
    R"(usage: spirv-golden fuzz --seed N --count M --out DIR [options]

Writes bundles of random modules: group instructions in complex control flow. The seed, number, size and subgroup size
of a module determine its bytes and, with --for-device, the features of the device.

  spirv-golden fuzz --seed 1 --count 100 --out random
)";

struct FuzzOptions {
  std::string out;
  std::optional<std::uint64_t> seed, count;
  FuzzSettings settings;
  std::optional<std::uint32_t> subgroup_size;
  bool for_device = false;
  DeviceChoice device;
  std::uint32_t jobs = 1;
  bool resume = false;
  Shard shard;
};

std::vector<OptionRow> fuzz_rows(FuzzOptions& options) {
  std::vector<OptionRow> rows{
      out_option(options.out),
      number_option("seed", "any number; each one gives other modules", "the number", 0,
                    std::numeric_limits<std::uint64_t>::max(),
                    [&options](std::uint64_t seed) { options.seed = seed; }),
      number_option("count", "number of bundles", "the number", 1, max_count,
                    [&options](std::uint64_t count) { options.count = count; }),
      number_option("size", "number of statements of a module (default: 20)", "the number", 1,
                    max_statements,
                    [&options](std::uint64_t size) { options.settings.statements = size; }),
      option("subgroup-size", "N",
             "subgroup size (default: 32, or that of the device with --for-device)",
             [&options](const std::string& value) {
               return store(parse_subgroup_size(value), options.subgroup_size);
             }),
      flag_option("for-device", "use only features that the Vulkan device has",
                  options.for_device)};
  for (OptionRow& row : device_rows(options.device)) rows.push_back(std::move(row));
  rows.push_back(jobs_option(options.jobs));
  rows.push_back(shard_option(options.shard));
  rows.push_back(resume_option(options.resume));
  return rows;
}

// Restricts the modules to what the device has.
Result<void> choose_device(FuzzOptions& options) {
  if (options.for_device) {
    const auto device = VulkanDevice::open(options.device.icd, options.device.index, false);
    if (!device) return tl::unexpected(device.error());
    const auto description = std::make_shared<const DeviceDescription>(device->description());
    options.settings.has = [description](std::string_view name) {
      return has_requirement(*description, name);
    };
    options.settings.missing = [description](const Bundle& bundle) {
      return missing_feature(*description, bundle);
    };
    options.settings.subgroup_size = description->subgroups.subgroupSize;
  }
  if (options.subgroup_size) options.settings.subgroup_size = *options.subgroup_size;
  return {};
}

Result<FuzzOptions> parse_fuzz_options(const std::vector<std::string>& arguments) {
  FuzzOptions options;
  const auto rest = parse_command_line(fuzz_rows(options), arguments);
  if (!rest) return tl::unexpected(rest.error());
  if (!rest->empty())
    return bad_input(fmt::format("fuzz: unexpected argument '{}'", rest->front()));
  if (options.out.empty()) return bad_input("fuzz: --out DIR is missing");
  if (!options.seed) return bad_input("fuzz: --seed N is missing");
  if (!options.count) return bad_input("fuzz: --count M is missing");
  if (!options.for_device && (!options.device.icd.empty() || options.device.index != 0))
    return bad_input("fuzz: --icd and --device choose a device for --for-device");
  if (auto done = choose_device(options); !done) return tl::unexpected(done.error());
  return options;
}

struct FuzzOutcome {
  Result<void> done;
  std::string out;
  std::uint32_t dropped = 0;
  AcceptanceStatistics statistics;
};

FuzzOutcome make_item(std::uint64_t index, const FuzzOptions& options,
                      const InstructionRegistry& registry) {
  FuzzOutcome outcome;
  const auto is_known = [&](const std::string& name, const std::string& request) {
    return options.resume && is_bundle_of(fs::path(options.out) / name, request);
  };
  const auto fuzzed =
      make_fuzzed_bundle(*options.seed, index, options.settings, registry, is_known);
  if (!fuzzed) {
    outcome.done = tl::unexpected(fuzzed.error());
    return outcome;
  }
  outcome.dropped = fuzzed->dropped;
  const std::string folder = (fs::path(options.out) / fuzzed->name).string();
  outcome.out = fmt::format("{}: kept\n", folder);
  if (!fuzzed->bundle) return outcome;
  outcome.done = write_bundle(*fuzzed->bundle, options.out);
  outcome.statistics = statistics_of(*fuzzed->bundle);
  outcome.out = fmt::format("{}: {}\n", folder, statistics_text(outcome.statistics));
  return outcome;
}

// The acceptance in all bundles together.
std::string summary_text(std::size_t count, std::uint64_t dropped,
                         const AcceptanceStatistics& sums) {
  std::string text = fmt::format("{} bundle{}", count, count == 1 ? "" : "s");
  if (sums.components != 0) {
    const auto percent = [&sums](std::uint64_t part) {
      return 100 * static_cast<double>(part) / static_cast<double>(sums.components);
    };
    text += fmt::format(": {:.1f} % of the components exact, {:.1f} % range, {:.1f} % any",
                        percent(sums.exact), percent(sums.range), percent(sums.any));
  }
  return fmt::format("{}; {} module{} with undefined behavior dropped\n", text, dropped,
                     dropped == 1 ? "" : "s");
}

}  // namespace

std::string fuzz_help() {
  FuzzOptions options;
  return command_help(fuzz_help_head, fuzz_rows(options));
}

Result<Status> fuzz(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                    const Console& console) {
  const auto options = parse_fuzz_options(arguments);
  if (!options) return tl::unexpected(options.error());
  std::vector<std::uint64_t> indices;
  for (std::uint64_t i = options->shard.index; i < *options->count; i += options->shard.count)
    indices.push_back(i);
  ProgressBar bar(console.err, console.terminal, indices.size());
  Result<Status> status = Status::ok;
  std::uint64_t dropped = 0;
  AcceptanceStatistics sums;
  work_in_order<FuzzOutcome>(
      indices.size(), options->jobs,
      [&](std::size_t i) { return make_item(indices[i], *options, registry); },
      [&](std::size_t i, const FuzzOutcome& outcome) {
        bar.erase();
        if (!outcome.done) {
          if (status) status = tl::unexpected(outcome.done.error());
          return;
        }
        console.out << outcome.out << std::flush;
        dropped += outcome.dropped;
        sums.components += outcome.statistics.components;
        sums.exact += outcome.statistics.exact;
        sums.range += outcome.statistics.range;
        sums.any += outcome.statistics.any;
        bar.show(i + 1);
      });
  bar.erase();
  if (status) console.out << summary_text(indices.size(), dropped, sums);
  return status;
}

}  // namespace spirv_oracle::golden
