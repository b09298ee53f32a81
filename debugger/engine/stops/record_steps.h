// Selects the records at which the debugger examines the run.
#pragma once

#include <cstdint>
#include <vector>

#include "interpreter/exec/state/record_observer.h"

namespace spirv_oracle {

class StopPoints;

// Sets the marks of the records, by index, at which stop points may be hit. `dispatch`: the index of the one that runs.
void mark_stop_points(const StopPoints& stops, const Program& program, std::uint32_t dispatch,
                      std::vector<std::uint8_t>& marks);

// The steps of the program's records. `marks`: not 0 for the records at which the debugger examines the run.
std::vector<RecordStep> make_record_steps(const Program& program,
                                          const std::vector<std::uint8_t>& marks);

}  // namespace spirv_oracle
