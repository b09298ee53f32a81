#include "amber/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "amber/enclosing_run.h"
#include "amber/expect_pixels.h"
#include "amber/expectation_findings.h"
#include "amber/requirements.h"
#include "amber/script/remark.h"
#include "amber/script_memory.h"
#include "amber/shader_compiler.h"
#include "cli/declared_subgroup_size.h"
#include "cli/report/finding_order.h"
#include "cli/report/record_execution.h"
#include "cli/report/results.h"
#include "cli/report/undefined_values.h"
#include "cli/report_page/page_run.h"
#include "cli/resources.h"
#include "cli/suppression.h"
#include "support/text.h"
#include "support/time_limit.h"

namespace spirv_oracle::amber {
namespace {

bool asks_for_robustness(const Script& script) {
  return std::any_of(script.requirements.begin(), script.requirements.end(),
                     [](const Requirement& requirement) {
                       return requirement.kind == Requirement::Kind::feature &&
                              requirement.name == "robustBufferAccess";
                     });
}

bool asks_for_robust_images(const Script& script) {
  return std::any_of(script.requirements.begin(), script.requirements.end(),
                     [](const Requirement& requirement) {
                       return requirement.kind == Requirement::Kind::device_extension &&
                              requirement.name == "VK_EXT_image_robustness";
                     });
}

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_command = 160;       // characters of a command in messages
constexpr std::size_t max_printed = 16 << 20;  // characters that shaders print
constexpr std::size_t max_page_runs = 40;      // of a script, on the page of --report

// An error gets the place of the command, unless it has its own place.
tl::unexpected<Error> at_command(const Script& script, const ScriptPosition& place,
                                 const Error& error) {
  if (error.message.starts_with(script.file + ":")) return tl::unexpected(error);
  return tl::unexpected(Error{error.status, fmt::format("{}:{}:{}: error: {}", script.file,
                                                        place.line, place.column, error.message)});
}

// An EXPECT may have a million values on its line.
std::string shortened(std::string_view command) {
  if (command.size() <= max_command) return std::string(command);
  return std::string(command.substr(0, command.rfind(' ', max_command))) + " ...";
}

// One run of a script.
class ScriptRun {
 public:
  ScriptRun(const Script& script, const InstructionRegistry& registry, const RunOptions& options,
            const DispatchObserver& observer, Outcome& outcome)
      : script_(script),
        registry_(registry),
        options_(options),
        observer_(observer),
        outcome_(outcome) {}

  Result<void> execute();

 private:
  Result<void> execute_all(const std::vector<Command>& commands);
  Result<void> execute_command(const Command& command);
  Result<void> repeat(const Repeat& command);
  Result<void> dispatch(const Command& command, const RunCompute& run);
  // The dispatch, in the form that the page of --report shows.
  std::optional<Dispatch> for_page(const Dispatch& dispatch) const;
  void add_to_page(const Command& command, const CompiledShader& shader,
                   const EntryPointInfo& entry, Dispatch dispatch, const DispatchResult& result);
  Result<void> compare(const Command& command, const ExpectBuffers& expect);
  Result<void> compare(const Command& command, const ExpectPixels& expect);
  Result<CompiledShader*> compiled(const Pipeline& pipeline, const std::string& entry_point);
  Result<Dispatch> make_dispatch(const ShaderUse& use, const CompiledShader& shader,
                                 const EntryPointInfo& entry, const Dim3& groups);
  void check_full_subgroups(const Pipeline& pipeline, const ShaderUse& use,
                            const Dispatch& dispatch, const Module& module);
  Result<void> check_limits() const;
  // Each command counts as at least one step, so that REPEAT ends.
  void spend(std::uint64_t steps) { steps_ -= std::min(steps_, std::max<std::uint64_t>(steps, 1)); }
  void judge(const Command& command, const std::string& buffer, const std::string& type,
             Comparison comparison);
  void add_remark(const Remark& remark);
  void add_finding(ReportedFinding finding);
  void add_printed(const std::string& text);

