// Runs a dispatch: hands workgroups to workers and puts together what they found.
#include <algorithm>
#include <mutex>
#include <thread>

#include "interpreter/dispatch.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/compile.h"
#include "interpreter/observe/provenance.h"

namespace spirv_oracle {
namespace {

// What one worker brings home.
struct WorkerResult {
  FindingLog log;
  WorkgroupEnd end = WorkgroupEnd::finished;
  LimitPlace limit_place;
  std::uint64_t steps = 0;
  std::uint64_t lane_instructions = 0;
  FailedJoins failed_joins;
  OutsideAccesses outside_accesses;
};

// What a run found that others of its results depend on, also earlier ones.
struct Foresight {
  FailedJoins failed_joins;
  OutsideAccesses outside_accesses;

  bool empty() const { return failed_joins.empty() && outside_accesses.empty(); }
};

// What looks on while workgroups run, null: nothing does; and what an earlier run found.
struct Observers {
  TraceRecorder* trace = nullptr;
  ExchangeLog* exchanges = nullptr;
  Provenance* provenance = nullptr;
  const Foresight* foresight = nullptr;
  RaceWatch* races = nullptr;
};

// DebugPrintf in the order of the workgroups, whoever ran them.
class OrderedOutput {
 public:
  explicit OrderedOutput(const std::function<void(const std::string&)>& print) : print_(print) {}

  void add(std::uint64_t workgroup, std::string text) {
    const std::lock_guard lock(mutex_);
    if (workgroup != next_) {
      waiting_.emplace(workgroup, std::move(text));
      return;
    }
    emit(text);
    for (auto entry = waiting_.find(++next_); entry != waiting_.end();
         entry = waiting_.find(++next_)) {
      emit(entry->second);
      waiting_.erase(entry);
    }
  }

 private:
  void emit(const std::string& text) const {
    if (!text.empty() && print_) print_(text);
  }

