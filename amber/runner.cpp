#include "amber/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>

#include "amber/enclosing_run.h"
#include "amber/expect_pixels.h"
#include "amber/graphics/pictures.h"
#include "amber/outcome_collector.h"
#include "amber/requirements.h"
#include "amber/script_draws.h"
#include "amber/script_memory.h"
#include "amber/script_shaders.h"
#include "cli/report/finding_order.h"
#include "cli/report/record_execution.h"
#include "cli/report/results.h"
#include "cli/report/undefined_values.h"
#include "cli/report_page/page_run.h"
#include "cli/resources.h"
#include "support/file.h"
#include "support/text.h"
#include "support/time_limit.h"

namespace spirv_oracle::amber {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t max_page_runs = 40;  // of a script, on the page of --report

// An error gets the place of the command, unless it has its own place.
tl::unexpected<Error> at_command(const Script& script, const ScriptPosition& place,
                                 const Error& error) {
  if (error.message.starts_with(script.file + ":")) return tl::unexpected(error);
  return tl::unexpected(Error{error.status, fmt::format("{}:{}:{}: error: {}", script.file,
                                                        place.line, place.column, error.message)});
}

// One run of a script.
class ScriptRun {
 public:
  ScriptRun(const Script& script, const InstructionRegistry& registry, const RunOptions& options,
            const ScriptObservers& observers, Outcome& outcome)
      : script_(script),
        registry_(registry),
        options_(options),
        observers_(observers),
        outcome_(outcome) {}

  Result<void> execute();

 private:
  Result<void> execute_all(const std::vector<Command>& commands);
  Result<void> execute_command(const Command& command);
  Result<void> repeat(const Repeat& command);
  Result<void> dispatch(const Command& command, const RunCompute& run);
  template <class Draw>
  Result<void> draw(const Command& command, const Draw& what);
  // The dispatch, in the form that the page of --report shows.
  std::optional<Dispatch> for_page(const Dispatch& dispatch) const;
  void add_to_page(const Command& command, const CompiledShader& shader,
                   const EntryPointInfo& entry, Dispatch dispatch, const DispatchResult& result);
  Result<void> compare(const Command& command, const ExpectBuffers& expect);
  Result<void> compare(const Command& command, const ExpectPixels& expect);
  Comparison compare(const ExpectValues& expect) const;
  // Whether an expectation about the buffer that fails writes a picture.
  bool writes_pictures(const Buffer& buffer) const {
    return !options_.failure_folder.empty() && buffer.image && buffer.image->samples == 1;
  }
  Result<void> write_failure(const Command& command, const Result<PngImage>& picture) const;
  Result<void> write_images() const;  // of --dump-image
  Result<void> check_limits() const;
  // Each command counts as at least one step, so that REPEAT ends.
  void spend(std::uint64_t steps) { steps_ -= std::min(steps_, std::max<std::uint64_t>(steps, 1)); }

