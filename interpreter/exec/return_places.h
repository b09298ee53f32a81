// Where invocations may have returned that miss a barrier, for reports. A run does not record which
// return each lane takes, so control flow gives the answer.
#pragma once

#include <cstdint>
#include <vector>

namespace spirv_oracle {

struct Op;
struct Program;

// The indices of the return instructions, in the order of the module, by which lanes may leave the
// function that `call` executes (an origin; 0: the entry point) without `op`, a record of that
// function or of one that it calls. If `op` is in a loop, these are all returns, because lanes may
// have executed it in an earlier iteration.
std::vector<std::uint32_t> returns_missing(const Program& program, const Op& op,
                                           std::uint32_t call);

}  // namespace spirv_oracle
