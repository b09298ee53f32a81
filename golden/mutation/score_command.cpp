#include "golden/mutation/score_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "golden/bundle/bundle_folder.h"
#include "golden/in_order.h"
#include "golden/mutation/score.h"
#include "golden/option_rows.h"
#include "golden/progress_bar.h"
#include "support/json_writer.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

using Json = nlohmann::ordered_json;

struct ScoreOptions {
  std::vector<std::string> paths;
  FaultsToTry faults = every_fault();
  std::uint32_t jobs = 1;
  bool details = false, list = false, json = false;
  bool accepts_only_agreed = false;
};

constexpr std::string_view score_help_head =
    R"(usage: spirv-golden mutation-score BUNDLE|DIR... [options]

Runs bundles with simulated drivers that have one fault each, and reports which faults no bundle finds.

  spirv-golden mutation-score suite --jobs 8
)";

constexpr std::string_view score_help_tail = R"(
Exit status: 0 the bundles find all faults; 1 a fault survives; 2 bad input.
)";

// Calls visit(fault) for faults of all kinds.
template <class Visit>
void for_each_fault(const FaultsToTry& faults, const Visit& visit) {
  for (const Fault& fault : faults.instructions) visit(fault);
  for (const DriverFault& fault : faults.drivers) visit(fault);
  for (const DrawFault& fault : faults.draws) visit(fault);
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for_each_fault(every_fault(), [&](const auto& fault) { names.emplace_back(fault.name); });
  return names;
}

Result<void> choose_faults(const std::string& text, ScoreOptions& options) {
  std::set<std::string, std::less<>> names;
  const std::vector<std::string> known = known_names();
  for (const std::string_view name : split_outside_parentheses(text, ',')) {
    if (std::ranges::count(known, name) == 0) {
      return bad_input(fmt::format(
          "mutation-score: unknown fault '{}': spirv-golden mutation-score --list shows all",
          name));
    }
    names.emplace(name);
  }
  const auto is_other = [&](const auto& fault) { return !names.contains(fault.name); };
  std::erase_if(options.faults.instructions, is_other);
  std::erase_if(options.faults.drivers, is_other);
  std::erase_if(options.faults.draws, is_other);
  return {};
}

std::vector<OptionRow> score_rows(ScoreOptions& options) {
  return {option("faults", "NAME[,NAME...]", "only these faults",
                 [&options](const std::string& value) { return choose_faults(value, options); }),
          jobs_option(options.jobs),
          flag_option("details", "also print how many bundles find each fault", options.details),
          accept_option(options.accepts_only_agreed),
          flag_option("list", "list the faults, and run nothing", options.list),
          format_option(options.json)};
}

Result<ScoreOptions> parse_score_options(const std::vector<std::string>& arguments) {
  ScoreOptions options;
  auto paths = parse_command_line(score_rows(options), arguments);
  if (!paths) return tl::unexpected(paths.error());
  options.paths = std::move(*paths);
  if (options.paths.empty() && !options.list)
    return bad_input("mutation-score: no folder of bundles is given");
  return options;
}

std::string list_text(const ScoreOptions& options) {
  std::string text;
  for (const Fault& fault : options.faults.instructions) {
    const std::string sizes =
        fault.least_size > 1 ? fmt::format(" (subgroups of {} or more)", fault.least_size) : "";
    text += fmt::format("{}: {}{}\n", fault.name, fault.description, sizes);
  }
  for (const DriverFault& fault : options.faults.drivers)
    text += fmt::format("{}: {}\n", fault.name, fault.description);
  for (const DrawFault& fault : options.faults.draws)
    text += fmt::format("{}: {} (draws)\n", fault.name, fault.description);
  return text;
}

// The result of all bundles for a fault of an instruction.
struct Found {
  std::uint64_t tried = 0, found = 0;  // bundles
  std::string first;                   // bundle that finds it
};
using ByFault = std::map<std::string, Found>;
using Scores = std::map<std::string, ByFault>;  // by instruction

std::string_view description_of(const std::string& name) {
  std::string_view description;
  for_each_fault(every_fault(), [&](const auto& fault) {
    if (fault.name == name) description = fault.description;
  });
  return description;
}

std::string scores_text(const Scores& scores, bool details) {
  std::string text;
  std::uint64_t all = 0, all_found = 0;
  for (const auto& [instruction, faults] : scores) {
    const auto found = static_cast<std::uint64_t>(
        std::ranges::count_if(faults, [](const auto& entry) { return entry.second.found != 0; }));
    text += fmt::format("{}: {} of {} faults found\n", instruction, found, faults.size());
    for (const auto& [fault, score] : faults) {
      if (score.found == 0) {
        text += fmt::format("  survives: {}: {}\n", fault, description_of(fault));
      } else if (details) {
        text += fmt::format("  {}: found by {} of {} bundles, first {}\n", fault, score.found,
                            score.tried, score.first);
      }
    }
    all += faults.size();
    all_found += found;
  }
  const double percent =
      all == 0 ? 0 : 100 * static_cast<double>(all_found) / static_cast<double>(all);
  return text + fmt::format("{} of {} faults found ({:.1f} %)\n", all_found, all, percent);
}

