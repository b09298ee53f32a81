// Runs a dispatch, and runs it again if the results of a run require it.
#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"
#include "interpreter/exec/state/record_watch.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"
#include "interpreter/pipe_argument.h"
#include "interpreter/run/run_once.h"
#include "interpreter/run/run_results.h"
#include "interpreter/within_memory.h"

namespace spirv_oracle {
namespace {

// Adds what a run found about pipes to the arguments of the dispatch. Returns whether it is new.
bool note_pipes(const std::map<std::uint32_t, PipeUse>& found, Dispatch& dispatch) {
  bool is_new = false;
  for (const auto& [argument, use] : found) {
    const auto value = dispatch.argument_values.find(argument);
    if (value == dispatch.argument_values.end()) continue;
    PipeArgument pipe = pipe_argument_of(value->second);
    const PipeUse before = pipe.known;
    pipe.known.unordered |= use.unordered;
    pipe.known.refused |= use.refused;
    is_new |= pipe.known != before;
    value->second = bytes_of(pipe);
  }
  return is_new;
}

bool holds(const DispatchResult& result, Definedness state) {
  const auto is_there = [state](const BufferResult& buffer) {
    return buffer.written &&
           std::ranges::find(buffer.contents.shadow, state) != buffer.contents.shadow.end();
  };
  return std::ranges::any_of(result.memories, is_there) ||
         std::ranges::any_of(result.buffers,
                             [&](const auto& entry) { return is_there(entry.second); });
}

// Whether another run takes little time, and so may find out more.
bool is_short(const Dispatch& dispatch, const DispatchResult& result) {
  constexpr std::uint64_t max_steps = 10'000'000, max_lane_instructions = 200'000'000;
  return result.steps <= max_steps && result.lane_instructions <= max_lane_instructions &&
         !dispatch.record_exchanges;  // would be recorded twice
}

// Whether a second run would soon find something to explain. It takes several times as long as the first. Marks alone,
// which ordinary programs have, are explained only if the run is short.
bool is_worth_explaining(const Dispatch& dispatch, const DispatchResult& result) {
  constexpr std::uint64_t max_for_marks = 1'000'000;  // lane-instructions
  if (!is_short(dispatch, result)) return false;
  if (!result.findings.empty() || holds(result, Definedness::undefined)) return true;
  return result.lane_instructions <= max_for_marks &&
         holds(result, Definedness::implementation_dependent);
}

std::uint64_t memory_of(const ShadowedBytes& contents) { return 2 * contents.size(); }

std::uint64_t memory_of_contents(const DispatchResult& result) {
  std::uint64_t size = 0;
  for (const auto& [key, buffer] : result.buffers) size += memory_of(buffer.contents);
  for (const BufferResult& memory : result.memories) size += memory_of(memory.contents);
  return size;
}

// Runs again after a run whose result is kept, in case this one ends early.
template <class Run>
auto run_again(Dispatch& dispatch, const DispatchResult& first, const Run& run) {
  dispatch.print = nullptr;
  const std::uint64_t held = memory_of_contents(first);
  dispatch.pass.memory_in_use += held;
  auto result = run();
  dispatch.pass.memory_in_use -= held;
  return result;
}

// Runs a dispatch, and repeats it as long as a run finds something on which its earlier results depend: failed joins,
// accesses out of bounds, atomics whose order matters, or branches on such values. The next run marks those results and
// everything computed from them. After races, one more run can describe them better.
class Rounds {
 public:
  // `known`: what earlier runs of the dispatch found; receives what these runs find.
  Rounds(const Module& module, const InstructionRegistry& registry, Dispatch& dispatch,
         Deadline deadline, RaceWatch::Known& known)
      : module_(module),
        registry_(registry),
        dispatch_(dispatch),
        deadline_(deadline),
        known_(known),
        knowledge_{{}, known, {}} {
    knowledge_.races.has_no_races = false;
  }

  Result<DispatchResult> run();
  // What the runs found.
  RoundKnowledge& knowledge() { return knowledge_; }

