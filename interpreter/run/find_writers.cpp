#include "interpreter/compile/compile.h"
#include "interpreter/deadline.h"
#include "interpreter/observe/writer_recorder.h"
#include "interpreter/run/workers.h"
#include "interpreter/within_memory.h"
#include "interpreter/writers.h"

namespace spirv_oracle {
namespace {

// Without the results of other runs.
Dispatch following(Dispatch dispatch) {
  dispatch.pass.record_provenance = true;  // its records are the ones that this needs
  dispatch.check_races = false;
  dispatch.record_enclosures = false;
  dispatch.record_exchanges = false;
  dispatch.pass.follows_uncertain_branches = false;
  dispatch.print = nullptr;
  dispatch.seed = 0;
  dispatch.workgroups_in_flight = 1;
  return dispatch;
}

Writers writers_in(const CompiledDispatch& compiled, std::size_t memories,
                   const WriterRecorder& recorder) {
  Writers writers;
  for (const auto& [key, object] : compiled.objects.buffers)
    writers.buffers[key] = recorder.stored_in(object);
  for (std::size_t i = 0; i < memories; ++i) {
    writers.memories.push_back(
        recorder.stored_in(compiled.objects.first_memory + static_cast<std::uint32_t>(i)));
  }
  writers.executions = recorder.executions();
  writers.complete = recorder.is_complete();
  return writers;
}

Result<Writers> follow(const Module& module, const InstructionRegistry& registry,
                       const Dispatch& dispatch) {
  const Deadline deadline = deadline_after(dispatch.limits.timeout_seconds);
  const auto compiled = compile(module, registry, dispatch, deadline);
  if (!compiled) return tl::unexpected(compiled.error());
  const std::uint64_t left = (*compiled)->memory.left();
  if (!WriterRecorder::is_affordable((*compiled)->program, left))
    return limit_reached("too many values to track");
  WriterRecorder recorder((*compiled)->program);
  Budget budget;
  budget.max_steps = dispatch.limits.max_steps;
  budget.max_output = dispatch.limits.max_output;
  budget.max_worker_memory = left;
  budget.deadline = deadline;
  budget.interrupt = dispatch.interrupt;
  OrderedOutput output(dispatch.print, 0);
  const RunKnowledge nothing;
  UncertainStores stores;
  Observers observers;
  observers.writers = &recorder;
  observers.uncertain_stores = &stores;
  observers.knowledge = &nothing;
  for (const WorkerResult& worker :
       execute_workgroups(**compiled, dispatch, budget, observers, output)) {
    if (worker.end != WorkgroupEnd::finished)
      return limit_reached("the run that tracks values reached a limit");
  }
  return writers_in(**compiled, dispatch.memories.size(), recorder);
}

}  // namespace

Result<Writers> find_writers(const Module& module, const InstructionRegistry& registry,
                             Dispatch dispatch) {
  return within_memory([&] { return follow(module, registry, following(std::move(dispatch))); });
}

}  // namespace spirv_oracle
