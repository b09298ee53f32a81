#include "opencl/commands/dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "driver/capture.h"
#include "driver/options.h"
#include "driver/policy.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle::opencl {
namespace {

// What a dispatch read, for commands after it and for what is mapped.
class DispatchReads final : public PossibleReads {
 public:
  DispatchReads(std::shared_ptr<const Pipeline> pipeline, const Launch& launch,
                std::shared_ptr<const KernelBindings> bindings,
                std::shared_ptr<const DispatchResult> result)
      : pipeline_(std::move(pipeline)),
        launch_(launch),
        bindings_(std::move(bindings)),
        result_(std::move(result)) {}

  bool includes(const Store& store, const std::vector<Range>& ranges) const override {
    const Bindings marked = bindings_->with_undefined(store, ranges);
    const auto probed = run(*pipeline_, launch_, marked, probing_policy());
    return probed && bindings_->depends_on_undefined(marked, *result_, *probed);
  }

 private:
  std::shared_ptr<const Pipeline> pipeline_;
  Launch launch_;
  std::shared_ptr<const KernelBindings> bindings_;
  std::shared_ptr<const DispatchResult> result_;
};

// One execution of a dispatch.
class DispatchRun {
 public:
  DispatchRun(const DispatchCommand& command, const Event& event)
      : command_(command), event_(event), place_(event.place) {}

  cl_int execute();

 private:
  void take_host_writes();
  void show_host_writes();
  void report(const DispatchResult& result);
  std::vector<Note> undefined_inputs() const;
  void keep(const KernelBindings::Change& change);
  void keep_pipes(const DispatchResult& result);
  void find_hazards(const std::shared_ptr<const DispatchResult>& result);
  void capture_if_asked(bool has_findings);
  Accessor accessor(const KernelBindings::Part& part) const {
    return {event_.id, place_, part.object, part.is_sub_buffer};
  }

