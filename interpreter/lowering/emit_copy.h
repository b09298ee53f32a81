// Emits copies of planes.
#pragma once

#include <span>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// result = source, in all lanes or in the active lanes only.
void emit_copy(Lowering& lowering, Slot result, Slot source, ScalarType type);
void emit_masked_copy(Lowering& lowering, Slot result, Slot source, ScalarType type);
// results[i] = sources[i] for the active lanes, all at once: a source may be the result of
// another copy.
void emit_masked_copies(Lowering& lowering, std::span<const Slot> results,
                        std::span<const Slot> sources, std::span<const ScalarType> types);

}  // namespace spirv_oracle
