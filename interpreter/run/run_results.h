// What a run of a dispatch leaves, put together from its workers and from those who followed its values.
#pragma once

#include <vector>

#include "interpreter/compile/compile.h"
#include "interpreter/dispatch.h"
#include "interpreter/observe/enclosures.h"
#include "interpreter/observe/provenance.h"
#include "interpreter/run/workers.h"

namespace spirv_oracle {

// Status, counts, findings and memory. Buffers are taken out of the dispatch: nothing can be executed after that.
void collect(CompiledDispatch& compiled, const Dispatch& dispatch,
             const std::vector<WorkerResult>& workers, FindingLog& log, DispatchResult& result);
// Notes which undefined results reached the buffers, and makes their findings show an occurrence that did.
void follow_undefined_results(const CompiledDispatch& compiled, Provenance& provenance,
                              FindingLog& log, DispatchResult& result);
// Undefined behavior on ways that this run does not take.
void add_possible_findings(const Program& program, const FindingLog& log, DispatchResult& result);
// `provenance`: null in runs without it.
void add_findings(const CompiledDispatch& compiled, const Provenance* provenance,
                  const FindingLog& log, DispatchResult& result);
// Says of what the buffers hold in the end and is indeterminate where it comes from.
void explain_buffers(const CompiledDispatch& compiled, Provenance& provenance,
                     DispatchResult& result);

// By object: those of the buffers, then those of the memories. To be asked before their bytes are taken.
std::vector<std::vector<EnclosedComponent>> enclosed_components(const CompiledDispatch& compiled,
                                                                const Dispatch& dispatch,
                                                                const Enclosures& enclosures);
void add_enclosures(std::vector<std::vector<EnclosedComponent>>& components,
                    DispatchResult& result);
// Moves enclosures from the result of an enclosing run to that of the usual one. `follows_all`: the enclosing run follows
// every freedom that the usual one does.
void take_enclosures(DispatchResult& enclosed, bool follows_all, DispatchResult& result);

}  // namespace spirv_oracle
