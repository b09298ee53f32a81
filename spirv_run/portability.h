// Checks whether results depend on the implementation. Runs the same dispatch under other
// reconvergence policies, subgroup sizes, mappings of invocations to lanes and of matrix elements to invocations, and
// schedules; or with other arithmetic.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/results.h"
#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The choices of one run.
struct Freedom {
  std::uint32_t subgroup_size = 32;
  Reconvergence reconvergence = Reconvergence::maximal;
  std::uint64_t seed = 0;
  std::uint32_t workgroups_in_flight = 1;
  SubgroupMapping mapping;
  ArithmeticChoices arithmetic;
  MatrixMapping matrix_mapping = MatrixMapping::rows;
};
std::string freedom_text(const Freedom& freedom);

// Those of a dispatch, and its run with others.
Freedom freedom_of(const Dispatch& dispatch);
Result<DispatchResult> run_with(const Module& module, const InstructionRegistry& registry,
                                Dispatch dispatch, const Freedom& freedom, Deadline deadline);

// Elements of one buffer that have other values after another run.
struct BufferDifference {
  NamedBuffer reference;  // `after` points into PortabilityReport::reference
  std::vector<std::uint64_t> elements;
  std::vector<std::string> reference_values, values;  // of the first few
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
// all runs do not make them certain.
struct MarkedElements {
  NamedBuffer buffer;  // `after` points into PortabilityReport::reference
  std::vector<std::uint64_t> elements;
};

struct PortabilityReport {
  Freedom reference_freedom;
  DispatchResult reference;
  std::vector<OtherRun> runs;
  // Arithmetic choices that have no effect in the module, and were not run.
  std::vector<std::string_view> without_effect{};
  std::vector<MarkedElements> marked{};
};

// The runs besides `reference`: each size under each policy; and, at the size of the reference,
// other schedules and other mappings.
std::vector<Freedom> freedoms_to_try(const Freedom& reference, std::uint32_t in_flight_with_seed,
                                     const std::vector<std::uint32_t>& subgroup_sizes);

// Executes the runs for the mode of the options. Errors: those of the reference run.
Result<PortabilityReport> check_portability(const Module& module,
                                            const InstructionRegistry& registry,
                                            const EntryPointInfo& entry, const Dispatch& dispatch,
                                            const RunOptions& options);

std::string portability_as_text(const PortabilityReport& report, const std::string& file);
nlohmann::ordered_json portability_as_json(const PortabilityReport& report);

// undefined_behavior if a run differs from the reference, or has undefined behavior.
Status portability_status(const PortabilityReport& report);

}  // namespace spirv_oracle
