#include "golden/fuzz/fuzz_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <optional>

#include "cli/command_line.h"
#include "cli/options.h"
#include "cli/scalar.h"
#include "golden/bundle_folder.h"
#include "golden/fuzz/fuzz_bundle.h"
#include "golden/in_order.h"
#include "golden/progress_bar.h"
#include "golden/shard.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t max_count = 10'000'000;
constexpr std::uint64_t max_statements = 1000;
constexpr std::uint64_t max_jobs = 1024;

struct FuzzOptions {
  std::string out;
  std::optional<std::uint64_t> seed, count;
  FuzzSettings settings;
  std::uint64_t jobs = 1;
  bool resume = false;
  Shard shard;
};

// A number from `least` to `most`.
template <class T>
OptionRow number(std::string_view name, std::uint64_t least, std::uint64_t most, T& target) {
  return option(name, "N", [=, &target](const std::string& value) -> Result<void> {
    const auto parsed = parse_unsigned(value, "the number");
    if (!parsed) return tl::unexpected(parsed.error());
    if (*parsed < least || *parsed > most)
      return bad_input(fmt::format("the number must be {} to {}, not {}", least, most, *parsed));
    target = *parsed;
    return {};
  });
}

Result<FuzzOptions> parse_options(const std::vector<std::string>& arguments) {
  FuzzOptions options;
  const std::vector<OptionRow> rows{
      option("out", "DIR",
             [&](const std::string& value) -> Result<void> {
               options.out = value;
               return {};
             }),
      number("seed", 0, std::numeric_limits<std::uint64_t>::max(), options.seed),
      number("count", 1, max_count, options.count),
      number("size", 1, max_statements, options.settings.statements),
      number("jobs", 1, max_jobs, options.jobs),
      option("subgroup-size", "N",
             [&](const std::string& value) -> Result<void> {
               const auto size = parse_subgroup_size(value);
               if (!size) return tl::unexpected(size.error());
               options.settings.subgroup_size = *size;
               return {};
             }),
      option("shard", "I/N",
             [&](const std::string& value) -> Result<void> {
               const auto shard = parse_shard(value);
               if (!shard) return tl::unexpected(shard.error());
               options.shard = *shard;
               return {};
             }),
      option("resume", "", [&](const std::string&) -> Result<void> {
        options.resume = true;
        return {};
      })};
  const auto rest = parse_command_line(rows, arguments);
  if (!rest) return tl::unexpected(rest.error());
  if (!rest->empty())
    return bad_input(fmt::format("fuzz: unexpected argument '{}'", rest->front()));
  if (options.out.empty()) return bad_input("fuzz: --out DIR is missing");
  if (!options.seed) return bad_input("fuzz: --seed N is missing");
  if (!options.count) return bad_input("fuzz: --count M is missing");
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

Result<Status> fuzz(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                    const Console& console) {
  const auto options = parse_options(arguments);
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
