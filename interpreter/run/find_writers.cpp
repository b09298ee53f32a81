#include "interpreter/observe/writer_recorder.h"
#include "interpreter/run/pass.h"
#include "interpreter/run/workers.h"
#include "interpreter/within_memory.h"
#include "interpreter/writers.h"

namespace spirv_oracle {
namespace {

// A run without the checks of others, whose records are the ones that this needs.
Pass following(Pipeline::Programs& programs, const Dispatch& dispatch) {
  Pass pass(programs, dispatch, dispatch, dispatch, dispatch);
  pass.record_provenance = true;
  pass.check_races = false;
  pass.record_enclosures = false;
  pass.record_exchanges = false;
  pass.print = nullptr;
  pass.seed = 0;
  pass.workgroups_in_flight = 1;
  return pass;
}

Writers writers_in(const BoundProgram& compiled, std::size_t memories,
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
  Pipeline::Programs programs(module, registry, dispatch);
  const Pass pass = following(programs, dispatch);
  if (const auto ok = programs.specialize(dispatch.limits.max_memory, pass.deadline); !ok)
    return tl::unexpected(ok.error());
  const auto compiled = pass.bind();
  if (!compiled) return tl::unexpected(compiled.error());
  const std::uint64_t left = (*compiled)->memory.left();
  if (!WriterRecorder::is_affordable((*compiled)->program, left))
    return limit_reached("too many values to track");
  WriterRecorder recorder((*compiled)->program);
  Budget budget;
  budget.max_steps = pass.limits.max_steps;
  budget.max_output = pass.limits.max_output;
  budget.max_worker_memory = left;
  budget.deadline = pass.deadline;
  budget.interrupt = pass.interrupt;
  OrderedOutput output(pass.print, 0);
  const RunKnowledge nothing;
  UncertainStores stores;
  RunObservers observers;
  observers.writers = &recorder;
  observers.uncertain_stores = &stores;
  observers.knowledge = &nothing;
  WorkerObservers none;
  for (const WorkerResult& worker :
       execute_workgroups(**compiled, pass, budget, observers, none, output)) {
    if (worker.end != WorkgroupEnd::finished)
      return limit_reached("the run that tracks values reached a limit");
  }
  return writers_in(**compiled, dispatch.memories.size(), recorder);
}

}  // namespace

Result<Writers> find_writers(const Module& module, const InstructionRegistry& registry,
                             const Dispatch& dispatch) {
  return within_memory([&] { return follow(module, registry, dispatch); });
}

}  // namespace spirv_oracle
