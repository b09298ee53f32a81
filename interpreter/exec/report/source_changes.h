// Changes of the source that order two accesses, or let them share memory. Each function returns nothing unless it is certain of
// the change.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "interpreter/exec/report/barrier_names.h"
#include "interpreter/findings/finding.h"
#include "interpreter/loader/source_statements.h"
#include "memory/race_site.h"

namespace spirv_oracle {

struct BarrierPosition;
struct Program;

// Where the source has an instruction.
std::optional<SourcePosition> source_place_of(const Program& program, std::uint32_t instruction);

// Divides the branch of BarrierPosition::Kind::divergent_branch before the second access, with a barrier between the parts. All
// invocations must execute the branch. `origin`: of one of the accesses.
std::vector<SourceEdit> edits_of_division(const Program& program, const BarrierPosition& position,
                                          std::uint32_t origin, const std::string& barrier);
// Moves the barrier out of the branch that contains it: divides the branch there.
std::vector<SourceEdit> edits_of_divergent_barrier(const Program& program, std::uint32_t barrier);

// Makes the assignment atomic to which a plain access belongs. `is_update`: only one such as `x += 1`.
std::vector<SourceEdit> edits_of_atomic(const Program& program, SourceLanguage language,
                                        const RaceSite& plain, bool is_update);

// Waits for the event of an asynchronous copy before an access.
std::vector<SourceEdit> edits_of_wait(const Program& program, std::uint32_t copy,
                                      std::uint32_t access);

// Declares coherent what two instructions access.
std::vector<SourceEdit> edits_of_declarations(const Program& program, SourceLanguage language,
                                              const std::array<std::uint32_t, 2>& origins);

}  // namespace spirv_oracle