  const DispatchCommand& command_;
  const Event& event_;
  std::string place_;
  std::shared_ptr<const KernelBindings> bindings_;
};

// The host may access fine-grained memory before and after the dispatch.
void DispatchRun::take_host_writes() {
  if (!command_.uses_svm) return;
  for (const auto& one : svm_allocations(*event_.context)) {
    if (one->is_fine_grained) one->store->take({0, one->size});
  }
}

void DispatchRun::show_host_writes() {
  if (!command_.uses_svm) return;
  for (const auto& one : svm_allocations(*event_.context)) {
    if (!one->is_fine_grained) continue;
    one->store->take({0, one->size});  // what the host wrote meanwhile
    one->store->show({0, one->size});
  }
}

// Where undefined values that the dispatch reads came from.
std::vector<Note> DispatchRun::undefined_inputs() const {
  std::vector<Note> notes;
  for (const KernelBindings::Part& part : bindings_->parts()) {
    const ShadowedBytes contents = part.store->read(part.range);
    const StateCount undefined = count_state(contents, Definedness::undefined);
    if (undefined.count == 0) continue;
    notes.push_back(
        {fmt::format("{}: {} bytes of {}, the first at byte {}, were undefined before", part.name,
                     undefined.count, part.object, part.range.begin + undefined.first),
         {},
         0});
    if (const auto* history = part.store->history_of(part.range.begin + undefined.first))
      notes.insert(notes.end(), history->begin(), history->end());
  }
  return notes;
}

void DispatchRun::report(const DispatchResult& result) {
  std::optional<std::vector<Note>> inputs;
  for (Finding finding : result.findings) {
    // An undefined value that nothing uses is harmless.
    if (finding.severity == Severity::undefined_value && !finding.is_used) continue;
    if (finding.severity == Severity::note) continue;
    finding.notes.push_back({"in " + place_, {}, 0});
    if (finding.message.find("undefined") != std::string::npos) {
      if (!inputs) inputs = undefined_inputs();
      finding.notes.insert(finding.notes.end(), inputs->begin(), inputs->end());
    }
    Reporter::get().report(finding, command_.kernel->program->number, command_.kernel->text());
  }
}

void DispatchRun::keep(const KernelBindings::Change& change) {
  const ShadowedBytes& after = *change.after;
  const KernelBindings::Part& part = *change.part;
  std::vector<Range> written;
  Range undefined{~std::uint64_t{0}, 0};  // that the dispatch stored
  for (std::uint64_t i = 0; i < after.size(); ++i) {
    if (after.bytes[i] == change.before->bytes[i] && after.shadow[i] == change.before->shadow[i])
      continue;
    const std::uint64_t at = change.offset + i;
    if (written.empty() || written.back().end != at) written.push_back({at, at});
    written.back().end = at + 1;
    if (after.shadow[i] != Definedness::undefined) continue;
    undefined.begin = std::min(undefined.begin, at);
    undefined.end = at + 1;
  }
  if (undefined.begin < undefined.end) {
    std::vector<Note> history{{fmt::format("{} was stored in {}", part.name, place_), {}, 0}};
    for (const IndeterminateComponent& component : *change.indeterminate) {
      if (after.shadow[component.offset] != Definedness::undefined || component.history.empty())
        continue;
      history.insert(history.end(), component.history.begin(), component.history.end());
      break;
    }
    const std::vector<Note> inputs = undefined_inputs();
    history.insert(history.end(), inputs.begin(), inputs.end());
    part.store->add_history(undefined, std::move(history));
  }
  add_access(accessor(part), part.store, written, true);
  part.store->write_changes(change.offset, *change.before, after);
}

void DispatchRun::keep_pipes(const DispatchResult& result) {
  for (const ResourceInfo& resource : command_.kernel->entry.resources) {
    if (!is_pipe(resource)) continue;
    Memory& pipe = *command_.arguments[resource.binding].memory;
    const auto found = result.buffers.find({BindingKey::kernel_arguments, resource.binding, 0});
    if (found == result.buffers.end()) continue;
    // A kernel that reads takes all packets that it gets; what it left is not known, and counts as taken.
    pipe.packets = resource.writable ? found->second.contents : ShadowedBytes{};
  }
}

void DispatchRun::find_hazards(const std::shared_ptr<const DispatchResult>& result) {
  if (!driver_options().checks_races) return;
  constexpr std::uint64_t most_kept = std::uint64_t{16} << 20;  // bytes, of a dispatch
  const bool keeps = command_.keeps_reads && memory_of_contents(bindings_->bindings()) <= most_kept;
  const auto reads =
      std::make_shared<const DispatchReads>(command_.pipeline, command_.launch, bindings_, result);
  for (const KernelBindings::Part& part : bindings_->parts()) {
    if (part.is_readable) add_possible_read(accessor(part), part.store, part.range, reads, keeps);
  }
}

void DispatchRun::capture_if_asked(bool has_findings) {
  const Build& build = *command_.kernel->build;
  const CapturedDispatch dispatch{build.words,
                                  command_.pipeline->options(),
                                  command_.kernel->entry.resources,
                                  command_.kernel->name,
                                  "",
                                  command_.launch,
                                  bindings_->bindings(),
                                  command_.number,
                                  place_,
                                  has_findings,
                                  build.option_list};
  if (!asks_to_capture(dispatch)) return;
  const auto done = capture(dispatch, driver_options().capture_folder);
  if (!done)
    Reporter::get().report(rules::capture_failed,
                           fmt::format("{}: no capture: {}", place_, done.error().message));
}

cl_int DispatchRun::execute() {
  take_host_writes();
  bindings_ = std::make_shared<const KernelBindings>(*command_.kernel, command_.arguments,
                                                     command_.uses_svm);
  Observers observers;
  observers.prints_places = false;
  observers.print = [](const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  const Findings::Counts before = Findings::of_thread();
  auto made =
      run(*command_.pipeline, command_.launch, bindings_->bindings(), dispatch_policy(), observers);
  std::shared_ptr<const DispatchResult> result;
  if (made) {
    result = std::make_shared<const DispatchResult>(std::move(*made));
    report(*result);
    find_hazards(result);
    for (const KernelBindings::Change& change : bindings_->changes(*result)) keep(change);
    keep_pipes(*result);
  }
  show_host_writes();
  const bool has_findings = Findings::of_thread() != before;
  capture_if_asked(has_findings);
  if (!result) {
    const Error& error = made.error();
    Reporter::get().report(
        error.status == Status::limit ? rules::limit_reached : rules::not_supported,
        fmt::format("{} cannot run: {}", place_, error.message));
    return CL_OUT_OF_RESOURCES;
  }
  if (result->status == Status::limit) {
    Reporter::get().report(rules::limit_reached, fmt::format("{}: {}", place_, result->message));
    return CL_OUT_OF_RESOURCES;
  }
  const bool stops = driver_options().stops_on_undefined_behavior &&
                     Findings::of_thread().undefined_behavior != before.undefined_behavior;
  return stops ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

}  // namespace

cl_int run_dispatch(const DispatchCommand& command, const Event& event) {
  return DispatchRun(command, event).execute();
}

}  // namespace spirv_oracle::opencl
