#include "golden/vulkan/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <span>

#include "amber/outcome_report.h"
#include "golden/bundle/bundle_folder.h"
#include "golden/diagnosis/report.h"
#include "golden/option_rows.h"
#include "golden/progress_bar.h"
#include "golden/vulkan/batch.h"
#include "golden/vulkan/device_options.h"
#include "support/file.h"
#include "support/json_writer.h"
#include "support/text.h"

namespace spirv_oracle::golden {
namespace {

// The number of bundles whose differences are examined, which takes time for each. If very many differ, a few suffice.
constexpr std::size_t most_explained = 32;

struct RunBundlesOptions {
  std::vector<std::string> bundles;
  DeviceChoice device;
  std::size_t batch = 64;
  std::string junit;
  bool accepts_only_agreed = false;
  bool json = false;
};

constexpr std::string_view run_help_head = R"(usage: spirv-golden run BUNDLE|DIR... [options]

Runs bundles on a Vulkan device, checks the outputs, and counts the results for each instruction. Child processes run
the bundles, so that a driver that crashes or hangs affects only one of them.

  spirv-golden run goldens --junit results.xml
)";

constexpr std::string_view run_help_tail = R"(
Exit status: 0 all outputs are accepted, or bundles were skipped because the device lacks a feature; 1 an output
differs, or the driver crashes or fails; 2 bad input; 4 all bundles were skipped, or the machine has no device.
)";

std::vector<OptionRow> run_rows(RunBundlesOptions& options) {
  std::vector<OptionRow> rows = device_rows(options.device);
  rows.push_back(
      seconds_option("the longest time that a bundle may take on the device (default: 30)",
                     options.device.seconds));
  rows.push_back(number_option("batch", "number of bundles that a child process runs (default: 64)",
                               "the size of a batch", 1, std::uint64_t{1} << 32,
                               [&options](std::uint64_t count) { options.batch = count; }));
  rows.push_back(
      text_option("junit", "FILE", "also write the results as JUnit XML", options.junit));
  rows.push_back(accept_option(options.accepts_only_agreed));
  rows.push_back(format_option(options.json));
  return rows;
}

Result<RunBundlesOptions> parse_run_options(const std::vector<std::string>& arguments) {
  RunBundlesOptions options;
  auto paths = parse_command_line(run_rows(options), arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->empty()) return bad_input("run: no BUNDLE is given");
  auto bundles = find_bundles(*paths);
  if (!bundles) return tl::unexpected(bundles.error());
  options.bundles = std::move(*bundles);
  return options;
}

using Json = nlohmann::ordered_json;

enum class Verdict : std::uint8_t { accepted, differs, crashed, failed, skipped };
constexpr std::array<std::string_view, 5> verdict_names{"accepted", "differs", "crashed", "failed",
                                                        "skipped"};
std::string_view name_of(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

struct BundleOutcome {
  std::string folder;
  Verdict verdict = Verdict::skipped;
  std::string text;  // lines
  Json report;       // with --format json: the compared outputs
  std::vector<std::string> instructions;
  double seconds = 0;
};

// By instruction: the number of bundles with each verdict.
using InstructionCounts = std::map<std::string, std::array<std::size_t, verdict_names.size()>>;

class BundleRunner {
 public:
  BundleRunner(const RunBundlesOptions& options, const Console& console)
      : options_(options),
        console_(console),
        bar_(console.err, console.terminal, options.bundles.size()) {}

  Result<Status> execute();

 private:
  Result<std::size_t> run_some(std::size_t first);
  Result<BundleOutcome> judge(const std::string& folder, const BatchEntry& entry,
                              const std::string& end) const;
  void tell(BundleOutcome outcome);
  InstructionCounts count_by_instruction() const;
  void print_summary() const;
  void print_json(Status status) const;
  Status status() const;
  Result<void> write_junit() const;
  std::size_t count(Verdict verdict) const;

  const RunBundlesOptions& options_;
  const Console& console_;
  ProgressBar bar_;
  std::string device_;
  std::vector<BundleOutcome> outcomes_;
};

// Compares the outputs with the bundle.
BundleOutcome compared(const Bundle& bundle, const Outputs& outputs,
                       const ReportSettings& settings) {
  BundleOutcome outcome;
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    const std::size_t size = outputs.at(resource.name).size();
    if (size == resource.output->expected.size()) continue;
    outcome.verdict = Verdict::failed;
    outcome.text = fmt::format("{} has {} bytes\n", resource.name, size);
    return outcome;
  }
  OutputReport report = report_outputs(bundle, outputs, settings);
  outcome.verdict = report.accepted ? Verdict::accepted : Verdict::differs;
  outcome.text = std::move(report.text);
  outcome.report = std::move(report.json);
  return outcome;
}

