#include "interpreter/run/run_once.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <optional>

#include "interpreter/compile/bound_program.h"
#include "interpreter/exec/stage_planes.h"
#include "interpreter/exec/state/abort_marks.h"
#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/exec/state/progress_meter.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"
#include "interpreter/run/pass.h"
#include "interpreter/run/run_results.h"
#include "interpreter/run/workers.h"

namespace spirv_oracle {
namespace {

// DebugPrintf text is kept until the text of earlier workgroups is printed, which takes memory.
std::uint64_t max_output(const Limits& limits, std::uint64_t memory_left) {
  return std::min(limits.max_output, memory_left / 4);
}

// The number of resident workgroups whose memory fits.
std::uint32_t count_residents(const BoundProgram& compiled, const Pass& pass) {
  const std::uint64_t of_each = std::max<std::uint64_t>(memory_of_worker(compiled), 1);
  const std::uint64_t most = 1 + compiled.memory.left() / 2 / of_each;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(workgroups_in_flight(pass, pass), most));
}

// Threads would take packets in an order of their own.
bool has_pipes(const Module& module) {
  return std::ranges::find(module.capabilities(), spv::Capability::Pipes) !=
         module.capabilities().end();
}

bool may_abort(const Module& module) {
  return std::ranges::find(module.instructions(), spv::Op::OpAbortKHR, &Instruction::opcode) !=
         module.instructions().end();
}

// Texts of DebugPrintf are printed at once, but a run with races, which they may show, is repeated.
bool needs_one_race_watch(const Program& program, const Pass& pass,
                          const RepeatedRunKnowledge* knowledge) {
  return pass.check_races &&
         (!RaceWatch::is_divisible(program, knowledge->races) || !program.formats.empty());
}

bool needs_one_worker(const BoundProgram& compiled, const Pass& pass,
                      const RepeatedRunKnowledge* knowledge) {
  return pass.seed != 0 || pass.workgroups_in_flight > 1 ||
         compiled.program.sharing.orders_workgroups || has_pipes(*compiled.program.module) ||
         pass.watch != nullptr || pass.record_exchanges || pass.record_provenance ||
         (pass.record_enclosures && !pass.has_independent_workgroups) ||
         pass.follows_uncertain_branches || needs_one_race_watch(compiled.program, pass, knowledge);
}

// The number of workers that are useful and whose memory fits.
std::uint32_t count_workers(const BoundProgram& compiled, const Pass& pass,
                            const RepeatedRunKnowledge* knowledge) {
  if (needs_one_worker(compiled, pass, knowledge)) return 1;
  const std::uint64_t of_each = std::max<std::uint64_t>(memory_of_worker(compiled), 1);
  const std::uint64_t most = std::min(pass.workgroups(), 1 + compiled.memory.left() / of_each);
  const std::uint64_t workers =
      std::clamp<std::uint64_t>(pass.jobs, 1, std::max<std::uint64_t>(most, 1));
  const bool fits = !pass.record_enclosures ||
                    Enclosures::is_affordable(compiled.program, compiled.memory.left() / workers);
  return fits ? static_cast<std::uint32_t>(workers) : 1;
}

// Whether several workers may end in this way at different places.
bool depends_on_workers(WorkgroupEnd end) {
  return end != WorkgroupEnd::finished && end != WorkgroupEnd::time_limit &&
         end != WorkgroupEnd::interrupted;
}

// One run of the pass.
class SingleRun {
 public:
  SingleRun(const Pass& pass, BoundProgram& compiled, const RepeatedRunKnowledge* knowledge)
      : pass_(pass), compiled_(compiled), knowledge_(knowledge) {
    budget_.max_steps = pass.limits.max_steps;
    budget_.deadline = pass.deadline;
    budget_.interrupt = pass.interrupt;
  }

  // With at most `workers` workers. The first `printed` texts of DebugPrintf have been printed by an earlier run.
  Result<void> execute(std::uint32_t workers, std::uint64_t printed);
  // Whether its results depend on the number of workers: it ended early, or workers may have seen each other.
  bool depends_on_workers() const { return depends_on_workers_; }
  // Whether it encloses values and has given up, as one worker would have.
  bool has_done_too_much_work() const {
    return !of_workers_.enclosures.empty() && enclosing_work_ > knowledge_->most_enclosing_work;
  }
  // The number of DebugPrintf texts.
  std::uint64_t printed() const { return printed_; }
  RunOutcome outcome();

