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

// One execution of a dispatch.
class DispatchRun {
 public:
  DispatchRun(const DispatchCommand& command, const Event& event)
      : command_(command), event_(event), place_(event.place) {}

  cl_int execute();

 private:
  void report(const DispatchResult& result);
  std::vector<Note> undefined_inputs() const;
  void note(const DispatchMemory<Store>::Change& change);
  void keep_pipes(const DispatchResult& result);
  void find_hazards(const std::shared_ptr<const PossibleReads<Store>>& reads);
  void capture_if_asked(bool has_findings);
  Accessor accessor(const KernelBindings::Access& access) const {
    return {event_.id, place_, access.object, access.is_sub_buffer};
  }

  const DispatchCommand& command_;
  const Event& event_;
  std::string place_;
  std::optional<KernelBindings> bindings_;
  std::vector<std::pair<std::shared_ptr<Store>, ByteSpans>> written_;
};

// Where undefined values that the dispatch reads came from.
std::vector<Note> DispatchRun::undefined_inputs() const {
  std::vector<Note> notes;
  for (const KernelBindings::Access& access : bindings_->accesses()) {
    StateCount undefined;
    undefined.add(bindings_->states_of(access), access.part.offset, Definedness::undefined);
    if (undefined.count == 0) continue;
    notes.push_back({fmt::format("{}: {} bytes of {}, the first at byte {}, were undefined before",
                                 access.name, undefined.count, access.object, undefined.first),
                     {},
                     0});
    if (const auto* history = access.part.memory->history_of(undefined.first))
      notes.insert(notes.end(), history->begin(), history->end());
  }
  return notes;
}

void DispatchRun::report(const DispatchResult& result) {
  std::optional<std::vector<Note>> inputs;
  for (Finding& finding : findings_to_report(result.findings, place_)) {
    if (finding.message.find("undefined") != std::string::npos) {
      if (!inputs) inputs = undefined_inputs();
      finding.notes.insert(finding.notes.end(), inputs->begin(), inputs->end());
    }
    Reporter::get().report(finding, command_.kernel->program->number, command_.kernel->text());
  }
}

// What commands after it must know.
void DispatchRun::note(const DispatchMemory<Store>::Change& change) {
  const ShadowedBytes& after = *change.after;
  const KernelBindings::Access& access = bindings_->access_of(change);
  ByteSpans written;
  StateCount undefined;  // that the dispatch stored
  std::uint64_t last_undefined = 0;
  each_change(*change.before, after, [&](const ByteSpan& span) {
    const ByteSpan at{change.part.offset + span.begin, change.part.offset + span.end};
    written.push_back(at);
    const std::span states(after.shadow.data() + span.begin, span.size());
    const std::uint64_t before = undefined.count;
    undefined.add(states, at.begin, Definedness::undefined);
    if (undefined.count != before) last_undefined = at.end;
  });
  normalize(written);
  if (undefined.count != 0) {
    std::vector<Note> history = history_of_store(access.name, place_, after, *change.indeterminate);
    const std::vector<Note> inputs = undefined_inputs();
    history.insert(history.end(), inputs.begin(), inputs.end());
    change.part.memory->add_history({undefined.first, last_undefined}, std::move(history));
  }
  add_access(accessor(access), change.part.memory, written, true);
  written_.emplace_back(change.part.memory, std::move(written));
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

void DispatchRun::find_hazards(const std::shared_ptr<const PossibleReads<Store>>& reads) {
  if (!driver_options().checks_races) return;
  constexpr std::uint64_t most_kept = std::uint64_t{16} << 20;  // bytes, of a dispatch
  const bool keeps =
      command_.keeps_reads && memory_of_contents(bindings_->memory()->bindings) <= most_kept;
  for (const KernelBindings::Access& access : bindings_->accesses()) {
    if (access.is_readable) add_possible_read(accessor(access), access.part, reads, keeps);
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
                                  bindings_->memory()->bindings,
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
  SvmSnapshot* const svm = command_.svm.get();
  if (svm != nullptr) {
    svm->begin();
    for (const auto& one : svm_allocations(*event_.context)) check_unmapped_writes(place_, *one);
  }
  bindings_.emplace(*command_.kernel, command_.arguments, svm != nullptr,
                    svm == nullptr && !command_.keeps_reads);
  Observers observers;
  observers.prints_places = false;
  observers.print = [](const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  const Findings::Counts before = Findings::of_thread();
  auto made = run(*command_.pipeline, command_.launch, bindings_->memory()->bindings,
                  dispatch_policy(), observers);
  std::shared_ptr<const DispatchResult> result;
  if (made) {
    result = std::make_shared<const DispatchResult>(std::move(*made));
    report(*result);
    const auto reads = std::make_shared<const DispatchReads<Store>>(
        command_.pipeline, command_.launch, bindings_->memory(), result);
    find_hazards(reads);
    for (const auto& change : bindings_->memory()->changes(*result)) note(change);
    keep_pipes(*result);
    if (svm != nullptr) svm->check({place_, written_, *reads});
  }
  capture_if_asked(Findings::of_thread() != before);
  if (result) bindings_->keep_changes(*result);
  bindings_->give_back();
  if (svm != nullptr) svm->end();
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