Result<BundleOutcome> BundleRunner::judge(const std::string& folder, const BatchEntry& entry,
                                          const std::string& end) const {
  const auto start = std::chrono::steady_clock::now();
  auto bundle = read_bundle(folder);
  if (!bundle) return tl::unexpected(bundle.error());
  if (options_.accepts_only_agreed) accept_agreed_only(*bundle);
  BundleOutcome outcome;
  if (entry.state == BatchEntry::State::done)
    outcome = compared(*bundle, entry.outputs,
                       {.only_differences = true,
                        .explain = count(Verdict::differs) < most_explained,
                        .json = options_.json});
  if (entry.state == BatchEntry::State::skipped) outcome.text = entry.text + '\n';
  if (entry.state == BatchEntry::State::failed) {
    outcome.verdict = Verdict::failed;
    outcome.text = entry.text + '\n';
  }
  if (entry.state == BatchEntry::State::begun) {
    outcome.verdict = Verdict::crashed;
    outcome.text = end + '\n';
  }
  outcome.folder = folder;
  outcome.instructions = bundle->instructions;
  const std::chrono::duration<double> examined = std::chrono::steady_clock::now() - start;
  outcome.seconds = entry.seconds + examined.count();
  return outcome;
}

// Runs the next batch. Returns the number of bundles that it finished.
Result<std::size_t> BundleRunner::run_some(std::size_t first) {
  const std::size_t count = std::min(options_.batch, options_.bundles.size() - first);
  const auto begin = options_.bundles.begin() + static_cast<std::ptrdiff_t>(first);
  const std::vector<std::string> some(begin, begin + static_cast<std::ptrdiff_t>(count));
  const auto result = run_batch(some, options_.device);
  if (!result) return tl::unexpected(result.error());
  if (device_.empty() && !result->device.empty()) {
    device_ = result->device;
    bar_.erase();
    if (!options_.json) console_.out << "device: " << device_ << '\n';
  }
  std::size_t done = 0;
  for (; done < count && result->entries[done].state != BatchEntry::State::not_begun; ++done) {
    auto outcome = judge(some[done], result->entries[done], result->end);
    if (!outcome) return tl::unexpected(outcome.error());
    tell(std::move(*outcome));
  }
  if (done != 0) return done;
  return tl::unexpected(Error{Status::mismatch, result->end + " before the first bundle"});
}

void BundleRunner::tell(BundleOutcome outcome) {
  bar_.erase();
  if (!options_.json) {
    console_.out << fmt::format("{}: {}", outcome.folder, name_of(outcome.verdict));
    // A reason of one line follows the verdict. A comparison is below it.
    if (outcome.verdict == Verdict::differs) {
      console_.out << '\n' << outcome.text;
    } else if (!outcome.text.empty()) {
      console_.out << ": " << outcome.text;
    } else {
      console_.out << '\n';
    }
    console_.out << std::flush;
  }
  outcomes_.push_back(std::move(outcome));
  bar_.show(outcomes_.size());
}

std::size_t BundleRunner::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(outcomes_, verdict, &BundleOutcome::verdict));
}

InstructionCounts BundleRunner::count_by_instruction() const {
  InstructionCounts counts;
  for (const BundleOutcome& outcome : outcomes_) {
    for (const std::string& instruction : outcome.instructions)
      ++counts[instruction][static_cast<std::size_t>(outcome.verdict)];
  }
  return counts;
}