  const std::function<void(const std::string&)>& print_;
  std::mutex mutex_;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, std::string> waiting_;
};

void work(const CompiledDispatch& compiled, const Dispatch& dispatch, AddressSpace memory,
          Budget& budget, std::atomic<std::uint64_t>& next, std::uint64_t count,
          OrderedOutput& output, const Observers& observers, WorkerResult& result) {
  Workgroup workgroup(compiled.program, dispatch, memory, budget);
  if (observers.foresight != nullptr) {
    workgroup.set_failed_joins(&observers.foresight->failed_joins);
    workgroup.set_outside_accesses(&observers.foresight->outside_accesses);
  }
  workgroup.set_provenance(observers.provenance);
  workgroup.trace_to(observers.trace);
  if (observers.races != nullptr) workgroup.watch_races_with(*observers.races);
  if (observers.exchanges != nullptr) workgroup.record_exchanges_in(*observers.exchanges);
  for (std::uint64_t i = next.fetch_add(1); i < count && result.end == WorkgroupEnd::finished;
       i = next.fetch_add(1)) {
    if (observers.trace != nullptr) observers.trace->start_workgroup(i);
    result.end = workgroup.run(i);
    output.add(i, workgroup.take_output());
  }
  result.log = std::move(workgroup.log());
  result.limit_place = workgroup.limit_place();
  result.steps = workgroup.steps();
  result.lane_instructions = workgroup.lane_instructions();
  result.failed_joins = workgroup.failed_joins();
  result.outside_accesses = workgroup.outside_accesses();
}

// Workers need workgroup memory of their own at the addresses that the program was made for.
AddressSpace worker_memory(const CompiledDispatch& compiled) {
  return compiled.memory.copy_with_own(MemoryKind::workgroup, MemoryKind::lane_private);
}

std::string describe_end(WorkgroupEnd end, const Limits& limits) {
  if (end == WorkgroupEnd::time_limit) return "the time limit is reached";
  if (end == WorkgroupEnd::output_limit)
    return "DebugPrintf printed more than " + std::to_string(limits.max_output) + " bytes";
  if (end == WorkgroupEnd::race_memory_limit)
    return "what is remembered of accesses to look for races takes more than what is left of " +
           std::to_string(limits.max_memory) + " bytes; --no-check-races runs without";
  if (end == WorkgroupEnd::no_progress)
    return "the workgroup waits for others, which have not started";
  return "more than " + std::to_string(limits.max_steps) + " steps";
}

std::string describe_limit(const Program& program, const WorkerResult& worker,
                           const Dispatch& dispatch) {
  std::string text = describe_end(worker.end, dispatch.limits);
  const Origin& origin = program.origins[worker.limit_place.origin];
  if (origin.instruction != 0) {
    const Instruction& instruction = program.module->instruction(origin.instruction);
    const SourceLocation source = program.module->source(instruction.line);
    text += "; subgroup " + std::to_string(worker.limit_place.subgroup) + " of workgroup (" +
            std::to_string(worker.limit_place.workgroup[0]) + ", " +
            std::to_string(worker.limit_place.workgroup[1]) + ", " +
            std::to_string(worker.limit_place.workgroup[2]) + ") is in a loop";
    if (source.line != 0) text += " at " + source.file + ":" + std::to_string(source.line);
    text += ": " + program.module->disassemble(instruction);
    if (!worker.limit_place.others.empty()) text += "; meanwhile " + worker.limit_place.others;
  }
  return text;
}

BufferResult take_buffer(const AddressSpace& memory, std::uint32_t id) {
  const ObjectEntry& object = memory.object(id);
  BufferResult result;
  result.contents.bytes.assign(object.bytes, object.bytes + object.size);
  result.contents.shadow.assign(object.shadow, object.shadow + object.size);
  result.written = object.allocation->written.load();
  return result;
}

void collect(const CompiledDispatch& compiled, const Dispatch& dispatch,
             std::vector<WorkerResult>& workers, FindingLog& log, DispatchResult& result) {
  for (WorkerResult& worker : workers) {
    log.merge(worker.log);
    result.steps += worker.steps;
    result.lane_instructions += worker.lane_instructions;
    if (worker.end != WorkgroupEnd::finished && worker.end != WorkgroupEnd::stopped) {
      result.status = Status::limit;
      result.message = describe_limit(compiled.program, worker, dispatch);
    }
  }
  const bool constants_have_it = std::ranges::find(compiled.findings, Severity::undefined_behavior,
                                                   &Finding::severity) != compiled.findings.end();
  if (result.status == Status::ok && (constants_have_it || log.has_undefined_behavior())) {
    result.status = Status::undefined_behavior;
  }
  for (const auto& [key, id] : compiled.objects.buffers) {
    result.buffers[key] = take_buffer(compiled.memory, id);
  }
  for (std::size_t i = 0; i < dispatch.memories.size(); ++i) {
    result.memories.push_back(take_buffer(
        compiled.memory, compiled.objects.first_memory + static_cast<std::uint32_t>(i)));
  }
}

// Where in the binary the instructions begin whose undefined results are in the set.
std::vector<std::uint32_t> words_of(const Program& program, const Provenance& provenance,
                                    Provenance::UndefinedResults undefined_results,
                                    const FindingLog& log) {
  std::vector<std::uint32_t> words;
  for (const std::uint32_t origin : log.origins_of_undefined_results()) {
    if (provenance.is_among(origin, undefined_results))
      words.push_back(program.module->instruction(program.origins[origin].instruction).word_offset);
  }
  return words;
}

// Notes which undefined results reached the buffers, and makes their findings show an occurrence that did.
void follow_undefined_results(const CompiledDispatch& compiled, Provenance& provenance,
                              FindingLog& log, DispatchResult& result) {
  const auto follow = [&](BufferResult& buffer, std::uint32_t object) {
    const auto undefined_results = provenance.undefined_results_in(object, buffer.contents.shadow);
    buffer.undefined_by = words_of(compiled.program, provenance, undefined_results, log);
  };
  for (const auto& [key, id] : compiled.objects.buffers) follow(result.buffers[key], id);
  for (std::size_t i = 0; i < result.memories.size(); ++i) {
    follow(result.memories[i], compiled.objects.first_memory + static_cast<std::uint32_t>(i));
  }
  for (const RawFinding* occurrence : provenance.reaching_occurrences()) log.prefer(*occurrence);
  result.follows_values = true;
}

void add_findings(const CompiledDispatch& compiled, const Provenance* provenance,
                  const FindingLog& log, DispatchResult& result) {
  result.findings = compiled.findings;
  std::vector<std::uint32_t> used;
  if (provenance != nullptr)
    used = words_of(compiled.program, *provenance, provenance->used(), log);
  for (Finding& finding : log.render(compiled.program)) {
    finding.is_used = finding.severity == Severity::undefined_value &&
                      std::ranges::find(used, finding.where.word) != used.end();
    result.findings.push_back(std::move(finding));
  }
}

struct RunOutcome {
  DispatchResult result;
  Foresight foresight;
};

// Says of what the buffers hold in the end and is open where it comes from.
void explain_buffers(const CompiledDispatch& compiled, const Provenance& provenance,
                     DispatchResult& result) {
  constexpr std::size_t max_histories = 16;  // of undefined components of a buffer, and of others
  const auto explain = [&](BufferResult& buffer, std::uint32_t object) {
    std::size_t histories_of_undefined = 0, histories_of_others = 0;
    for (const Provenance::Stored& stored : provenance.stored_in(object)) {
      if (buffer.contents.shadow[stored.offset] == Definedness::defined) continue;
      OpenComponent open{stored.offset, stored.bytes, {}, stored.bounds};
      const bool undefined = buffer.contents.shadow[stored.offset] == Definedness::undefined;
      std::size_t& histories = undefined ? histories_of_undefined : histories_of_others;
      if (histories++ < max_histories)
        open.history = history_notes(compiled.program, compiled.memory, stored.history);
      buffer.open.push_back(std::move(open));
    }
  };
  for (const auto& [key, id] : compiled.objects.buffers) explain(result.buffers[key], id);
  for (std::size_t i = 0; i < result.memories.size(); ++i) {
    explain(result.memories[i], compiled.objects.first_memory + static_cast<std::uint32_t>(i));
  }
}

std::chrono::steady_clock::time_point deadline_of(const Limits& limits) {
  if (limits.timeout_seconds <= 0) return std::chrono::steady_clock::time_point::max();
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(limits.timeout_seconds));
}

Result<RunOutcome> run_once(const Module& module, const InstructionRegistry& registry,
                            const Dispatch& dispatch,
                            std::chrono::steady_clock::time_point deadline,
                            const Foresight* foresight) {
  const auto compiled_result = compile(module, registry, dispatch);
  if (!compiled_result) return tl::unexpected(compiled_result.error());
  const CompiledDispatch& compiled = **compiled_result;
  if (dispatch.record_provenance && !Provenance::is_affordable(compiled.program))
    return tl::unexpected(Error{Status::limit, "the values are too many to follow"});

  Budget budget;
  budget.max_steps = dispatch.limits.max_steps;
  budget.max_output = dispatch.limits.max_output;
  budget.deadline = deadline;
  const std::uint64_t count =
      std::uint64_t{dispatch.groups[0]} * dispatch.groups[1] * dispatch.groups[2];
  TraceRecorder recorder;
  TraceRecorder* const trace = dispatch.trace_file.empty() ? nullptr : &recorder;
  std::optional<RaceWatch> races;
  if (dispatch.check_races) {
    if (!RaceWatch::is_possible(compiled.program)) {
      return tl::unexpected(Error{Status::limit,
                                  "workgroups of so many invocations are not looked at for races: "
                                  "--no-check-races runs the module without"});
    }
    const std::uint64_t max_memory = dispatch.limits.max_memory;
    races.emplace(compiled.program, max_memory - std::min(max_memory, compiled.memory.used()),
                  !dispatch.check_customary_order);
  }
  const std::uint64_t jobs =
      compiled.program.orders_workgroups || trace != nullptr || dispatch.record_exchanges ||
              dispatch.record_provenance || races
          ? 1
          : std::clamp<std::uint64_t>(dispatch.jobs, 1, std::max<std::uint64_t>(count, 1));
  std::atomic<std::uint64_t> next{0};
  OrderedOutput output(dispatch.print);
  std::vector<WorkerResult> workers(jobs);
  std::vector<std::thread> threads;
  for (std::uint64_t w = 1; w < jobs; ++w) {
    threads.emplace_back([&, w] {
      work(compiled, dispatch, worker_memory(compiled), budget, next, count, output,
           {.foresight = foresight}, workers[w]);
    });
  }
  RunOutcome outcome;
  DispatchResult& result = outcome.result;
  std::optional<Provenance> provenance;
  if (dispatch.record_provenance) provenance.emplace(compiled.program);
  work(compiled, dispatch, compiled.memory, budget, next, count, output,
       {trace, dispatch.record_exchanges ? &result.exchanges : nullptr,
        provenance ? &*provenance : nullptr, foresight, races ? &*races : nullptr},
       workers[0]);
  for (std::thread& thread : threads) thread.join();
  if (trace != nullptr) {
    if (const auto written = trace->write(compiled.program, dispatch.trace_file); !written) {
      return tl::unexpected(written.error());
    }
  }
  FindingLog log;
  collect(compiled, dispatch, workers, log, result);
  if (races) result.forgotten_accesses = races->forgotten();
  if (provenance) {
    explain_buffers(compiled, *provenance, result);
    follow_undefined_results(compiled, *provenance, log, result);
  }
  add_findings(compiled, provenance ? &*provenance : nullptr, log, result);
  for (const WorkerResult& worker : workers) {
    outcome.foresight.failed_joins.merge(worker.failed_joins);
    outcome.foresight.outside_accesses.merge(worker.outside_accesses);
  }
  return outcome;
}

bool holds_open_components(const BufferResult& buffer) {
  const auto is_open = [](Definedness state) {
    return state == Definedness::undefined || state == Definedness::implementation_dependent;
  };
  return buffer.written && std::ranges::any_of(buffer.contents.shadow, is_open);
}

// Whether there is something to say that a second run finds out soon.
bool is_worth_explaining(const Dispatch& dispatch, const DispatchResult& result) {
  constexpr std::uint64_t max_steps = 10'000'000, max_lane_instructions = 200'000'000;
  if (result.steps > max_steps || result.lane_instructions > max_lane_instructions) return false;
  if (dispatch.record_exchanges) return false;  // would be recorded twice
  return !result.findings.empty() || std::ranges::any_of(result.buffers, [](const auto& entry) {
    return holds_open_components(entry.second);
  }) || std::ranges::any_of(result.memories, holds_open_components);
}

// Runs again where joins failed or accesses were out of bounds, so that the results which rest on these are
// marked, and whatever comes of them.
Result<DispatchResult> run_with_foresight(const Module& module, const InstructionRegistry& registry,
                                          Dispatch dispatch,
                                          std::chrono::steady_clock::time_point deadline) {
  auto first = run_once(module, registry, dispatch, deadline, nullptr);
  if (!first) return tl::unexpected(first.error());
  if (first->foresight.empty() || first->result.status == Status::limit)
    return std::move(first->result);
  dispatch.print = nullptr;
  dispatch.trace_file.clear();
  dispatch.knows_outside_accesses = !first->foresight.outside_accesses.empty();
  auto second = run_once(module, registry, dispatch, deadline, &first->foresight);
  const bool complete = second && second->result.status != Status::limit;
  return std::move(complete ? second->result : first->result);
}

// Where nothing is wrong otherwise, runs again without what custom adds to the rules of the memory model.
Result<DispatchResult> run_with_rules(const Module& module, const InstructionRegistry& registry,
                                      Dispatch& dispatch,
                                      std::chrono::steady_clock::time_point deadline) {
  const bool has_custom = module.memory_model() != spv::MemoryModel::Vulkan;
  const bool asked = std::exchange(dispatch.check_customary_order, false);
  auto first = run_with_foresight(module, registry, dispatch, deadline);
  if (!first || first->status != Status::ok || !asked || !has_custom || !dispatch.check_races)
    return first;
  Dispatch again = dispatch;
  again.check_customary_order = true;
  again.print = nullptr;
  again.trace_file.clear();
  auto second = run_with_foresight(module, registry, again, deadline);
  if (!second || second->status == Status::limit) return first;
  dispatch.check_customary_order = true;
  return second;
}

}  // namespace

Result<DispatchResult> run(const Module& module, const InstructionRegistry& registry,
                           Dispatch dispatch) {
  const auto deadline = deadline_of(dispatch.limits);
  auto result = run_with_rules(module, registry, dispatch, deadline);
  if (!result || result->status == Status::limit || !dispatch.explain ||
      !is_worth_explaining(dispatch, *result)) {
    return result;
  }
  dispatch.print = nullptr;
  dispatch.trace_file.clear();
  dispatch.record_provenance = true;
  auto explained = run_with_foresight(module, registry, std::move(dispatch), deadline);
  const bool complete = explained && explained->status != Status::limit;
  return complete ? std::move(explained) : std::move(result);
}

}  // namespace spirv_oracle
