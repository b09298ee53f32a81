// Searches for witnesses of implementation-dependent values: other legal executions of a dispatch that store other values.
#pragma once

#include <map>
#include <string>

#include "cli/report/witness.h"
#include "interpreter/deadline.h"
#include "interpreter/dispatch.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"
#include "spirv_run/rectangle_run.h"

namespace spirv_oracle {

struct WitnessSearch {
  // False: as many executions as take about as long as the run, and a few in any case. True: all that are known.
  bool is_thorough = false;
  Deadline deadline = no_deadline;
};

// By buffer of the result. `dispatch` has the inputs of the run. A result with undefined behavior has no witnesses.
std::map<BindingKey, Witnesses> find_witnesses(const Module& module,
                                               const InstructionRegistry& registry,
                                               const Dispatch& dispatch,
                                               const DispatchResult& result,
                                               const WitnessSearch& search);

// Of the draw of a fragment shader: by buffer, and by name of an attachment or another memory.
struct DrawWitnesses {
  std::map<BindingKey, Witnesses> buffers;
  std::map<std::string, Witnesses> memories;
};

// `dispatch` has the inputs of the draw, `run` its results. Other executions have other rasterization, reconvergence and
// arithmetic.
DrawWitnesses find_draw_witnesses(const Module& module, const InstructionRegistry& registry,
                                  const RunOptions& options, const Dispatch& dispatch,
                                  const RectangleRun& run, const WitnessSearch& search);

// Whether the result has marks that need witnesses.
bool has_marks(const DispatchResult& result);

}  // namespace spirv_oracle
