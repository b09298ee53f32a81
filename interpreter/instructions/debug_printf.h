// NonSemantic.DebugPrintf
#pragma once

#include <string>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

struct DebugPrintf {
  static constexpr Clause too_few_arguments{
      "NonSemantic.DebugPrintf.too-few-arguments", "debug-printf", Effect::undefined_behavior,
      "the format has more specifiers than there are arguments"};
};

// The planes of all arguments.
std::vector<Slot> planes_of(const DebugPrintfFormat& printf);
// Must precede printing these values. Printed text has no marks, so the run notes if there should
// be some.
void note_printed_values(Subgroup& subgroup, const DebugPrintfFormat& printf);
// Prints what one lane prints: a line that begins with its place, or exactly the text (Observers::prints_places).
void print_text(Subgroup& subgroup, unsigned lane, std::string text);

// Emits a record that prints, once per active lane.
void lower_debug_printf(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle
