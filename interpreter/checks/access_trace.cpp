#include "interpreter/checks/access_trace.h"

#include <algorithm>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/access_words.h"

namespace spirv_oracle {
namespace {

// A workgroup that runs in the shadow of another one has no trace.
const Op* trace_access(Subgroup& subgroup, const Op* op) {
  if (TraceRecorder* trace = subgroup.workgroup->trace()) trace->record_access(subgroup, *op);
  return op + 1;
}

void emit(Lowering& lowering, Slot address, const AccessTraceWords& access) {
  if (!lowering.dispatch().traces_accesses || lowering.failed()) return;
  lowering.emit(&trace_access, no_slot, {address}, lowering.add_data(access.words()));
}

}  // namespace

void emit_access_trace(Lowering& lowering, Slot address, unsigned bytes,
                       std::span<const std::uint32_t> access_words, bool store) {
  const AccessWords words(access_words.data());
  emit(lowering, address,
       {!store, store, false, std::max(1u, bytes), words.offset, words.stride, words.count});
}

void emit_atomic_trace(Lowering& lowering, Slot address, unsigned bytes, bool reads, bool writes) {
  emit(lowering, address, {reads, writes, true, bytes, 0, bytes, 1});
}

}  // namespace spirv_oracle