// Faults that no instruction in the bundles can have at their subgroup sizes.
std::vector<std::string> untried_faults(const ScoreOptions& options, const Scores& scores) {
  std::set<std::string> tried;
  for (const auto& [instruction, faults] : scores) {
    for (const auto& [fault, score] : faults) tried.insert(fault);
  }
  std::vector<std::string> names;
  const auto add = [&](std::string_view name) {
    if (!tried.contains(std::string(name))) names.emplace_back(name);
  };
  const auto add_all = [&](const auto& faults) {
    for (const auto& fault : faults) add(fault.name);
  };
  add_all(options.faults.instructions);
  // Faults of a kind of bundle that is not there say nothing about the others.
  const bool has_draws = scores.contains("draw");
  if (!has_draws || scores.contains("driver")) add_all(options.faults.drivers);
  if (has_draws) add_all(options.faults.draws);
  return names;
}

std::string untried_text(const std::vector<std::string>& names) {
  if (names.empty()) return "";
  return fmt::format(
      "not tried, because no bundle has such an instruction in large enough subgroups, or such a "
      "state: {}\n",
      fmt::join(names, ", "));
}

// Without --details, only the first bundle that finds a fault is known.
Json scores_json(const Scores& scores, const std::vector<std::string>& untried, bool details,
                 Status status) {
  Json instructions = Json::array();
  std::uint64_t all = 0, all_found = 0;
  for (const auto& [instruction, faults] : scores) {
    Json list = Json::array();
    for (const auto& [fault, score] : faults) {
      Json entry{
          {"fault", fault}, {"description", description_of(fault)}, {"found", score.found != 0}};
      if (score.found != 0) entry["first_bundle"] = score.first;
      if (details) {
        entry["bundles"] = score.tried;
        entry["found_by"] = score.found;
      }
      list.push_back(std::move(entry));
      ++all;
      all_found += score.found != 0 ? 1 : 0;
    }
    instructions.push_back({{"instruction", instruction}, {"faults", std::move(list)}});
  }
  return {{"status", static_cast<int>(status)},
          {"faults", all},
          {"found", all_found},
          {"instructions", std::move(instructions)},
          {"not_tried", untried}};
}

Json list_json(const ScoreOptions& options) {
  Json list = Json::array();
  for (const Fault& fault : options.faults.instructions) {
    list.push_back({{"fault", fault.name},
                    {"description", fault.description},
                    {"least_subgroup_size", fault.least_size}});
  }
  for (const DriverFault& fault : options.faults.drivers)
    list.push_back({{"fault", fault.name}, {"description", fault.description}});
  for (const DrawFault& fault : options.faults.draws)
    list.push_back({{"fault", fault.name}, {"description", fault.description}});
  return {{"status", 0}, {"faults", std::move(list)}};
}

// The results of all threads.
class FoundFaults {
 public:
  bool has(std::string_view instruction, std::string_view fault) {
    const std::lock_guard lock(mutex_);
    return found_.contains({std::string(instruction), std::string(fault)});
  }
  void add(const std::vector<FaultTrial>& trials) {
    const std::lock_guard lock(mutex_);
    for (const FaultTrial& trial : trials) {
      if (trial.is_found) found_.emplace(trial.instruction, trial.fault);
    }
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<std::string, std::string>> found_;
};

}  // namespace

std::string mutation_score_help() {
  ScoreOptions options;
  return command_help(score_help_head, score_rows(options)) + std::string(score_help_tail);
}

Result<Status> mutation_score(const std::vector<std::string>& arguments, const Console& console) {
  const auto options = parse_score_options(arguments);
  if (!options) return tl::unexpected(options.error());
  if (options->list) {
    console.out << (options->json ? json_text(list_json(*options)) : list_text(*options));
    return Status::ok;
  }
  const auto paths = find_bundles(options->paths);
  if (!paths) return tl::unexpected(paths.error());
  using Trials = Result<std::vector<FaultTrial>>;
  ProgressBar bar(console.err, console.terminal, paths->size());
  FoundFaults found_faults;
  // One bundle that detects a fault suffices, unless the user requests counts.
  const IsNeeded is_needed = [&](std::string_view instruction, std::string_view fault) {
    return options->details || !found_faults.has(instruction, fault);
  };
  Scores scores;
  Result<void> done;
  work_in_order<Trials>(
      paths->size(), options->jobs,
      [&](std::size_t i) -> Trials {
        auto bundle = read_bundle((*paths)[i]);
        if (!bundle) return tl::unexpected(bundle.error());
        if (options->accepts_only_agreed) accept_agreed_only(*bundle);
        auto trials = try_faults(*bundle, options->faults, is_needed);
        if (trials) found_faults.add(*trials);
        return trials;
      },
      [&](std::size_t i, const Trials& trials) {
        if (!trials && done) done = tl::unexpected(trials.error());
        if (!trials) return;
        for (const FaultTrial& trial : *trials) {
          Found& found = scores[trial.instruction][trial.fault];
          ++found.tried;
          if (trial.is_found && found.found++ == 0) found.first = (*paths)[i];
        }
        bar.show(i + 1);
      });
  bar.erase();
  if (!done) return tl::unexpected(done.error());
  const bool any_survives = std::ranges::any_of(scores, [](const auto& entry) {
    return std::ranges::any_of(entry.second,
                               [](const auto& fault) { return fault.second.found == 0; });
  });
  const Status status = any_survives ? Status::mismatch : Status::ok;
  const std::vector<std::string> untried = untried_faults(*options, scores);
  console.out << (options->json ? json_text(scores_json(scores, untried, options->details, status))
                                : scores_text(scores, options->details) + untried_text(untried));
  return status;
}

}  // namespace spirv_oracle::golden