  const Script& script_;
  const InstructionRegistry& registry_;
  const RunOptions& options_;
  const ScriptObservers& observers_;
  Outcome& outcome_;
  OutcomeCollector collector_{script_, options_, outcome_};
  ScriptShaders shaders_{script_, options_, collector_};
  ScriptMemory memory_;
  ScriptDraws draws_{script_, registry_, options_, observers_, shaders_, memory_, collector_};
  std::uint64_t steps_ = 0;  // that remain
  bool expects_ = false;     // whether the script has an EXPECT
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
  if (auto done = execute_all(script_.commands); !done) return done;
  if (observers_.finished) observers_.finished(memory_.all_contents());
  return write_images();
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
  if (const auto* rectangle = std::get_if<DrawRectangle>(&command.what))
    return draw(command, *rectangle);
  if (const auto* grid = std::get_if<DrawGrid>(&command.what)) return draw(command, *grid);
  if (const auto* arrays = std::get_if<DrawArrays>(&command.what)) return draw(command, *arrays);
  spend(1);
  if (const auto* clear = std::get_if<Clear>(&command.what)) return draws_.clear(*clear);
  if (const auto* copy = std::get_if<Copy>(&command.what)) {
    memory_.copy(*copy);
  } else if (const auto* color = std::get_if<SetClearColor>(&command.what)) {
    draws_.set(*color);
  } else if (const auto* depth = std::get_if<SetClearDepth>(&command.what)) {
    draws_.set(*depth);
  } else if (const auto* stencil = std::get_if<SetClearStencil>(&command.what)) {
    draws_.set(*stencil);
  } else if (const auto* store = std::get_if<Store>(&command.what)) {
    memory_.store(*store);
  } else if (const auto* expect = std::get_if<ExpectValues>(&command.what)) {
    collector_.judge(command, {expect->buffer, expect->type}, compare(*expect));
  }
  return {};
}

template <class Draw>
Result<void> ScriptRun::draw(const Command& command, const Draw& what) {
  const auto steps = draws_.draw(command, what, {steps_, deadline_});
  if (!steps) return tl::unexpected(steps.error());
  spend(*steps);
  return {};
}

Result<void> ScriptRun::repeat(const Repeat& command) {
  for (std::uint32_t i = 0; i < command.count; ++i) {
    if (auto done = execute_all(command.commands); !done) return done;
  }
  return {};
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
  const auto shader = shaders_.compiled(use, entry_point);
  if (!shader) return tl::unexpected(shader.error());
  const auto entry = pick_entry_point((*shader)->info, entry_point);
  if (!entry) return tl::unexpected(entry.error());
  if ((*entry)->execution_model != "GLCompute" && !is_kernel(**entry)) {
    return unsupported(fmt::format(
        "entry point '{}' has the execution model {}, which a RUN of workgroups cannot have",
        (*entry)->name, (*entry)->execution_model));
  }
  Dispatch dispatch = shaders_.settings(use, **shader, **entry, steps_);
  dispatch.groups = run_command.groups;
  shaders_.check_full_subgroups(pipeline, use, dispatch, *(*shader)->module);
  std::vector<Remark> remarks;
  const EntryPointInfo* const entries[] = {*entry};
  Result<void> bound = memory_.bind(pipeline, entries, dispatch, remarks);
  for (const Remark& remark : remarks) collector_.add_remark(remark);
  if (!bound) return bound;
  dispatch.limits.timeout_seconds = seconds_until(deadline_);
  dispatch.print = [this](const std::string& text) { collector_.add_printed(text); };
  dispatch.watch = options_.watch;
  if (observers_.dispatch) {
    auto observed = observers_.dispatch(
        {(*shader)->words, *(*shader)->module, (*shader)->assembly, **entry, dispatch});
    if (!observed) return observed;
  }
  const std::optional<Dispatch> again = for_page(dispatch);
  auto result = run(*(*shader)->module, registry_, std::move(dispatch));
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
  for (Finding& finding : result->findings) collector_.add_finding(std::move(finding));
  if (result->status == Status::limit) return limit_reached(result->message);
  // An observer or a debugger does not need to know whether expectations hold.
  const bool is_checked = expects_ && !observers_.dispatch && options_.watch == nullptr;
  if (is_checked && is_worth_enclosing(*(*shader)->module, *result)) {
    Dispatch enclosed = shaders_.settings(use, **shader, **entry, steps_);
    enclosed.groups = run_command.groups;
    if (memory_.bind(pipeline, entries, enclosed, remarks))
      add_enclosures(*(*shader)->module, registry_, std::move(enclosed), deadline_, *result);
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

Comparison ScriptRun::compare(const ExpectValues& expect) const {
  const ShadowedBytes& contents = memory_.contents(expect.buffer);
  const std::vector<TexelRange>& ranges = memory_.ranges(expect.buffer);
  if (ranges.empty())
    return compare_values(contents, memory_.possible_values(expect.buffer), expect);
  const Buffer& buffer = script_.buffers.find(expect.buffer)->second;
  return compare_values(contents, possible_texels(buffer, ranges, expect), expect);
}

Result<void> ScriptRun::compare(const Command& command, const ExpectBuffers& expect) {
  const Buffer& buffer = script_.buffers.find(expect.buffer)->second;
  const Buffer& other = script_.buffers.find(expect.other)->second;
  const ShadowedBytes& contents = memory_.contents(expect.buffer);
  const ShadowedBytes& other_contents = memory_.contents(expect.other);
  auto comparison = compare_buffers(contents, buffer, other_contents, other, expect);
  spend(1);
  if (!comparison) return tl::unexpected(comparison.error());
  const bool fails =
      collector_.judge(command, {buffer.name, buffer.type.name}, std::move(*comparison));
  if (!fails || !writes_pictures(buffer)) return {};
  return write_failure(command, picture_of_failure(buffer, contents, other, other_contents));
}

Result<void> ScriptRun::compare(const Command& command, const ExpectPixels& expect) {
  const Buffer& buffer = script_.buffers.find(expect.buffer)->second;
  const ShadowedBytes& contents = memory_.contents(expect.buffer);
  auto comparison = compare_pixels(contents, buffer, memory_.ranges(expect.buffer), expect);
  spend(1);
  if (!comparison) return tl::unexpected(comparison.error());
  const bool fails = collector_.judge(command, {buffer.name, buffer.type.name, buffer.image->width},
                                      std::move(*comparison));
  if (!fails || !writes_pictures(buffer)) return {};
  return write_failure(command, picture_of_failure(buffer, contents, expect));
}

Result<void> write_picture(const std::string& path, const Result<PngImage>& picture) {
  if (!picture) return tl::unexpected(picture.error());
  const auto file = encode_png(*picture);
  if (!file) return tl::unexpected(file.error());
  return write_file(path, *file);
}

Result<void> ScriptRun::write_failure(const Command& command,
                                      const Result<PngImage>& picture) const {
  const std::filesystem::path folder(options_.failure_folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string name = fmt::format(
      "{}.{}.png", std::filesystem::path(script_.file).filename().string(), command.place.line);
  return write_picture((folder / name).string(), picture);
}

Result<void> ScriptRun::write_images() const {
  for (const ImageFileOption& image : options_.image_files) {
    const auto buffer = script_.buffers.find(image.name);
    if (buffer == script_.buffers.end()) {
      std::string known;
      for (const auto& [name, other] : script_.buffers) {
        if (other.image) known += fmt::format("{}'{}'", known.empty() ? "" : ", ", name);
      }
      return bad_input(fmt::format("--dump-image: the script has no image '{}'; its images are: {}",
                                   image.name, known.empty() ? "none" : known));
    }
    auto done = write_picture(image.file, picture_of(buffer->second, memory_.contents(image.name)));
    if (!done)
      return tl::unexpected(Error{done.error().status, "--dump-image: " + done.error().message});
  }
  return {};
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
                   const RunOptions& options, const ScriptObservers& observers) {
  Outcome outcome;
  outcome.file = script.file;
  const Clock::time_point start = Clock::now();
  const Result<void> done = ScriptRun(script, registry, options, observers, outcome).execute();
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