 private:
  // One run that uses what the earlier ones found.
  Result<RunOutcome> run_once() const {
    return spirv_oracle::run_once(module_, registry_, dispatch_, deadline_, &knowledge_);
  }
  // Keeps what the next run needs: what to mark, or which races to describe.
  struct News {
    bool marks = false;
    bool races = false;
  };

  News take(const RoundKnowledge& found, bool is_first);
  // The result of the last complete run, if the next one was not complete.
  static DispatchResult incomplete(DispatchResult last, const News& news,
                                   const Result<RunOutcome>& next);

  const Module& module_;
  const InstructionRegistry& registry_;
  Dispatch& dispatch_;
  Deadline deadline_;
  RaceWatch::Known& known_;
  RoundKnowledge knowledge_;
};

Rounds::News Rounds::take(const RoundKnowledge& found, bool is_first) {
  News news;
  knowledge_.most_enclosing_work -= std::min(knowledge_.most_enclosing_work, found.enclosing_work);
  news.marks = knowledge_.races.atomics.merge(found.races.atomics) ||
               knowledge_.races.handed_over != found.races.handed_over;
  knowledge_.races.handed_over = found.races.handed_over;
  news.marks = note_pipes(found.pipes, dispatch_) || news.marks;
  known_.atomics = knowledge_.races.atomics;
  known_.handed_over = found.races.handed_over;
  // Branches may depend on the marks.
  const bool may_branch_on_marks = news.marks || found.uncertain_branches;
  news.marks =
      news.marks || (found.uncertain_branches && !dispatch_.pass.follows_uncertain_branches);
  dispatch_.pass.follows_uncertain_branches |= may_branch_on_marks;
  // Marks do not change which lanes join or where accesses go.
  if (!is_first) return news;
  news.marks = news.marks || !found.failed_joins.empty() || !found.outside_accesses.empty();
  news.races = known_.racing.empty() && !found.races.racing.empty();
  known_.racing = found.races.racing;
  knowledge_.failed_joins = found.failed_joins;
  knowledge_.outside_accesses = found.outside_accesses;
  knowledge_.races.racing = found.races.racing;
  knowledge_.races.has_no_races = found.races.racing.empty();
  dispatch_.pass.knows_outside_accesses = !found.outside_accesses.empty();
  return news;
}

DispatchResult Rounds::incomplete(DispatchResult last, const News& news,
                                  const Result<RunOutcome>& next) {
  if (!news.marks) return last;
  last.status = Status::limit;
  last.message =
      "values that depend on reconvergence, out-of-bounds accesses, the order of atomics or "
      "uncertain branches are not marked, because a second run ended early: " +
      (next ? next->result.message : next.error().message);
  return last;
}

Result<DispatchResult> Rounds::run() {
  // Marks make operands uncertain, so more results may depend on the order. This ends soon.
  constexpr unsigned max_rounds = 6;
  dispatch_.pass.knows_outside_accesses = false;
  auto first = run_once();
  RecordWatch* const watch = std::exchange(dispatch_.watch, nullptr);
  if (!first) return tl::unexpected(first.error());
  News news = take(first->knowledge, true);
  if (watch != nullptr) watch->finish_run(news.marks);
  DispatchResult last = std::move(first->result);
  for (unsigned round = 1; news.marks || news.races; ++round) {
    if (last.status == Status::limit) break;
    if (round == max_rounds) knowledge_.races.atomics.set_all();
    auto next = run_again(dispatch_, last, [&] { return run_once(); });
    if (!next || next->result.status == Status::limit)
      return incomplete(std::move(last), news, next);
    news = take(next->knowledge, false);
    if (knowledge_.races.has_no_races) {
      next->result.forgotten_accesses = last.forgotten_accesses;
      next->result.workgroups_checked_for_races = last.workgroups_checked_for_races;
    }
    last = std::move(next->result);
  }
  return last;
}

// If nothing else is wrong, runs again without the de-facto rules that widespread practice adds to the memory model.
// `knowledge` receives what these runs found; null if the caller does not need it.
Result<DispatchResult> run_with_rules(const Module& module, const InstructionRegistry& registry,
                                      Dispatch& dispatch, Deadline deadline,
                                      RaceWatch::Known& known,
                                      RoundKnowledge* knowledge = nullptr) {
  const bool has_de_facto_order = module.memory_model() != spv::MemoryModel::Vulkan;
  const bool asked = std::exchange(dispatch.check_de_facto_order, false);
  Rounds rounds(module, registry, dispatch, deadline, known);
  auto first = rounds.run();
  if (knowledge != nullptr) *knowledge = rounds.knowledge();
  // Races of an ignored kind would count as de-facto ordering.
  if (!first || first->status != Status::ok || !asked || !has_de_facto_order ||
      !dispatch.check_races || !known.racing.empty())
    return first;
  dispatch.check_de_facto_order = true;
  RaceWatch::Known without_de_facto_order = known;
  Rounds strict_rounds(module, registry, dispatch, deadline, without_de_facto_order);
  auto second = run_again(dispatch, *first, [&] { return strict_rounds.run(); });
  const bool complete = second && second->status != Status::limit;
  if (complete && knowledge != nullptr) *knowledge = strict_rounds.knowledge();
  dispatch.check_de_facto_order = complete;
  if (complete) known = std::move(without_de_facto_order);
  return complete ? std::move(second) : std::move(first);
}

bool has_floats(const Module& module) {
  return std::ranges::find(module.instructions(), spv::Op::OpTypeFloat, &Instruction::opcode) !=
         module.instructions().end();
}

// Runs that are not watched, and then a watched one, which uses what they found. A program that does not end soon is
// watched without them. `encloses`: the watched run encloses values. Its additional records mark results, so the returned
// result comes from another run.
Result<DispatchResult> run_prepared(const Module& module, const InstructionRegistry& registry,
                                    Dispatch& dispatch, Deadline deadline, RaceWatch::Known& known,
                                    bool encloses) {
  constexpr std::uint64_t most_steps_before = 20'000'000;
  RecordWatch* const watch = std::exchange(dispatch.watch, nullptr);
  const auto print = std::exchange(dispatch.print, nullptr);
  const bool check_de_facto_order = dispatch.check_de_facto_order;
  const std::uint64_t max_steps = dispatch.limits.max_steps;
  dispatch.limits.max_steps = std::min(max_steps, most_steps_before);
  RoundKnowledge knowledge;
  auto result = run_with_rules(module, registry, dispatch, deadline, known, &knowledge);
  dispatch.limits.max_steps = max_steps;
  dispatch.print = print;
  dispatch.watch = watch;
  const Status status = result ? result->status : result.error().status;
  if (status == Status::limit) {
    dispatch.check_de_facto_order = check_de_facto_order;
    dispatch.pass.follows_uncertain_branches = false;
    known = {};
    if (encloses)
      return limit_reached(
          "with --strict, the debugger first runs the program to its end, which takes too long "
          "here: "
          "omit --strict");
    return run_with_rules(module, registry, dispatch, deadline, known);
  }
  if (!result) return result;
  dispatch.record_enclosures = encloses;
  auto watched = run_once(module, registry, dispatch, deadline, &knowledge);
  dispatch.record_enclosures = false;
  dispatch.watch = nullptr;
  if (!watched) return tl::unexpected(watched.error());
  return result;
}

Result<DispatchResult> run_and_explain(const Module& module, const InstructionRegistry& registry,
                                       Dispatch& dispatch, Deadline deadline) {
  dispatch.pass.memory_in_use = memory_of_contents(dispatch);
  RaceWatch::Known known;
  dispatch.debug = dispatch.watch != nullptr;
  const bool encloses = dispatch.debug && dispatch.enclose && has_floats(module);
  const bool is_prepared = encloses || (dispatch.debug && dispatch.watch->wants_preparation());
  auto result = is_prepared ? run_prepared(module, registry, dispatch, deadline, known, encloses)
                            : run_with_rules(module, registry, dispatch, deadline, known);
  dispatch.debug = false;
  if (!result || result->status == Status::limit || !dispatch.explain ||
      !is_worth_explaining(dispatch, *result)) {
    return result;
  }
  dispatch.pass.record_provenance = true;
  auto explained = run_again(
      dispatch, *result, [&] { return Rounds(module, registry, dispatch, deadline, known).run(); });
  dispatch.pass.record_provenance = false;
  const bool complete = explained && explained->status != Status::limit;
  return complete ? std::move(explained) : std::move(result);
}

bool has_atomics(const Module& module, const InstructionRegistry& registry) {
  return std::ranges::any_of(module.instructions(), [&](const Instruction& instruction) {
    const InstructionDefinition* definition = registry.find(instruction.opcode);
    return definition != nullptr && definition->instruction_class == "Atomic";
  });
}

// The work that enclosing values may take, in the units of Enclosures. Their run executes everything else as well, but does
// not check races, which takes about two times as long as the rest.
std::uint64_t affordable_work(const Dispatch& dispatch, const DispatchResult& result) {
  constexpr std::uint64_t always_affordable = 20'000'000, lane_instructions_per_unit = 50;
  const std::uint64_t of_execution =
      result.steps + result.lane_instructions / lane_instructions_per_unit;
  const std::uint64_t of_run = dispatch.check_races ? 3 * of_execution : of_execution;
  const std::uint64_t affordable = std::max(always_affordable, of_run);
  return affordable - std::min(affordable, of_execution);
}

// Runs again with records that enclose values, and adds the enclosures to the buffers of the result.
void examine_precision(const Module& module, const InstructionRegistry& registry,
                       Dispatch& dispatch, Deadline deadline, std::uint64_t most_work,
                       DispatchResult& result) {
  dispatch.record_enclosures = true;
  dispatch.check_races = false;
  RaceWatch::Known no_races;
  auto enclosed = run_again(dispatch, result, [&] {
    Rounds rounds(module, registry, dispatch, deadline, no_races);
    rounds.knowledge().most_enclosing_work = most_work;
    return rounds.run();
  });
  if (!enclosed || enclosed->status == Status::limit) return;
  // It does not follow the order of atomics.
  const EnclosingRun run{.follows_all = !has_atomics(module, registry),
                         .has_certain_branches = !dispatch.pass.follows_uncertain_branches};
  take_enclosures(*enclosed, run, result);
}

Result<DispatchResult> run_and_enclose(const Module& module, const InstructionRegistry& registry,
                                       Dispatch& dispatch) {
  const Deadline deadline = deadline_after(dispatch.limits.timeout_seconds);
  const bool at_any_cost = dispatch.enclose && std::exchange(dispatch.record_enclosures, false);
  auto result = run_and_explain(module, registry, dispatch, deadline);
  if (!result || result->status == Status::limit || dispatch.record_enclosures) return result;
  if (!has_floats(module)) {  // there is nothing to enclose
    result->encloses_values = true;
    return result;
  }
  // Exchanges would be recorded twice.
  if (!dispatch.enclose || dispatch.record_exchanges) return result;
  const std::uint64_t most_work =
      at_any_cost ? std::numeric_limits<std::uint64_t>::max() : affordable_work(dispatch, *result);
  if (most_work != 0) examine_precision(module, registry, dispatch, deadline, most_work, *result);
  return result;
}

}  // namespace

std::uint32_t workgroups_in_flight(const Dispatch& dispatch) {
  constexpr std::uint32_t with_seed = 4;
  const std::uint32_t usual = dispatch.seed != 0 ? with_seed : 1;
  const std::uint64_t asked =
      dispatch.workgroups_in_flight != 0 ? dispatch.workgroups_in_flight : usual;
  const std::uint64_t workgroups =
      std::uint64_t{dispatch.groups[0]} * dispatch.groups[1] * dispatch.groups[2];
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, std::min(asked, workgroups)));
}

std::uint64_t memory_of_contents(const Dispatch& dispatch) {
  std::uint64_t size = memory_of(dispatch.push_constants);
  for (const auto& [key, contents] : dispatch.buffers) size += memory_of(contents);
  for (const NamedMemory& memory : dispatch.memories) size += memory_of(memory.contents);
  for (const auto& [number, value] : dispatch.argument_values) size += memory_of(value);
  return size;
}

Result<DispatchResult> run(const Module& module, const InstructionRegistry& registry,
                           Dispatch dispatch) {
  return within_memory([&] { return run_and_enclose(module, registry, dispatch); });
}

}  // namespace spirv_oracle
