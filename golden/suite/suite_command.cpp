#include "golden/suite/suite_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/report/report.h"
#include "data/option_values.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/generate_options.h"
#include "golden/in_order.h"
#include "golden/option_rows.h"
#include "golden/progress_bar.h"
#include "golden/suite/family.h"
#include "golden/suite/suite_bundler.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

namespace fs = std::filesystem;

struct SuiteOptions {
  std::string out;
  std::vector<std::uint32_t> sizes{32};
  std::vector<std::string> operations;  // instructions and families; none: all
  std::uint32_t jobs = 1;
  bool resume = false;
  Shard shard;
};

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split_outside_parentheses(text, ',')) parts.emplace_back(part);
  return parts;
}

std::set<std::string> set_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

std::vector<std::string_view> family_names() {
  std::vector<std::string_view> names;
  for (const SuiteFamily& family : suite_families()) names.push_back(family.name);
  return names;
}

// Names of families and of instructions.
Result<std::vector<std::string>> parse_operations(const std::string& text,
                                                  const InstructionRegistry& registry) {
  std::set<std::string> known;
  for (const SuiteFamily& family : suite_families()) {
    known.emplace(family.name);
    known.merge(set_of(family.instructions(registry)));
  }
  std::vector<std::string> names = split_list(text);
  for (const std::string& name : names) {
    if (!known.contains(name)) {
      return bad_input(fmt::format(
          "suite: '{}' is neither an instruction of the suite nor one of its families: {}", name,
          fmt::join(family_names(), ", ")));
    }
    if (const std::string_view why = why_left_out(name); !why.empty())
      return unsupported(fmt::format("suite: {} is not tested: it {}", name, why));
  }
  return names;
}

Result<std::vector<std::uint32_t>> parse_sizes(const std::string& text) {
  std::vector<std::uint32_t> sizes;
  for (const std::string& part : split_list(text)) {
    const auto size = parse_subgroup_size(part);
    if (!size) return tl::unexpected(size.error());
    if (std::ranges::count(sizes, *size) == 0) sizes.push_back(*size);
  }
  return sizes;
}

constexpr std::string_view suite_help_head = R"(usage: spirv-golden suite --out DIR [options]

Writes bundles that test instructions one by one, in families: groups, conversions, arithmetic, glsl, atomics, memory,
reconvergence, fragments, matrices, vectors.

  spirv-golden suite --out suite --sizes 8,32 --ops groups,OpConvertFToS
)";

std::vector<OptionRow> suite_rows(SuiteOptions& options, const InstructionRegistry& registry) {
  return {out_option(options.out),
          option("sizes", "N[,N...]", "subgroup sizes: bundles for each (default: 32)",
                 [&options](const std::string& value) {
                   return store(parse_sizes(value), options.sizes);
                 }),
          option("ops", "NAME[,NAME...]", "only these instructions and families",
                 [&options, &registry](const std::string& value) {
                   return store(parse_operations(value, registry), options.operations);
                 }),
          jobs_option(options.jobs),
          shard_option(options.shard),
          resume_option(options.resume)};
}

Result<SuiteOptions> parse_suite_options(const std::vector<std::string>& arguments,
                                         const InstructionRegistry& registry) {
  SuiteOptions options;
  const auto rest = parse_command_line(suite_rows(options, registry), arguments);
  if (!rest) return tl::unexpected(rest.error());
  if (!rest->empty())
    return bad_input(fmt::format("suite: unexpected argument '{}'", rest->front()));
  if (options.out.empty()) return bad_input("suite: --out DIR is missing");
  return options;
}

struct Item {
  SuiteShape shape;
  SuiteItem of;
};

struct SuiteOutcome {
  Status status = Status::ok;
  std::string out, err;
  std::uint64_t cases = 0;
  AcceptanceStatistics statistics;
};

// Writes the module and its bundle.
Result<void> make(const Item& item, const SuiteOptions& options,
                  const InstructionRegistry& registry, SuiteOutcome& outcome) {
  SuiteModule module = item.of.make();
  BundleSettings settings;
  settings.options = {"suite"};
  const auto bundler = SuiteBundler::create(
      module, fmt::format("{}.s{}", module.name, item.shape.subgroup_size), registry, settings);
  if (!bundler) return tl::unexpected(bundler.error());
  const fs::path folder = fs::path(options.out) / bundler->request().name;
  outcome.cases = module.cases.size();
  if (options.resume && is_bundle_of(folder, bundler->request().request)) {
    outcome.out = fmt::format("{}: kept\n", folder.string());
    return {};
  }
  auto made = bundler->make();
  if (!made) return tl::unexpected(made.error());
  if (!made->bundle) {
    outcome.status = Status::undefined_behavior;
    for (const Finding& finding : made->findings)
      outcome.err += finding_as_text(finding, {module.name, false});
    return {};
  }
  made->bundle->cases = std::move(module.cases);
  if (auto done = write_bundle(*made->bundle, options.out); !done) return done;
  outcome.statistics = statistics_of(*made->bundle);
  outcome.out = fmt::format("{}: {} cases, {}\n", folder.string(), outcome.cases,
                            statistics_text(outcome.statistics));
  return {};
}

SuiteOutcome make_item(const Item& item, const SuiteOptions& options,
                       const InstructionRegistry& registry) {
  SuiteOutcome outcome;
  const auto done = make(item, options, registry, outcome);
  if (done) return outcome;
  outcome.status = done.error().status;
  outcome.err = fmt::format("spirv-golden: {}: {}\n", item.of.make().name, done.error().message);
  return outcome;
}

std::vector<Item> chosen_items(const SuiteOptions& options) {
  const auto& chosen = options.operations;
  const auto is_chosen = [&chosen](std::string_view name) {
    return chosen.empty() || std::ranges::count(chosen, name) != 0;
  };
  std::vector<Item> items;
  std::size_t count = 0;
  for (const std::uint32_t size : options.sizes) {
    const SuiteShape shape = suite_shape(size);
    for (const SuiteFamily& family : suite_families()) {
      for (SuiteItem& item : family.items(shape)) {
        if (!is_chosen(family.name) && !is_chosen(item.instruction)) continue;
        if (options.shard.has(count++)) items.push_back({shape, std::move(item)});
      }
    }
  }
  return items;
}

}  // namespace

std::string suite_help(const InstructionRegistry& registry) {
  SuiteOptions options;
  return command_help(suite_help_head, suite_rows(options, registry));
}

Result<Status> suite(const std::vector<std::string>& arguments, const InstructionRegistry& registry,
                     const Console& console) {
  const auto options = parse_suite_options(arguments, registry);
  if (!options) return tl::unexpected(options.error());
  const std::vector<Item> items = chosen_items(*options);
  ProgressBar bar(console.err, console.terminal, items.size());
  Status status = Status::ok;
  std::uint64_t cases = 0;
  work_in_order<SuiteOutcome>(
      items.size(), options->jobs,
      [&](std::size_t i) { return make_item(items[i], *options, registry); },
      [&](std::size_t i, const SuiteOutcome& outcome) {
        bar.erase();
        console.out << outcome.out << std::flush;
        console.err << outcome.err;
        if (status == Status::ok) status = outcome.status;
        cases += outcome.cases;
        bar.show(i + 1);
      });
  bar.erase();
  console.out << fmt::format("{} bundle{} with {} cases\n", items.size(),
                             items.size() == 1 ? "" : "s", cases);
  return status;
}

}  // namespace spirv_oracle::golden
