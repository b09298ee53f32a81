// Checks whether results depend on the implementation. Runs the same dispatch or draw under other
// reconvergence policies, subgroup sizes, mappings of invocations to lanes and of matrix elements to invocations, schedules
// and variations of rasterization; or with other arithmetic.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/freedom.h"
#include "cli/report/results.h"
#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// A run of a dispatch with other choices.
Result<DispatchResult> run_with(const Module& module, const InstructionRegistry& registry,
                                Dispatch dispatch, const Freedom& freedom, Deadline deadline);

// Elements of one buffer that have other values after another run.
struct BufferDifference {
  NamedBuffer reference;  // `after` points into PortabilityReport::reference
  std::vector<std::uint64_t> elements;
  std::vector<std::string> reference_values, values;  // of the first few
  std::uint64_t width = 0;  // pixels of a row of an attachment; 0: the elements are not pixels
};

// The first place where an invocation gets another value from other invocations.
struct DifferenceStart {
  CodeLocation where;
  std::uint64_t workgroup = 0;   // linear index
  std::uint64_t invocation = 0;  // LocalInvocationIndex
};

struct OtherRun {
  Freedom freedom;
  Status status = Status::ok;  // of the run itself
  // The error that ended the run, or the undefined behavior that only this run has.
  std::string message{};
  std::string command{};  // that repeats the run
  std::vector<BufferDifference> differences{};
  std::optional<DifferenceStart> start{};

  bool agrees() const { return status == Status::ok && differences.empty(); }
};

// Elements of one buffer that the reference run marks as implementation-dependent. Equal values in
// all runs do not make them certain. Pixels of an attachment that differ in a run count as well.
struct MarkedElements {
  NamedBuffer buffer;  // `after` points into PortabilityReport::reference
  std::vector<std::uint64_t> elements;
  std::uint64_t width = 0;  // as that of BufferDifference
};

struct PortabilityReport {
  Freedom reference_freedom;
  DispatchResult reference;
  std::vector<OtherRun> runs;
  bool is_draw = false;
  // Arithmetic choices that have no effect in the module, and were not run.
  std::vector<std::string_view> without_effect{};
  std::vector<MarkedElements> marked{};
};

// Executes the runs for the mode of the options. A fragment shader draws a rectangle, also with other rasterization. Errors:
// those of the reference run.
Result<PortabilityReport> check_portability(const Module& module,
                                            const InstructionRegistry& registry,
                                            const EntryPointInfo& entry, const Dispatch& dispatch,
                                            const RunOptions& options);

std::string portability_as_text(const PortabilityReport& report, const std::string& file);
nlohmann::ordered_json portability_as_json(const PortabilityReport& report);

// undefined_behavior if a run differs from the reference, or has undefined behavior.
Status portability_status(const PortabilityReport& report);

}  // namespace spirv_oracle