void BundleRunner::print_json(Status status) const {
  Json document{
      {"status", static_cast<int>(status)}, {"device", device_}, {"bundles", Json::array()}};
  for (const BundleOutcome& outcome : outcomes_) {
    Json bundle{{"bundle", outcome.folder},
                {"result", name_of(outcome.verdict)},
                {"seconds", outcome.seconds}};
    if (!outcome.text.empty()) bundle["reason"] = trimmed(outcome.text);
    if (outcome.report.is_object()) bundle.update(outcome.report);
    document["bundles"].push_back(std::move(bundle));
  }
  const auto counts_json = [](const auto& count_of) {
    Json counts = Json::object();
    for (std::size_t i = 0; i < verdict_names.size(); ++i)
      counts[std::string(verdict_names[i])] = count_of(i);
    return counts;
  };
  document["instructions"] = Json::object();
  for (const auto& [instruction, counts] : count_by_instruction())
    document["instructions"][instruction] =
        counts_json([&counts = counts](std::size_t i) { return counts[i]; });
  document["summary"] =
      counts_json([this](std::size_t i) { return count(static_cast<Verdict>(i)); });
  console_.out << json_text(document);
}

void BundleRunner::print_summary() const {
  const InstructionCounts by_instruction = count_by_instruction();
  std::size_t width = std::string_view("instruction").size();
  for (const auto& [instruction, counts] : by_instruction)
    width = std::max(width, instruction.size());
  console_.out << fmt::format("\n{:{}}", "instruction", width);
  for (const std::string_view name : verdict_names) console_.out << fmt::format("  {}", name);
  console_.out << '\n';
  for (const auto& [instruction, counts] : by_instruction) {
    console_.out << fmt::format("{:{}}", instruction, width);
    for (std::size_t i = 0; i < counts.size(); ++i)
      console_.out << fmt::format("  {:>{}}", counts[i], verdict_names[i].size());
    console_.out << '\n';
  }
  std::string summary;
  for (std::size_t i = 0; i < verdict_names.size(); ++i) {
    const std::size_t number = count(static_cast<Verdict>(i));
    if (number == 0 && i != 0) continue;
    summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", number, verdict_names[i]);
  }
  console_.out << fmt::format("\nSummary: {}\n", summary);
}

Result<void> BundleRunner::write_junit() const {
  if (options_.junit.empty()) return {};
  std::vector<amber::Outcome> tests;
  for (const BundleOutcome& outcome : outcomes_) {
    amber::Outcome& test = tests.emplace_back();
    test.file = outcome.folder;
    test.seconds = outcome.seconds;
    test.error =
        outcome.text.empty() ? "" : fmt::format("{}: {}", name_of(outcome.verdict), outcome.text);
    test.status = outcome.verdict == Verdict::accepted  ? Status::ok
                  : outcome.verdict == Verdict::skipped ? Status::unsupported
                                                        : Status::mismatch;
  }
  const std::string xml = amber::junit_xml(tests, "spirv-golden");
  return write_file(options_.junit, std::as_bytes(std::span(xml)));
}

Result<Status> BundleRunner::execute() {
  while (outcomes_.size() < options_.bundles.size()) {
    const auto done = run_some(outcomes_.size());
    if (!done) return tl::unexpected(done.error());
  }
  bar_.erase();
  if (options_.json)
    print_json(status());
  else
    print_summary();
  if (auto done = write_junit(); !done) return tl::unexpected(done.error());
  return status();
}

Status BundleRunner::status() const {
  if (count(Verdict::accepted) + count(Verdict::skipped) != outcomes_.size())
    return Status::mismatch;
  return count(Verdict::skipped) == outcomes_.size() ? Status::unsupported : Status::ok;
}

}  // namespace

std::string run_help() {
  RunBundlesOptions options;
  return command_help(run_help_head, run_rows(options)) + std::string(run_help_tail);
}

Result<Status> run_bundles(const std::vector<std::string>& arguments, const Console& console) {
  const auto options = parse_run_options(arguments);
  if (!options) return tl::unexpected(options.error());
  return BundleRunner(*options, console).execute();
}

}  // namespace spirv_oracle::golden
