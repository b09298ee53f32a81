// What a run left behind: which buffers to print, what is wrong with them, and the exit status.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/reported_finding.h"
#include "cli/run_options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// A buffer or memory after the run.
struct NamedBuffer {
  std::string name;  // as printed
  ElementType type;  // to print it with
  const BufferResult* after = nullptr;
  ValueLayoutPointer structure{};  // of the contents, to print it with instead; null: by `type`
  std::string asked_type{};        // the TYPE of --dump; "": the module's own
  bool prints_all = false;         // however much that is
};

// Everything that was given to and came out of a run. The parts outlive it.
struct FinishedRun {
  const EntryPointInfo& entry;
  const Dispatch& dispatch;
  const RunOptions& options;
  const DispatchResult& result;
  std::map<BindingKey, ValueLayoutPointer> layouts{};  // describe_layouts()
  // The instructions that enclosures name, by their numbers.
  std::map<std::uint32_t, CodeLocation> enclosing{};
};

// A copy without the contents of buffers, for the report: so they are in memory only once.
Dispatch without_contents(Dispatch& dispatch);

// Checks, before the run, that what --dump and --output name is there.
Result<void> check_requested_buffers(const EntryPointInfo& entry, const Dispatch& dispatch,
                                     const RunOptions& options);

// Every buffer and memory, in the same order for all runs of a dispatch.
std::vector<NamedBuffer> all_buffers(const FinishedRun& run);

// The buffers to print: those of --dump, or else all that were written.
std::vector<NamedBuffer> buffers_to_print(const FinishedRun& run);

// The findings to report: those of the run and of its output, without the ignored kinds and, unless --strict is given,
// without undefined values that reach nothing.
std::vector<ReportedFinding> findings_to_report(const FinishedRun& run,
                                                const std::vector<NamedBuffer>& printed);

Status exit_status(const FinishedRun& run, const std::vector<ReportedFinding>& findings);

// Writes the files of --output. Errors: bad_input for a file that cannot be written.
Result<void> write_outputs(const FinishedRun& run);

}  // namespace spirv_oracle