  const Script& script_;
  const InstructionRegistry& registry_;
  const RunOptions& options_;
  const DispatchObserver& observer_;
  Outcome& outcome_;
  ScriptMemory memory_;
  std::map<std::string, CompiledShader> shaders_;  // by shader and entry point
  std::uint64_t steps_ = 0;                        // that remain
  bool expects_ = false;                           // whether the script has an EXPECT
  Deadline deadline_ = no_deadline;
};

Result<void> ScriptRun::execute() {
  if (auto done = check_supported(script_); !done) return done;
  outcome_.warnings = script_.warnings;
  for (std::string& warning : extension_warnings(script_))
    outcome_.warnings.push_back(std::move(warning));
  const Limits& limits = options_.launch.limits;
  auto memory = ScriptMemory::create(script_, limits.max_memory);
  if (!memory) return tl::unexpected(memory.error());
  memory_ = std::move(*memory);
  steps_ = limits.max_steps;
  expects_ = has_expectations(script_.commands);
  const TimeLimit* limit = options_.module.time_limit;
  deadline_ = limit != nullptr ? limit->deadline() : deadline_after(limits.timeout_seconds);
  return execute_all(script_.commands);
}

Result<void> ScriptRun::execute_all(const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    auto done = check_limits();
    if (done) done = execute_command(command);
    if (done) continue;
    return at_command(script_, command.place, done.error());
  }
  return {};
}

Result<void> ScriptRun::check_limits() const {
  if (is_past(deadline_)) return limit_reached("time limit reached");
  if (steps_ == 0) {
    return limit_reached(fmt::format("more than {} steps", options_.launch.limits.max_steps));
  }
  return {};
}

Result<void> ScriptRun::execute_command(const Command& command) {
  if (const auto* run = std::get_if<RunCompute>(&command.what)) return dispatch(command, *run);
  if (const auto* repeated = std::get_if<Repeat>(&command.what)) return repeat(*repeated);
  if (const auto* buffers = std::get_if<ExpectBuffers>(&command.what))
    return compare(command, *buffers);
  if (const auto* pixels = std::get_if<ExpectPixels>(&command.what))
    return compare(command, *pixels);
  spend(1);
  if (const auto* copy = std::get_if<Copy>(&command.what)) {
    memory_.copy(*copy);
  } else if (const auto* store = std::get_if<Store>(&command.what)) {
    memory_.store(*store);
  } else if (const auto* expect = std::get_if<ExpectValues>(&command.what)) {
    judge(command, expect->buffer, expect->type,
          compare_values(memory_.contents(expect->buffer), memory_.possible_values(expect->buffer),
                         *expect));
  }
  return {};
}

Result<void> ScriptRun::repeat(const Repeat& command) {
  for (std::uint32_t i = 0; i < command.count; ++i) {
    if (auto done = execute_all(command.commands); !done) return done;
  }
  return {};
}

Result<CompiledShader*> ScriptRun::compiled(const Pipeline& pipeline,
                                            const std::string& entry_point) {
  const ShaderUse& use = pipeline.shaders.front();
  // Only HLSL is compiled separately for each entry point.
  // A kernel uses the options of its pipeline.
  std::string key = fmt::format("{} {}", use.shader, entry_point);
  for (const std::string& option : use.compile_options) key += " " + option;
  const auto found = shaders_.find(key);
  if (found != shaders_.end()) return &found->second;
  const Shader& shader = script_.shaders.find(use.shader)->second;
  auto made = compile_shader(script_, shader, use, entry_point, options_.module,
                             options_.launch.limits.max_memory);
  if (!made) return tl::unexpected(made.error());
  if (!made->warnings.empty()) outcome_.warnings.push_back(made->warnings);
  return &shaders_.emplace(key, std::move(*made)).first->second;
}

// Full subgroups need a workgroup whose x is a multiple of the subgroup size. If the size may vary, it must
// be a multiple of the maximum, and so of every size.
void ScriptRun::check_full_subgroups(const Pipeline& pipeline, const ShaderUse& use,
                                     const Dispatch& dispatch, const Module& module) {
  if (!use.subgroup.fully_populated) return;
  const auto size = workgroup_size(module, dispatch);
  if (!size) return;
  const std::uint32_t x = (*size)[0];
  if (x % dispatch.subgroup_size == 0) return;
  const UsageRule& rule = use.subgroup.required_size  ? full_subgroups_of_required_size
                          : use.subgroup.varying_size ? full_subgroups_of_varying_size
                                                      : full_subgroups;
  add_remark(
      {pipeline.place, rule,
       fmt::format("pipeline '{}' requires FULLY_POPULATED subgroups, but the workgroup size in "
                   "x, {}, is not a multiple of the subgroup size {}",
                   pipeline.name, x, dispatch.subgroup_size)});
}

// The workgroup size of a kernel that does not declare it: SpecIds 0 to 2, as in clspv, or else 1.
Dim3 kernel_local_size(const ShaderUse& use) {
  Dim3 size{1, 1, 1};
  for (const SpecializationValue& value : use.specialization) {
    if (value.id < size.size()) size[value.id] = static_cast<std::uint32_t>(value.bits);
  }
  return size;
}

Result<Dispatch> ScriptRun::make_dispatch(const ShaderUse& use, const CompiledShader& shader,
                                          const EntryPointInfo& entry, const Dim3& groups) {
  if (entry.execution_model != "GLCompute" && !is_kernel(entry)) {
    return unsupported(
        fmt::format("entry point '{}' has the execution model {}, which is not "
                    "supported yet",
                    entry.name, entry.execution_model));
  }
  const LaunchOptions& launch = options_.launch;
  Dispatch dispatch;
  dispatch.entry_point = entry.name;
  dispatch.groups = groups;
  dispatch.subgroup_size = use.subgroup.required_size.value_or(launch.subgroup_size);
  dispatch.subgroup_mapping = launch.subgroup_mapping;
  dispatch.reconvergence = launch.reconvergence;
  dispatch.arithmetic = launch.arithmetic;
  dispatch.vulkan_environment = !is_kernel(entry);
  dispatch.features = shader.info.features;
  dispatch.robust_buffer_access = launch.robust_buffer_access || asks_for_robustness(script_);
  dispatch.robust_image_access = launch.robust_image_access || asks_for_robust_images(script_);
  dispatch.device_limits = launch.device_limits;
  dispatch.stop_on_undefined_behavior = launch.stop_on_undefined_behavior;
  dispatch.seed = launch.seed;
  dispatch.workgroups_in_flight = launch.workgroups_in_flight;
  dispatch.jobs = launch.jobs;
  dispatch.limits = launch.limits;
  dispatch.limits.max_steps = steps_;
  dispatch.ignored_kinds = options_.ignored_kinds;
  dispatch.explain = options_.explain;
  dispatch.check_de_facto_order = options_.strict;
  if (is_kernel(entry)) {
    dispatch.local_size = kernel_local_size(use);
    dispatch.work_dimensions = 3;
  }
  take_declared_subgroup_size(*shader.module, dispatch);
  choose_race_checks(launch.check_races, entry, dispatch);
  for (const SpecializationValue& value : use.specialization) {
    const auto& known = shader.info.spec_constants;
    if (std::any_of(known.begin(), known.end(),
                    [&value](const SpecConstantInfo& info) { return info.spec_id == value.id; })) {
      dispatch.specialization[value.id] = value.bits;
    } else if (!is_kernel(entry)) {  // its SpecIds are those of clspv
      add_remark({value.place,
                  {},
                  fmt::format("SPECIALIZE {0} has no effect: shader '{1}' has no specialization "
                              "constant with SpecId {0}",
                              value.id, use.shader)});
    }
  }
  return dispatch;
}

// More workgroups than can be counted or run.
bool too_many(const Dim3& groups) {
  std::uint64_t count = std::uint64_t{groups[0]} * groups[1];
  return __builtin_mul_overflow(count, std::uint64_t{groups[2]}, &count) || count >> 48 != 0;
}

Result<void> ScriptRun::dispatch(const Command& command, const RunCompute& run_command) {
  if (too_many(run_command.groups)) {
    return limit_reached(fmt::format("the dispatch of {} x {} x {} workgroups is too large",
                                     run_command.groups[0], run_command.groups[1],
                                     run_command.groups[2]));
  }
  const Pipeline& pipeline = script_.pipelines.find(run_command.pipeline)->second;
  const ShaderUse& use = pipeline.shaders.front();
  const std::string& entry_point =
      run_command.entry_point.empty() ? use.entry_point : run_command.entry_point;
  const auto shader = compiled(pipeline, entry_point);
  if (!shader) return tl::unexpected(shader.error());
  const auto entry = pick_entry_point((*shader)->info, entry_point);
  if (!entry) return tl::unexpected(entry.error());
  auto dispatch = make_dispatch(use, **shader, **entry, run_command.groups);
  if (!dispatch) return tl::unexpected(dispatch.error());
  check_full_subgroups(pipeline, use, *dispatch, *(*shader)->module);
  std::vector<Remark> remarks;
  Result<void> bound = memory_.bind(pipeline, **entry, *dispatch, remarks);
  for (const Remark& remark : remarks) add_remark(remark);
  if (!bound) return bound;
  dispatch->limits.timeout_seconds = seconds_until(deadline_);
  dispatch->print = [this](const std::string& text) { add_printed(text); };
  dispatch->watch = options_.watch;
  if (observer_) {
    auto observed =
        observer_({(*shader)->words, *(*shader)->module, (*shader)->assembly, **entry, *dispatch});
    if (!observed) return observed;
  }
  const std::optional<Dispatch> again = for_page(*dispatch);
  auto result = run(*(*shader)->module, registry_, std::move(*dispatch));
  if (!result) return tl::unexpected(result.error());
  spend(result->steps);
  if (!options_.strict) {
    // Later commands may read any contents of a buffer.
    std::vector<const BufferResult*> outputs;
    for (const auto& [key, buffer] : result->buffers) outputs.push_back(&buffer);
    leave_out_unused_values(*result, outputs, result->findings);
  }
  for (Finding& finding : result->findings) place_in_assembly(finding, (*shader)->assembly);
  if (again) add_to_page(command, **shader, **entry, *again, *result);
  for (Finding& finding : result->findings) add_finding(std::move(finding));
  if (result->status == Status::limit) return limit_reached(result->message);
  // An observer or a debugger does not need to know whether expectations hold.
  const bool is_checked = expects_ && !observer_ && options_.watch == nullptr;
  if (is_checked && is_worth_enclosing(*(*shader)->module, *result)) {
    auto enclosed = make_dispatch(use, **shader, **entry, run_command.groups);
    if (enclosed && memory_.bind(pipeline, **entry, *enclosed, remarks))
      add_enclosures(*(*shader)->module, registry_, *std::move(enclosed), deadline_, *result);
  }
  memory_.take_back(*result);
  return {};
}

std::optional<Dispatch> ScriptRun::for_page(const Dispatch& dispatch) const {
  if (options_.report_file.empty()) return std::nullopt;
  if (outcome_.page_runs.size() < max_page_runs) return dispatch;
  ++outcome_.page_runs_left_out;
  return std::nullopt;
}

void ScriptRun::add_to_page(const Command& command, const CompiledShader& shader,
                            const EntryPointInfo& entry, Dispatch dispatch,
                            const DispatchResult& result) {
  const Dispatch shown = without_contents(dispatch);
  const ExecutionTrace trace =
      record_execution(*shader.module, registry_, std::move(dispatch), deadline_);
  const FinishedRun run{entry, shown, options_, result,
                        describe_layouts(*shader.module, registry_, shown.entry_point,
                                         shown.specialization, shown.limits.max_memory)};
  const std::vector<ReportedFinding> findings(result.findings.begin(), result.findings.end());
  const std::string title =
      fmt::format("{}:{}: {}", script_.file, command.place.line, shortened(trimmed(command.text)));
  outcome_.page_runs.push_back(
      page_run_as_json({title, run, *shader.module, shader.assembly, trace, findings,
                        exit_status(run, findings), result.message}));
}

Result<void> ScriptRun::compare(const Command& command, const ExpectBuffers& expect) {
  const Buffer& buffer = script_.buffers.find(expect.buffer)->second;
  const Buffer& other = script_.buffers.find(expect.other)->second;
  auto comparison = compare_buffers(memory_.contents(expect.buffer), buffer,
                                    memory_.contents(expect.other), other, expect);
  spend(1);
  if (!comparison) return tl::unexpected(comparison.error());
  judge(command, buffer.name, buffer.type.name, std::move(*comparison));
  return {};
}

Result<void> ScriptRun::compare(const Command& command, const ExpectPixels& expect) {
  const Buffer& buffer = script_.buffers.find(expect.buffer)->second;
  auto comparison = compare_pixels(memory_.contents(expect.buffer), buffer, expect);
  spend(1);
  if (!comparison) return tl::unexpected(comparison.error());
  judge(command, buffer.name, buffer.type.name, std::move(*comparison));
  return {};
}

bool same_place(const ScriptPosition& a, const ScriptPosition& b) {
  return a.line == b.line && a.column == b.column;
}

void ScriptRun::judge(const Command& command, const std::string& buffer, const std::string& type,
                      Comparison comparison) {
  const ExpectationSubject subject{
      buffer,
      type,
      {script_.file, command.place.line, command.place.column, shortened(command.text), {}}};
  for (ReportedFinding& finding : expectation_findings(subject, comparison))
    add_finding(std::move(finding));
  if (comparison.holds()) return;
  const bool known = std::any_of(
      outcome_.failures.begin(), outcome_.failures.end(),
      [&command](const Failure& other) { return same_place(other.place, command.place); });
  if (known) return;  // in another repetition
  Failure failure{command.place, shortened(trimmed(command.text)), comparison.message,
                  std::move(comparison.differences), comparison.differing};
  if (failure.message.empty()) {
    failure.message = fmt::format("{} of {} values of '{}' ({}) differ from what is expected",
                                  comparison.differing, comparison.compared, buffer, type);
  }
  outcome_.failures.push_back(std::move(failure));
}

// A broken rule of Vulkan becomes a finding. A note is printed once, however often the command runs.
void ScriptRun::add_remark(const Remark& remark) {
  if (remark.rule.clause.empty()) {
    const std::string note = fmt::format("{}:{}:{}: note: {}", script_.file, remark.place.line,
                                         remark.place.column, remark.message);
    std::vector<std::string>& said = outcome_.warnings;
    if (std::find(said.begin(), said.end(), note) == said.end()) said.push_back(note);
    return;
  }
  Finding finding;
  finding.severity = Severity::implementation_dependent;
  finding.kind = "valid-usage";
  finding.clause = remark.rule.clause;
  finding.message = fmt::format("{} ({})", remark.message, remark.rule.vuid);
  finding.help = "Vulkan does not define the behavior in this case; this run shows one possibility";
  finding.where.source = {script_.file, remark.place.line, remark.place.column, {}, {}};
  add_finding(std::move(finding));
}

// Counts a finding that an earlier RUN has reported as another occurrence of it.
void ScriptRun::add_finding(ReportedFinding finding) {
  const std::vector<std::string>& ignored = options_.ignored_kinds;
  if (std::find(ignored.begin(), ignored.end(), finding.kind) != ignored.end() ||
      is_suppressed_in_source(finding)) {
    return;
  }
  const SourceLocation& source = finding.where.source;
  for (ReportedFinding& other : outcome_.findings) {
    if (other.clause == finding.clause && other.where.word == finding.where.word &&
        other.where.source.file == source.file && other.where.source.line == source.line) {
      other.occurrences += finding.occurrences;
      return;
    }
  }
  outcome_.findings.push_back(std::move(finding));
}

void ScriptRun::add_printed(const std::string& text) {
  if (outcome_.printed.size() > max_printed) return;
  outcome_.printed += text;
  if (!text.ends_with('\n')) outcome_.printed += '\n';
  if (outcome_.printed.size() > max_printed) outcome_.printed += "(further output is omitted)\n";
}

Status status_of(const Outcome& outcome, bool strict) {
  Status status = outcome.failures.empty() ? Status::ok : Status::mismatch;
  for (const Finding& finding : outcome.findings) {
    const bool indeterminate = finding.severity == Severity::undefined_output ||
                               finding.severity == Severity::implementation_dependent ||
                               finding.severity == Severity::possible_undefined_behavior;
    if (finding.severity == Severity::undefined_behavior || (strict && indeterminate))
      status = Status::undefined_behavior;
  }
  return status;
}

}  // namespace

Outcome run_script(const Script& script, const InstructionRegistry& registry,
                   const RunOptions& options, const DispatchObserver& observer) {
  Outcome outcome;
  outcome.file = script.file;
  const Clock::time_point start = Clock::now();
  const Result<void> done = ScriptRun(script, registry, options, observer, outcome).execute();
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  outcome.status = status_of(outcome, options.strict);
  sort_findings(outcome.findings);
  if (!done) {
    outcome.error = done.error().message;
    outcome.status = done.error().status;
  }
  return outcome;
}

}  // namespace spirv_oracle::amber
