// Emits records for observers of a run: the exchanges between invocations, and the provenance of
// values.
#pragma once

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Must follow each instruction of a function, with Policy::record_exchanges. Records results that
// invocations get from each other, and those that tell where two runs begin to differ.
void emit_exchange_record(Lowering& lowering, const Instruction& instruction);
// Must follow each instruction of a function, with Instrumentation::record_provenance. Records the
// origin of indeterminate results.
void emit_provenance_record(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
