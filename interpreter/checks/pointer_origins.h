// Which variables and parameters a physical pointer may have gone through, found in the module's text.
#pragma once

#include <vector>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Of all the pointers that a variable of the function at hand may hold. An id of 0 stands for others that
// are not known.
std::vector<Id> origins_of_stored(Lowering& lowering, Id variable);

// Whether a pointer that the module has in a register may become a number, or come to memory that
// others read: then nothing is known of a pointer that is loaded.
bool physical_pointers_escape(const Module& module, const SpecializedModule& types);

}  // namespace spirv_oracle
