// Runs a dispatch, and runs it again if the results of a run require it.
#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "interpreter/dispatch.h"
#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/state/record_observer.h"
#include "interpreter/ir/imported_functions.h"
#include "interpreter/ir/memory_operands.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"
#include "interpreter/lowering/synchronization/atomic_uses.h"
#include "interpreter/run/float_dependence.h"
#include "interpreter/run/pass.h"
#include "interpreter/run/run_once.h"
#include "interpreter/run/run_results.h"
#include "interpreter/within_memory.h"

namespace spirv_oracle {
namespace {

// Adds what a run found about pipes to what is known. Returns whether it is new.
bool note_pipes(const std::map<std::uint32_t, PipeUse>& found, Pass& pass) {
  bool is_new = false;
  for (const auto& [argument, use] : found) {
    PipeUse& known = pass.pipes[argument];
    const PipeUse before = known;
    known.unordered |= use.unordered;
    known.refused |= use.refused;
    is_new |= known != before;
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
bool is_short(const Pass& pass, const DispatchResult& result) {
  constexpr std::uint64_t max_steps = 10'000'000, max_lane_instructions = 200'000'000;
  return result.steps <= max_steps && result.lane_instructions <= max_lane_instructions &&
         !pass.record_exchanges;  // would be recorded twice
}

// Whether a second run would soon find something to explain. It takes several times as long as the first. Marks alone,
// which ordinary programs have, are explained only if the run is short.
bool is_worth_explaining(const Pass& pass, const DispatchResult& result) {
  constexpr std::uint64_t max_for_marks = 1'000'000;  // lane-instructions
  if (!is_short(pass, result)) return false;
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
auto run_again(Pass& pass, const DispatchResult& first, const Run& run) {
  pass.print = nullptr;
  const std::uint64_t held = memory_of_contents(first);
  pass.memory_in_use += held;
  auto result = run();
  pass.memory_in_use -= held;
  return result;
}

// Runs a dispatch, and repeats it as long as a run finds something on which its earlier results depend: failed joins,
// accesses out of bounds, atomics whose order matters, or branches on such values. The next run marks those results and
// everything computed from them. After races, one more run can describe them better.
class RepeatedRuns {
 public:
  // `known`: what earlier runs of the dispatch found; receives what these runs find.
  RepeatedRuns(Pass& pass, RaceWatch::Known& known) : pass_(pass), known_(known) {
    knowledge_.races = known;
    knowledge_.races.has_no_races = false;
  }

  Result<DispatchResult> run();
  // What the runs found.
  RepeatedRunKnowledge& knowledge() { return knowledge_; }

 private:
  // One run that uses what the earlier ones found.
  Result<RunOutcome> run_once() const { return spirv_oracle::run_once(pass_, &knowledge_); }
  // Keeps what the next run needs: what to mark, or which races to describe.
  struct News {
    bool marks = false;
    bool races = false;
  };

  News take(const RepeatedRunKnowledge& found, bool is_first);
  // If the results of the first run depend on the order of atomics: runs again in order to prove which of them do not. None if
  // there is no such proof.
  std::optional<DispatchResult> prove(const DispatchResult& first);
  std::optional<DispatchResult> run_with(OrderProof& proof, const DispatchResult& first);
  // The result of the last complete run, if the next one was not complete.
  static DispatchResult incomplete(DispatchResult last, const News& news,
                                   const Result<RunOutcome>& next);

  Pass& pass_;
  RaceWatch::Known& known_;
  RepeatedRunKnowledge knowledge_;
};

// A byte is certain if one of two examinations of the same dispatch finds that.
void take_certain_bytes(const BufferResult& from, BufferResult& to) {
  for (std::size_t i = 0; i < to.contents.size(); ++i) {
    if (to.contents.shadow[i] == Definedness::implementation_dependent &&
        from.contents.shadow[i] == Definedness::defined &&
        from.contents.bytes[i] == to.contents.bytes[i])
      to.contents.shadow[i] = Definedness::defined;
  }
  std::erase_if(to.indeterminate, [&](const IndeterminateComponent& component) {
    const auto begin = to.contents.shadow.begin() + static_cast<std::ptrdiff_t>(component.offset);
    return std::all_of(begin, begin + component.bytes,
                       [](Definedness state) { return state == Definedness::defined; });
  });
}

void take_certain_bytes(const DispatchResult& from, DispatchResult& to) {
  for (auto& [key, buffer] : to.buffers) take_certain_bytes(from.buffers.at(key), buffer);
  for (std::size_t i = 0; i < to.memories.size(); ++i)
    take_certain_bytes(from.memories[i], to.memories[i]);
}

// Whether instructions write memory without a record before it that says so, as far as that is known.
bool has_other_writes(const Module& module, const InstructionRegistry& registry) {
  return std::ranges::any_of(module.instructions(), [&](const Instruction& instruction) {
    const InstructionDefinition* definition = definition_of(registry, module, instruction);
    const bool is_known = instruction.opcode == spv::Op::OpStore ||
                          (definition != nullptr && definition->atomic_operation);
    return !is_known && std::ranges::any_of(memory_operands_of(registry, module, instruction),
                                            &MemoryOperand::writes);
  });
}

// Whether there are exchanges, which may take a lock or update a value, or increments that may draw a ticket.
bool has_attempts(const Module& module) {
  const bool waits = std::ranges::any_of(
      module.instructions(),
      [&module](const Instruction& instruction) { return is_atomic_load(module, instruction); });
  return std::ranges::any_of(module.instructions(), [waits](const Instruction& instruction) {
    return instruction.opcode == spv::Op::OpAtomicExchange ||
           instruction.opcode == spv::Op::OpAtomicCompareExchange ||
           instruction.opcode == spv::Op::OpAtomicCompareExchangeWeak ||
           (instruction.opcode == spv::Op::OpAtomicIAdd && waits) ||
           (instruction.opcode == spv::Op::OpAtomicIIncrement && waits);
  });
}

std::optional<DispatchResult> RepeatedRuns::prove(const DispatchResult& first) {
  const bool has_found =
      !knowledge_.races.atomics.empty() || !knowledge_.races.general_races.empty();
  // The outputs of a graphics stage belong to its invocations. Clocks take time and memory for each workgroup.
  constexpr std::uint64_t most_workgroups = 16'384;
  if (!has_found || first.status == Status::limit || pass_.invocations != nullptr ||
      pass_.workgroups() > most_workgroups)
    return std::nullopt;
  const RepeatedRunKnowledge before = knowledge_;
  const RaceWatch::Known known_before = known_;
  const bool followed = pass_.follows_uncertain_branches;
  // Each run may take a few times as long as the first, but some time in any case.
  constexpr std::uint64_t some_steps = 100'000, some_planes = 10'000'000;
  const OrderProof::Limits limits{pass_.limits.max_memory / 8,
                                  std::max(some_planes, first.lane_instructions)};
  const std::uint64_t max_steps = pass_.limits.max_steps;
  pass_.limits.max_steps = std::min(max_steps, 4 * first.steps + some_steps);
  // First with locks and updates. If there are any, roles may prove more.
  bool has_sections = has_attempts(pass_.module()), has_look_back = true;
  OrderProof::Approach approach{
      .waits_first = false, .knows_sections = has_sections, .knows_look_back = true};
  std::optional<DispatchResult> proven;
  for (bool is_last = false; !is_last;) {
    OrderProof proof(limits, approach, has_other_writes(pass_.module(), pass_.registry()));
    auto found = run_with(proof, first);
    knowledge_ = before;
    known_ = known_before;
    pass_.follows_uncertain_branches = followed;
    has_sections = has_sections && proof.has_found_sections();
    has_look_back = has_look_back && proof.look_backs().any();
    if (!found && approach.knows_look_back && has_look_back) {
      approach.knows_look_back = has_look_back = false;
      continue;
    }
    if (!found && !approach.waits_first && proof.has_unseen_wait()) {
      approach.waits_first = true;
      continue;
    }
    if (found && proven) take_certain_bytes(*proven, *found);
    if (found) proven = std::move(found);
    const bool is_complete = proven && !holds(*proven, Definedness::implementation_dependent);
    is_last = !approach.knows_sections || !has_sections || is_complete;
    approach = {.knows_look_back = has_look_back};
  }
  pass_.limits.max_steps = max_steps;
  return proven;
}

std::optional<DispatchResult> RepeatedRuns::run_with(OrderProof& proof,
                                                     const DispatchResult& first) {
  constexpr unsigned max_rounds = 6;
  knowledge_.races.atomics = {};
  knowledge_.races.general_races = {};
  knowledge_.races.proof = &proof;
  const std::uint64_t seed = std::exchange(pass_.seed, 0);
  std::optional<DispatchResult> proven;
  auto step = OrderProof::Step::find;
  for (unsigned round = 0; round < max_rounds && !proven; ++round) {
    proof.start_run(step);
    auto next = run_again(pass_, first, [&] { return run_once(); });
    if (!next || next->result.status == Status::limit || !proof.finish_run()) break;
    // An older value may show a race, if the check has forgotten no accesses.
    const bool may_race =
        !next->knowledge.races.racing.empty() || next->result.forgotten_accesses != 0;
    if (proof.look_backs().any() && may_race) break;
    const News news = take(next->knowledge, false);
    if (step == OrderProof::Step::find) {
      if (!proof.has_new_roles()) step = OrderProof::Step::mark;
    } else if (!news.marks) {
      proven = std::move(next->result);
    }
  }
  pass_.seed = seed;
  knowledge_.races.proof = nullptr;
  return proven;
}

RepeatedRuns::News RepeatedRuns::take(const RepeatedRunKnowledge& found, bool is_first) {
  News news;
  knowledge_.most_enclosing_work -= std::min(knowledge_.most_enclosing_work, found.enclosing_work);
  news.marks = knowledge_.races.atomics.merge(found.races.atomics) ||
               knowledge_.races.general_races != found.races.general_races;
  knowledge_.races.general_races = found.races.general_races;
  news.marks = note_pipes(found.pipes, pass_) || news.marks;
  if (found.reductions) pass_.reductions = *found.reductions;
  knowledge_.values_of_reductions = found.values_of_reductions;
  known_.atomics = knowledge_.races.atomics;
  known_.general_races = found.races.general_races;
  // Branches may depend on the marks.
  const bool may_branch_on_marks = news.marks || found.uncertain_branches;
  news.marks = news.marks || (found.uncertain_branches && !pass_.follows_uncertain_branches);
  pass_.follows_uncertain_branches |= may_branch_on_marks;
  // Where a selector has a mark, lanes with one target may be apart on another implementation.
  news.marks = knowledge_.failed_joins.merge(found.failed_joins) || news.marks;
  // Marks do not change where accesses go.
  if (!is_first) return news;
  news.marks = news.marks || !found.outside_accesses.empty();
  news.races = known_.racing.empty() && !found.races.racing.empty();
  known_.racing = found.races.racing;
  knowledge_.outside_accesses = found.outside_accesses;
  knowledge_.races.racing = found.races.racing;
  // Whether a write on another path is overtaken depends on the order that the race check knows.
  knowledge_.races.has_no_races = found.races.racing.empty() && !pass_.follows_uncertain_branches;
  pass_.knows_outside_accesses = !found.outside_accesses.empty();
  return news;
}

DispatchResult RepeatedRuns::incomplete(DispatchResult last, const News& news,
                                        const Result<RunOutcome>& next) {
  if (!news.marks) return last;
  last.status = Status::limit;
  last.message =
      "values that depend on reconvergence, out-of-bounds accesses, the order of atomics or "
      "uncertain branches are not marked, because a second run ended early: " +
      (next ? next->result.message : next.error().message);
  return last;
}

Result<DispatchResult> RepeatedRuns::run() {
  // Marks make operands uncertain, so more results may depend on the order. This ends soon.
  constexpr unsigned max_rounds = 6;
  pass_.knows_outside_accesses = false;
  auto first = run_once();
  RecordObserver* const watch = std::exchange(pass_.watch, nullptr);
  if (!first) return tl::unexpected(first.error());
  News news = take(first->knowledge, true);
  if (watch != nullptr) watch->finish_run(news.marks);
  DispatchResult last = std::move(first->result);
  std::optional<DispatchResult> proven;
  if (news.marks) proven = prove(last);
  // Under a schedule of its own, the proof has the same certain values, but not the same findings. Nor are they all if the
  // program prints: who prints what may depend on the order.
  const bool is_whole = pass_.seed == 0 && !first->knowledge.prints;
  if (proven && is_whole && !holds(*proven, Definedness::implementation_dependent))
    return *std::move(proven);
  for (unsigned round = 1; news.marks || news.races; ++round) {
    if (last.status == Status::limit) break;
    if (round == max_rounds) knowledge_.races.atomics.set_all();
    auto next = run_again(pass_, last, [&] { return run_once(); });
    if (!next || next->result.status == Status::limit)
      return incomplete(std::move(last), news, next);
    news = take(next->knowledge, false);
    if (knowledge_.races.has_no_races) {
      next->result.forgotten_accesses = last.forgotten_accesses;
      next->result.workgroups_checked_for_races = last.workgroups_checked_for_races;
    }
    last = std::move(next->result);
  }
  if (proven) take_certain_bytes(*proven, last);
  return last;
}

// If nothing else is wrong, runs again without the de-facto rules that widespread practice adds to the memory model.
// `knowledge` receives what these runs found; null if the caller does not need it.
Result<DispatchResult> run_with_rules(Pass& pass, RaceWatch::Known& known,
                                      RepeatedRunKnowledge* knowledge = nullptr) {
  const bool has_de_facto_order = pass.module().memory_model() != spv::MemoryModel::Vulkan;
  const bool asked = std::exchange(pass.check_de_facto_order, false);
  RepeatedRuns rounds(pass, known);
  auto first = rounds.run();
  if (knowledge != nullptr) *knowledge = rounds.knowledge();
  // Races of an ignored kind would count as de-facto ordering.
  if (!first || first->status != Status::ok || !asked || !has_de_facto_order || !pass.check_races ||
      !known.racing.empty())
    return first;
  pass.check_de_facto_order = true;
  RaceWatch::Known without_de_facto_order = known;
  RepeatedRuns strict_rounds(pass, without_de_facto_order);
  auto second = run_again(pass, *first, [&] { return strict_rounds.run(); });
  const bool complete = second && second->status != Status::limit;
  if (complete && knowledge != nullptr) *knowledge = strict_rounds.knowledge();
  pass.check_de_facto_order = complete;
  if (!complete) return first;
  known = std::move(without_de_facto_order);
  take_certain_bytes(*first, *second);
  return second;
}

bool has_floats(const Module& module) {
  return std::ranges::find(module.instructions(), spv::Op::OpTypeFloat, &Instruction::opcode) !=
         module.instructions().end();
}

// Runs that are not watched, and then a watched one, which uses what they found. A program that does not end soon is
// watched without them. `encloses`: the watched run encloses values. Its additional records mark results, so the returned
// result comes from another run.
Result<DispatchResult> run_prepared(Pass& pass, RaceWatch::Known& known, bool encloses) {
  constexpr std::uint64_t most_steps_before = 20'000'000;
  RecordObserver* const watch = std::exchange(pass.watch, nullptr);
  const auto print = std::exchange(pass.print, nullptr);
  const bool check_de_facto_order = pass.check_de_facto_order;
  const std::uint64_t max_steps = pass.limits.max_steps;
  pass.limits.max_steps = std::min(max_steps, most_steps_before);
  RepeatedRunKnowledge knowledge;
  auto result = run_with_rules(pass, known, &knowledge);
  pass.limits.max_steps = max_steps;
  pass.print = print;
  pass.watch = watch;
  const Status status = result ? result->status : result.error().status;
  if (status == Status::limit) {
    pass.check_de_facto_order = check_de_facto_order;
    pass.follows_uncertain_branches = false;
    known = {};
    if (encloses)
      return limit_reached(
          "with --strict, the debugger first runs the program to its end, which takes too long "
          "here: "
          "omit --strict");
    return run_with_rules(pass, known);
  }
  if (!result) return result;
  pass.record_enclosures = encloses;
  auto watched = run_once(pass, &knowledge);
  pass.record_enclosures = false;
  pass.watch = nullptr;
  if (!watched) return tl::unexpected(watched.error());
  return result;
}

Result<DispatchResult> run_and_explain(Pass& pass) {
  pass.memory_in_use = memory_of_contents(pass.bindings);
  RaceWatch::Known known;
  pass.debug = pass.watch != nullptr;
  const bool encloses = pass.debug && pass.enclose && has_floats(pass.module());
  const bool is_prepared = encloses || (pass.debug && pass.watch->wants_preparation());
  auto result = is_prepared ? run_prepared(pass, known, encloses) : run_with_rules(pass, known);
  pass.debug = false;
  if (!result || result->status == Status::limit || !pass.explain ||
      !is_worth_explaining(pass, *result)) {
    return result;
  }
  pass.record_provenance = true;
  auto explained = run_again(pass, *result, [&] { return RepeatedRuns(pass, known).run(); });
  pass.record_provenance = false;
  if (!explained || explained->status == Status::limit) return result;
  take_certain_bytes(*result, *explained);
  return explained;
}

bool has_atomics(const Module& module, const InstructionRegistry& registry) {
  return std::ranges::any_of(module.instructions(), [&](const Instruction& instruction) {
    const InstructionDefinition* definition = registry.find(instruction.opcode);
    return definition != nullptr && definition->atomic_operation;
  });
}

// The work that enclosing values may take, in the units of Enclosures: about as much as the execution, whose units are half
// as long.
std::uint64_t affordable_work(const DispatchResult& result) {
  constexpr std::uint64_t always_affordable = 20'000'000, lane_instructions_per_unit = 50;
  const std::uint64_t of_execution =
      result.steps + result.lane_instructions / lane_instructions_per_unit;
  return std::max(always_affordable, of_execution / 2);
}

// Runs again with records that enclose values, and adds the enclosures to the buffers of the result.
void examine_precision(Pass& pass, std::uint64_t most_work, DispatchResult& result) {
  pass.record_enclosures = true;
  pass.check_races = false;
  // Atomics of several workgroups may add to the same bytes.
  const bool has_any_atomics = has_atomics(pass.module(), pass.registry());
  pass.has_independent_workgroups = result.has_independent_workgroups && !has_any_atomics;
  RaceWatch::Known no_races;
  std::vector<std::vector<EnclosedComponent>> values_of_reductions;
  auto enclosed = run_again(pass, result, [&] {
    RepeatedRuns rounds(pass, no_races);
    rounds.knowledge().most_enclosing_work = most_work;
    auto done = rounds.run();
    values_of_reductions = std::move(rounds.knowledge().values_of_reductions);
    return done;
  });
  if (!enclosed || enclosed->status == Status::limit) return;
  // It does not follow the order of atomics.
  const EnclosingRun run{.follows_all = !has_any_atomics,
                         .has_certain_branches = !pass.follows_uncertain_branches,
                         .reductions = pass.reductions,
                         .values_of_reductions = std::move(values_of_reductions)};
  take_enclosures(*enclosed, run, result);
}

// The part of an examination that the caller has not asked for remains.
void take_marks(const Pass& pass, DispatchResult& result) {
  result.ignores_rounding = !result.encloses_values;
  if (result.encloses_values) mark_rounding(pass.module(), pass.registry(), result);
  if (pass.enclose) return;
  result.encloses_values = false;
  for (auto& [key, buffer] : result.buffers) buffer.enclosures.clear();
  for (BufferResult& memory : result.memories) memory.enclosures.clear();
}

bool has_candidates(const Module& module) {
  return std::ranges::find(module.instructions(), spv::Op::OpRayQueryProceedKHR,
                           &Instruction::opcode) != module.instructions().end();
}

// Bytes with another value in a run that is as good are not certain.
void mark_differences(const BufferResult& other, BufferResult& buffer) {
  if (other.contents.size() != buffer.contents.size()) return;
  for (std::size_t i = 0; i < buffer.contents.size(); ++i) {
    Definedness& state = buffer.contents.shadow[i];
    const bool differs = buffer.contents.bytes[i] != other.contents.bytes[i] ||
                         other.contents.shadow[i] == Definedness::undefined;
    if (differs && state == Definedness::defined) state = Definedness::implementation_dependent;
  }
}

// Ray queries report candidates in any order. Runs again with other orders, and marks what differs. Long dispatches and
// those that are watched are not examined.
void vary_candidate_order(Pass& pass, DispatchResult& result) {
  using Kind = CandidateOrder::Kind;
  if (!has_candidates(pass.module()) || !is_short(pass, result) || pass.watch != nullptr) return;
  const bool check_races = std::exchange(pass.check_races, false);
  for (const CandidateOrder order :
       {CandidateOrder{Kind::forward}, CandidateOrder{Kind::backward},
        CandidateOrder{Kind::random, 1}, CandidateOrder{Kind::repeated}}) {
    if (order == pass.programs.options().candidate_order) continue;
    pass.candidate_order = order;
    const RepeatedRunKnowledge nothing;
    auto other = run_again(pass, result, [&] { return run_once(pass, &nothing); });
    if (!other || other->result.status != Status::ok) continue;
    for (auto& [key, buffer] : result.buffers)
      mark_differences(other->result.buffers.at(key), buffer);
    for (std::size_t i = 0; i < result.memories.size(); ++i)
      mark_differences(other->result.memories[i], result.memories[i]);
  }
  pass.candidate_order.reset();
  pass.check_races = check_races;
}

Result<DispatchResult> run_and_enclose(Pass& pass) {
  const bool at_any_cost = pass.enclose && std::exchange(pass.record_enclosures, false);
  auto result = run_and_explain(pass);
  if (result && result->status == Status::ok) vary_candidate_order(pass, *result);
  if (!result || result->status == Status::limit || pass.record_enclosures) return result;
  if (!has_floats(pass.module())) {  // there is nothing to enclose
    result->encloses_values = true;
    return result;
  }
  const bool marks = pass.mark_rounding && floats_decide(pass.module(), pass.registry());
  // Exchanges would be recorded twice.
  if ((!pass.enclose && !marks) || pass.record_exchanges) return result;
  const std::uint64_t most_work =
      at_any_cost ? std::numeric_limits<std::uint64_t>::max() : affordable_work(*result);
  examine_precision(pass, most_work, *result);
  if (marks) take_marks(pass, *result);
  return result;
}

}  // namespace

std::uint32_t workgroups_in_flight(const Launch& launch, const Policy& policy) {
  constexpr std::uint32_t with_seed = 4;
  const std::uint32_t usual = policy.seed != 0 ? with_seed : 1;
  const std::uint64_t asked =
      policy.workgroups_in_flight != 0 ? policy.workgroups_in_flight : usual;
  const std::uint64_t workgroups =
      std::uint64_t{launch.groups[0]} * launch.groups[1] * launch.groups[2];
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, std::min(asked, workgroups)));
}

std::uint64_t memory_of_contents(const Bindings& bindings) {
  std::uint64_t size = memory_of(bindings.push_constants);
  for (const auto& [key, contents] : bindings.buffers) size += memory_of(contents);
  for (const NamedMemory& memory : bindings.memories) size += memory_of(memory.contents);
  for (const auto& [number, value] : bindings.argument_values) size += memory_of(value);
  return size;
}

void keep_memory(DispatchResult& result, Bindings& bindings) {
  for (auto& [key, contents] : bindings.buffers) {
    const auto buffer = result.buffers.find(key);
    if (buffer != result.buffers.end() && buffer->second.written)
      contents = std::move(buffer->second.contents);
  }
  for (std::size_t i = 0; i < bindings.memories.size(); ++i)
    bindings.memories[i].contents = std::move(result.memories[i].contents);
}

Result<DispatchResult> run(const Pipeline& pipeline, const Launch& launch, const Bindings& bindings,
                           const Policy& policy, const Observers& observers) {
  return within_memory([&] {
    Pass pass(pipeline.programs(), launch, bindings, policy, observers);
    return run_and_enclose(pass);
  });
}

Result<DispatchResult> run(const Module& module, const InstructionRegistry& registry,
                           Dispatch dispatch) {
  return within_memory([&]() -> Result<DispatchResult> {
    Pipeline::Programs programs(module, registry, dispatch);
    Pass pass(programs, dispatch, dispatch, dispatch, dispatch);
    if (const auto ok = programs.specialize(dispatch.limits.max_memory, pass.deadline); !ok)
      return tl::unexpected(ok.error());
    auto result = run_and_enclose(pass);
    if (!result) return result;
    for (auto& [key, buffer] : result->buffers) {
      const auto given = dispatch.buffers.find(key);
      if (given != dispatch.buffers.end() && buffer.contents.size() == 0)
        buffer.contents = std::move(given->second);
    }
    return result;
  });
}

}  // namespace spirv_oracle
