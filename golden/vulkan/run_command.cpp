#include "golden/vulkan/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include "cli/amber/outcome_report.h"
#include "cli/command_line.h"
#include "cli/file.h"
#include "cli/scalar.h"
#include "golden/bundle_folder.h"
#include "golden/diagnosis/report.h"
#include "golden/progress_bar.h"
#include "golden/vulkan/batch.h"
#include "golden/vulkan/device_options.h"

namespace spirv_oracle::golden {
namespace {

// The number of bundles whose differences are examined, which takes time for each. If very many differ, a few suffice.
constexpr std::size_t most_explained = 32;

struct RunBundlesOptions {
  std::vector<std::string> bundles;
  DeviceChoice device;
  std::size_t batch = 64;
  std::string junit;
};

Result<RunBundlesOptions> parse_options(const std::vector<std::string>& arguments) {
  RunBundlesOptions options;
  std::vector<OptionRow> rows = device_rows(options.device);
  const auto add = [&rows](std::string_view name, std::string_view argument, auto apply) {
    rows.push_back({"Run", name, '\0', argument, false, "", "", apply});
  };
  add("timeout", "SECONDS", [&](const std::string& value) -> Result<void> {
    const auto bits = parse_scalar(ScalarKind::float64, value);
    const double seconds = bits ? float_value(ScalarKind::float64, *bits) : 0;
    if (!(seconds > 0) || seconds > 1e6)
      return bad_input(fmt::format("'{}' is not a number of seconds", value));
    options.device.seconds = seconds;
    return {};
  });
  add("batch", "N", [&](const std::string& value) -> Result<void> {
    const auto count = parse_unsigned(value, "the size of a batch");
    if (!count) return tl::unexpected(count.error());
    options.batch = std::max<std::size_t>(*count, 1);
    return {};
  });
  add("junit", "FILE", [&](const std::string& value) -> Result<void> {
    options.junit = value;
    return {};
  });
  auto paths = parse_command_line(rows, arguments);
  if (!paths) return tl::unexpected(paths.error());
  if (paths->empty()) return bad_input("run: no BUNDLE is given");
  auto bundles = find_bundles(*paths);
  if (!bundles) return tl::unexpected(bundles.error());
  options.bundles = std::move(*bundles);
  return options;
}

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
  std::vector<std::string> instructions;
};

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
  void print_summary() const;
  Result<void> write_junit() const;
  std::size_t count(Verdict verdict) const;

  const RunBundlesOptions& options_;
  const Console& console_;
  ProgressBar bar_;
  std::string device_;
  std::vector<BundleOutcome> outcomes_;
};

// Compares the outputs with the bundle.
BundleOutcome compared(const Bundle& bundle, const Outputs& outputs, bool explain) {
  BundleOutcome outcome;
  for (const BundleResource& resource : bundle.resources) {
    if (!resource.output) continue;
    const std::size_t size = outputs.at(resource.name).size();
    if (size == resource.output->expected.size()) continue;
    outcome.verdict = Verdict::failed;
    outcome.text = fmt::format("{} has {} bytes\n", resource.name, size);
    return outcome;
  }
  OutputReport report =
      report_outputs(bundle, outputs, {.only_differences = true, .explain = explain});
  outcome.verdict = report.accepted ? Verdict::accepted : Verdict::differs;
  outcome.text = std::move(report.text);
  return outcome;
}

Result<BundleOutcome> BundleRunner::judge(const std::string& folder, const BatchEntry& entry,
                                          const std::string& end) const {
  const auto bundle = read_bundle(folder);
  if (!bundle) return tl::unexpected(bundle.error());
  BundleOutcome outcome;
  if (entry.state == BatchEntry::State::done)
    outcome = compared(*bundle, entry.outputs, count(Verdict::differs) < most_explained);
  if (entry.state == BatchEntry::State::skipped) outcome.text = entry.text + '\n';
  if (entry.state == BatchEntry::State::failed) {
    outcome.verdict = Verdict::failed;
    outcome.text = entry.text + '\n';
  }
  if (entry.state == BatchEntry::State::begun) {
    outcome.verdict = Verdict::crashed;
    outcome.text = "the process of the driver ended: " + end + '\n';
  }
  outcome.folder = folder;
  outcome.instructions = bundle->instructions;
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
    console_.out << "device: " << device_ << '\n';
  }
  std::size_t done = 0;
  for (; done < count && result->entries[done].state != BatchEntry::State::not_begun; ++done) {
    auto outcome = judge(some[done], result->entries[done], result->end);
    if (!outcome) return tl::unexpected(outcome.error());
    tell(std::move(*outcome));
  }
  if (done != 0) return done;
  return tl::unexpected(Error{
      Status::mismatch, "the process of the driver ended before the first bundle: " + result->end});
}

void BundleRunner::tell(BundleOutcome outcome) {
  bar_.erase();
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
  outcomes_.push_back(std::move(outcome));
  bar_.show(outcomes_.size());
}

std::size_t BundleRunner::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(outcomes_, verdict, &BundleOutcome::verdict));
}

void BundleRunner::print_summary() const {
  std::map<std::string, std::array<std::size_t, verdict_names.size()>> by_instruction;
  std::size_t width = std::string_view("instruction").size();
  for (const BundleOutcome& outcome : outcomes_) {
    for (const std::string& instruction : outcome.instructions) {
      ++by_instruction[instruction][static_cast<std::size_t>(outcome.verdict)];
      width = std::max(width, instruction.size());
    }
  }
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
  print_summary();
  if (auto done = write_junit(); !done) return tl::unexpected(done.error());
  if (count(Verdict::accepted) + count(Verdict::skipped) != outcomes_.size())
    return Status::mismatch;
  return count(Verdict::skipped) == outcomes_.size() ? Status::unsupported : Status::ok;
}

}  // namespace

Result<Status> run_bundles(const std::vector<std::string>& arguments, const Console& console) {
  const auto options = parse_options(arguments);
  if (!options) return tl::unexpected(options.error());
  return BundleRunner(*options, console).execute();
}

}  // namespace spirv_oracle::golden
