// Decides which buffers to print after a run, which findings to report, and the exit status.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/report/reported_finding.h"
#include "cli/report/witness.h"
#include "cli/run_options.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// A buffer or memory after the run.
struct NamedBuffer {
  std::string name;  // as printed
  ElementType type;  // to print it with
  const BufferResult* after = nullptr;
  ValueLayoutPointer structure{};         // layout of the contents; null: print by `type`
  std::optional<OptimalMatrix> matrix{};  // that the contents begin with
  std::string asked_type{};               // the TYPE of --dump; "": the type of the module
  bool prints_all = false;                // however large it is
  const Witnesses* witnesses = nullptr;   // of its marks; null: they were not searched for
};

// The inputs and results of a run. The parts must outlive it.
struct FinishedRun {
  const EntryPointInfo& entry;
  const Dispatch& dispatch;
  const RunOptions& options;
  const DispatchResult& result;
  std::map<BindingKey, ValueLayoutPointer> layouts{};  // describe_layouts()
  // The instructions in enclosures, by their numbers.
  std::map<std::uint32_t, CodeLocation> enclosing{};
  std::map<BindingKey, Witnesses> witnesses{};  // find_witnesses()
  // How to print memories that are not a list of words, by name.
  std::map<std::string, ElementType> memory_types{};
  std::map<std::string, Witnesses> memory_witnesses{};  // by name
};

// A copy without the contents of the buffers, so that a report does not store them twice.
Dispatch without_contents(Dispatch& dispatch);

// Checks before the run that the buffers in --dump and --output exist.
Result<void> check_requested_buffers(const EntryPointInfo& entry, const Dispatch& dispatch,
                                     const RunOptions& options);

// All buffers and memories, in the same order for all runs of a dispatch.
std::vector<NamedBuffer> all_buffers(const FinishedRun& run);

// The buffers to print: those of --dump, or else all written ones.
std::vector<NamedBuffer> buffers_to_print(const FinishedRun& run);

// The findings to report: those of the run and of its outputs, without ignored kinds and, unless
// --strict is set, without undefined values that reach nothing.
std::vector<ReportedFinding> findings_to_report(const FinishedRun& run,
                                                const std::vector<NamedBuffer>& printed);

Status exit_status(const FinishedRun& run, const std::vector<ReportedFinding>& findings);

// Writes the files of --output. Errors: bad_input if a file cannot be written.
Result<void> write_outputs(const FinishedRun& run);

}  // namespace spirv_oracle
