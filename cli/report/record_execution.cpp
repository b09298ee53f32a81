#include "cli/report/record_execution.h"

#include <utility>

#include "interpreter/observe/execution_recorder.h"

namespace spirv_oracle {

ExecutionTrace record_execution(const Module& module, const InstructionRegistry& registry,
                                Dispatch dispatch, Deadline deadline) {
  ExecutionRecorder recorder;
  dispatch.watch = &recorder;
  dispatch.explain = false;
  dispatch.enclose = dispatch.record_enclosures = dispatch.mark_rounding = false;
  dispatch.print = nullptr;
  dispatch.show_progress = nullptr;
  dispatch.limits.timeout_seconds = seconds_until(deadline);
  const auto result = run(module, registry, std::move(dispatch));
  ExecutionTrace trace = recorder.take();
  if (!result) {
    trace.problem = result.error().message;
  } else if (result->status == Status::limit) {
    trace.problem = result->message;
  }
  return trace;
}

}  // namespace spirv_oracle
