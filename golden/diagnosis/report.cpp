#include "golden/diagnosis/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "builtins/register_all.h"
#include "golden/bundle/module_summary.h"
#include "golden/diagnosis/lane_table.h"
#include "golden/diagnosis/matching_fault.h"
#include "golden/diagnosis/output_writers.h"
#include "golden/mutation/oracle_run.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle::golden {
namespace {

// A run of the bundle by the oracle.
struct Rerun {
  std::shared_ptr<const Module> module;
  Dispatch dispatch;
  OutputWriters writers;
};

Result<Rerun> run_again(const Bundle& bundle) {
  auto module = load_module(bundle.words, {.validate = false, .target_env = ""});
  if (!module) return tl::unexpected(module.error());
  auto dispatch = dispatch_of(bundle);
  if (!dispatch) return tl::unexpected(dispatch.error());
  const auto result = run(**module, default_registry(), *dispatch);
  if (!result) return tl::unexpected(result.error());
  if (!accepts_run(bundle, *dispatch, *result))
    return bad_input("the bundle does not accept what this version of the tool computes");
  auto writers = OutputWriters::find(bundle, **module, *dispatch);
  if (!writers) return tl::unexpected(writers.error());
  return Rerun{std::move(*module), std::move(*dispatch), std::move(*writers)};
}

// The report of one bundle, output by output.
class Reporter {
 public:
  Reporter(const Bundle& bundle, const Outputs& outputs, const ReportSettings& settings)
      : bundle_(bundle), outputs_(outputs), settings_(settings) {}

  OutputReport report();

 private:
  void add_output(const BundleResource& resource, const std::vector<std::byte>& actual);
  void add_comparison(const BundleResource& resource, const OutputComparison& comparison,
                      const std::vector<std::byte>& actual, const ComparisonNotes& notes);
  void explain_once();
  void add_suspects(const std::vector<StorePath>& paths);

  const Bundle& bundle_;
  const Outputs& outputs_;
  const ReportSettings& settings_;
  std::optional<Result<Rerun>> rerun_;
  std::set<std::string> suspects_;  // names of the instructions through which wrong values passed
  OutputReport report_;
};

void Reporter::explain_once() {
  // Only dispatches have records of what their invocations store.
  if (settings_.explain && !bundle_.draw && !rerun_) rerun_.emplace(run_again(bundle_));
}

void Reporter::add_suspects(const std::vector<StorePath>& paths) {
  const Module& module = *(*rerun_)->module;
  for (const StorePath& path : paths) {
    for (const std::uint32_t exchange : path.exchanges)
      suspects_.insert(
          std::string(default_registry().find(module.instruction(exchange).opcode)->name));
  }
}

void Reporter::add_comparison(const BundleResource& resource, const OutputComparison& comparison,
                              const std::vector<std::byte>& actual, const ComparisonNotes& notes) {
  if (settings_.json)
    report_.json["outputs"].push_back(
        comparison_json(bundle_, resource, comparison, actual, notes));
  else
    report_.text += comparison_text(bundle_, resource, comparison, actual, notes);
}

void Reporter::add_output(const BundleResource& resource, const std::vector<std::byte>& actual) {
  const OutputComparison comparison = compare(*resource.output, actual);
  if (comparison.holds()) {
    if (!settings_.only_differences) add_comparison(resource, comparison, actual, {});
    return;
  }
  report_.accepted = false;
  explain_once();
  const bool is_known = rerun_ && *rerun_;
  if (!is_known) return add_comparison(resource, comparison, actual, {});
  const OutputWriters& writers = (*rerun_)->writers;
  const Module& module = *(*rerun_)->module;
  const std::vector<StorePath> paths = store_paths(writers, resource, comparison);
  add_suspects(paths);
  ComparisonNotes notes;
  notes.of_component = [&](const DifferentComponent& component) {
    const Writer* writer = writers.writer_of(resource, component.offset);
    if (writer != nullptr) return invocation_text(*writer);
    const bool knows_all = writers.is_complete() && !bundle_.is_kernel;
    return std::string(knows_all ? "no invocation stores it" : "");
  };
  notes.behind_components = store_paths_text(writers, module, paths);
  if (settings_.lanes)
    notes.behind_components += lane_table(writers, module, resource, comparison, actual);
  for (const StorePath& path : paths) {
    for (const std::uint32_t exchange : path.exchanges) {
      const std::string name = instruction_name(module, default_registry(), exchange);
      if (std::ranges::count(notes.instructions, name) == 0) notes.instructions.push_back(name);
    }
  }
  add_comparison(resource, comparison, actual, notes);
}

OutputReport Reporter::report() {
  for (const BundleResource& resource : bundle_.resources) {
    const auto actual = outputs_.find(resource.name);
    if (resource.output && actual != outputs_.end()) add_output(resource, actual->second);
  }
  if (!rerun_) return std::move(report_);
  if (!*rerun_) {
    const std::string note =
        fmt::format("the invocations that store the differing components are not known: {}",
                    rerun_->error().message);
    if (settings_.json)
      report_.json["notes"].push_back(note);
    else
      report_.text += fmt::format("note: {}\n", note);
    return std::move(report_);
  }
  const FaultSearch search = find_matching_faults(bundle_, *(*rerun_)->module, (*rerun_)->dispatch,
                                                  outputs_, {suspects_.begin(), suspects_.end()});
  if (settings_.json)
    report_.json["explained_by"] = matches_json(search);
  else
    report_.text += matches_text(search);
  return std::move(report_);
}

}  // namespace

OutputReport report_outputs(const Bundle& bundle, const Outputs& outputs,
                            const ReportSettings& settings) {
  return Reporter(bundle, outputs, settings).report();
}

}  // namespace spirv_oracle::golden
