// The bytes that a write with an uncertain address may reach. Only for the files of
// exec/tangles/uncertain_branches.h.
#pragma once

#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/ir/write_words.h"

namespace spirv_oracle {

// The bytes that the note of the write names, for a lane. The note must have a root.
ReachedBytes reached_bytes(const Subgroup& subgroup, const WriteNote& note, unsigned lane);

}  // namespace spirv_oracle