 private:
  Result<void> watch_races(std::uint32_t workers, std::uint64_t max_memory);
  // Whether the workers may have accessed the same memory, at least one of them with a write. If not, they have not seen each
  // other, so the run has the results of any other order of workgroups.
  bool has_conflict() const;
  bool depend_on_each_other() const {
    return std::ranges::any_of(results_, &spirv_oracle::depends_on_workers, &WorkerResult::end) ||
           std::ranges::any_of(results_, &WorkerResult::must_run_alone) || has_conflict();
  }
  // In the final memory of the run, as RaceWatch::general_races defines.
  void mark_general_races();
  void take_reductions(std::vector<std::vector<EnclosedComponent>> values,
                       RepeatedRunKnowledge& knowledge);
  // Likewise, if an invocation may abort on another implementation: later writes do not replace these marks.
  void mark_possible_aborts() const;
  bool has_several_invocations() const {
    return compiled_.program.layout.invocation_count > 1 || pass_.workgroups() > 1;
  }

  const Pass& pass_;
  BoundProgram& compiled_;
  const RepeatedRunKnowledge* knowledge_;
  Budget budget_;
  std::atomic<std::uint64_t> enclosing_work_{0};
  WorkerObservers of_workers_;
  std::optional<Provenance> provenance_;
  UncertainStores uncertain_stores_;
  ExchangeLog exchanges_;
  StageOutputs stage_;
  std::vector<WorkerResult> results_;
  bool depends_on_workers_ = false;
  std::uint64_t printed_ = 0;
};

Result<void> SingleRun::watch_races(std::uint32_t workers, std::uint64_t max_memory) {
  if (!pass_.check_races) return {};
  if (!RaceWatch::is_possible(compiled_.program)) {
    if (pass_.may_give_up_races) return {};
    return limit_reached(
        "the workgroup is too large to check for data races: --no-check-races runs without the "
        "check");
  }
  for (std::uint32_t i = 0; i < workers; ++i)
    of_workers_.races.emplace_back(compiled_.program, pass_, max_memory / workers,
                                   !pass_.check_de_facto_order, knowledge_->races);
  return {};
}

bool SingleRun::has_conflict() const {
  for (auto first = of_workers_.races.begin(); first != of_workers_.races.end(); ++first) {
    const bool has_conflict = std::any_of(
        std::next(first), of_workers_.races.end(),
        [&](const RaceWatch& other) { return first->may_conflict_with(other, compiled_.memory); });
    if (has_conflict) return true;
  }
  return false;
}

Result<void> SingleRun::execute(std::uint32_t workers, std::uint64_t printed) {
  const Program& program = compiled_.program;
  const std::uint32_t residents = workers == 1 ? count_residents(compiled_, pass_) : 1;
  const std::uint64_t left =
      compiled_.memory.left() - (workers * residents - 1) * memory_of_worker(compiled_);
  if (auto ok = watch_races(workers, left); !ok) return ok;
  if (pass_.record_provenance) {
    if (!Provenance::is_affordable(program, left)) return limit_reached("too many values to track");
    provenance_.emplace(program, left);
  }
  if (pass_.record_enclosures) {
    if (!Enclosures::is_affordable(program, left))
      return limit_reached("too many values to enclose");
    for (std::uint32_t i = 0; i < workers; ++i)
      of_workers_.enclosures.emplace_back(program, left / workers, knowledge_->most_enclosing_work,
                                          enclosing_work_);
  }
  if (pass_.invocations != nullptr)
    stage_ = empty_outputs(program, pass_.invocations->existing.size());
  budget_.workers = workers;
  budget_.max_output = max_output(pass_.limits, left);
  budget_.residents = residents;
  budget_.max_worker_memory = left / workers / residents;
  std::optional<ProgressMeter> progress;
  if (pass_.show_progress) {
    progress.emplace(program, pass_.workgroups(), pass_.show_progress);
    budget_.progress = &*progress;
  }
  OrderedOutput output(pass_.print, printed);
  if (pass_.watch != nullptr) pass_.watch->start_dispatch(program);
  results_ = execute_workgroups(compiled_, pass_, budget_,
                                {.watch = pass_.watch,
                                 .exchanges = pass_.record_exchanges ? &exchanges_ : nullptr,
                                 .provenance = provenance_ ? &*provenance_ : nullptr,
                                 .uncertain_stores = &uncertain_stores_,
                                 .knowledge = knowledge_,
                                 .outputs = pass_.invocations != nullptr ? &stage_ : nullptr,
                                 .prints_places = pass_.prints_places},
                                of_workers_, output);
  budget_.progress = nullptr;
  depends_on_workers_ = workers > 1 && depend_on_each_other();
  if (!depends_on_workers_) output.finish();
  printed_ = output.emitted();
  return {};
}

void SingleRun::mark_general_races() {
  if (of_workers_.races.empty()) return;
  for (const auto& [object, words] : of_workers_.races.front().known_general_races()) {
    const ObjectEntry& entry = compiled_.memory.object(object);
    for (const auto& [word, kind] : words) {
      if (kind != GeneralRace::between_writes) continue;
      for (std::uint64_t at = word; at < std::min(word + 4, entry.size); ++at)
        entry.shadow[at] = std::max(entry.shadow[at], Definedness::implementation_dependent);
    }
  }
}

void SingleRun::mark_possible_aborts() const {
  const bool may_branch = std::ranges::any_of(
      results_, [](const WorkerResult& worker) { return worker.knowledge.uncertain_branches; });
  if (may_branch && may_abort(*compiled_.program.module))
    mark_what_others_may_write(compiled_.memory);
}

// What the run found about pipes.
std::map<std::uint32_t, PipeUse> pipe_uses(const AddressSpace& memory) {
  std::map<std::uint32_t, PipeUse> uses;
  for (std::uint32_t id = 1; id < memory.object_count(); ++id) {
    if (!is_pipe(memory.object(id))) continue;
    const PipeState pipe = PipeState::of(memory.object(id));
    uses[pipe.argument] = pipe.found;
  }
  return uses;
}

// On another path, there may be other operands.
void SingleRun::take_reductions(std::vector<std::vector<EnclosedComponent>> values,
                                RepeatedRunKnowledge& knowledge) {
  const bool is_certain = !knowledge.uncertain_branches && !uncertain_stores_.any() &&
                          !uncertain_stores_.possible().any();
  if (is_certain) knowledge.values_of_reductions = std::move(values);
  if (of_workers_.races.empty()) return;
  knowledge.reductions.emplace();
  if (is_certain)
    knowledge.reductions = words_of_reductions(compiled_, pass_, of_workers_.races.front());
}

RunOutcome SingleRun::outcome() {
  RunOutcome outcome;
  DispatchResult& result = outcome.result;
  result.exchanges = std::move(exchanges_);
  result.stage = std::move(stage_);
  FindingLog log;
  mark_general_races();
  mark_possible_aborts();
  outcome.knowledge.pipes = pipe_uses(compiled_.memory);
  outcome.knowledge.prints = !compiled_.program.formats.empty();
  std::vector<std::vector<EnclosedComponent>> enclosures;
  std::vector<std::vector<EnclosedComponent>> reductions;
  if (!of_workers_.enclosures.empty()) {
    enclosures = enclosed_components(compiled_, pass_, of_workers_.enclosures);
    reductions = enclosed_reductions(compiled_, pass_, of_workers_.enclosures);
  }
  collect(compiled_, pass_, results_, log, result);
  if (!of_workers_.enclosures.empty()) add_enclosures(enclosures, result);
  for (const Enclosures& each : of_workers_.enclosures)
    outcome.knowledge.enclosing_work += each.work();
  if (!of_workers_.enclosures.empty() &&
      Enclosures::are_too_much(of_workers_.enclosures, knowledge_->most_enclosing_work))
    result.status = Status::limit;
  result.has_independent_workgroups = results_.size() > 1 && !of_workers_.races.empty();
  if (!of_workers_.races.empty()) {
    // Those of several workers have found nothing.
    const RaceWatch& races = of_workers_.races.front();
    result.forgotten_accesses = races.forgotten();
    result.workgroups_checked_for_races = races.given_up_after();
    outcome.knowledge.races.racing = races.racing();
    outcome.knowledge.races.general_races = races.general_races();
    outcome.knowledge.races.atomics = races.atomic_verdicts();
  } else if (pass_.check_races) {
    result.workgroups_checked_for_races = 0;
  }
  result.ignores_atomic_order = of_workers_.races.empty() &&
                                compiled_.program.sharing.depends_on_atomic_order &&
                                has_several_invocations();
  if (provenance_) {
    explain_buffers(compiled_, *provenance_, result);
    follow_undefined_results(compiled_, *provenance_, log, result);
  }
  add_findings(compiled_, provenance_ ? &*provenance_ : nullptr, log, result);
  FindingLog possible;
  UnfollowedValues unfollowed;
  for (const WorkerResult& worker : results_) {
    possible.merge(worker.possible_findings);
    unfollowed.merge(worker.unfollowed);
    outcome.knowledge.merge(worker.knowledge);
  }
  take_reductions(std::move(reductions), outcome.knowledge);
  result.ignores_uncertain_branches = unfollowed.branches;
  result.has_uncertain_text = unfollowed.text;
  add_possible_findings(compiled_.program, possible, result);
  return outcome;
}

}  // namespace

Result<RunOutcome> run_once(const Pass& pass, const RepeatedRunKnowledge* knowledge) {
  std::uint64_t printed = 0;
  for (bool again = false;; again = true) {
    const auto bound = pass.bind();
    if (!bound) return tl::unexpected(bound.error());
    SingleRun run(pass, **bound, knowledge);
    const std::uint32_t workers = again ? 1 : count_workers(**bound, pass, knowledge);
    if (auto done = run.execute(workers, printed); !done) return tl::unexpected(done.error());
    if (!run.depends_on_workers() || run.has_done_too_much_work()) return run.outcome();
    printed = run.printed();
  }
}

}  // namespace spirv_oracle
