// The state of an inlined call while its blocks are lowered.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "interpreter/compile/function/block_fixups.h"
#include "interpreter/compile/function/frames.h"
#include "interpreter/compile/function/inlined_call.h"
#include "interpreter/compile/function/loop_assertions.h"
#include "interpreter/compile/function/phis.h"
#include "interpreter/compile/function/reconvergence_points.h"
#include "interpreter/exec/state/subgroup.h"

namespace spirv_oracle {

struct FunctionInstance {
  // `independent_loops`: those around the call.
  FunctionInstance(const InlinedCall& inlined, FunctionInstance* calling,
                   std::vector<IndependentLoop> independent_loops)
      : call(inlined),
        caller(calling),
        locals(inlined.function.last_local - inlined.function.first_local),
        fixups(inlined.function.blocks.size()),
        loops(call, std::move(independent_loops)) {}
  // The members refer to `call`.
  FunctionInstance(const FunctionInstance&) = delete;
  FunctionInstance& operator=(const FunctionInstance&) = delete;

  const ControlFlow& flow() const { return call.flow(); }
  // The graph of the function, or of the caller whose graph it shares (exec/tangles/reconvergence_point.h).
  std::uint32_t graph() const {
    if (points) return points->graph();
    return caller == nullptr ? Subgroup::no_graph : caller->graph();
  }

  const InlinedCall call;
  FunctionInstance* const caller;    // null for the entry point
  std::vector<Value> locals;         // the values of the function's ids
  std::vector<Slot> return_slots{};  // where returns reconverge in a frame
  Value returned{};                  // otherwise

  // The block that is being lowered.
  std::uint32_t position = 0;  // in ControlFlow::order
  std::uint32_t block = 0;
  const Instruction* merge = nullptr;  // its merge instruction, once it is lowered

  BlockFixups fixups;
  LoopAssertions loops;
  PhiEdges phis{};
  BlockInfos block_infos{};
  std::optional<ReconvergencePoints> points{};  // for unstructured control flow with a frame
};

}  // namespace spirv_oracle
