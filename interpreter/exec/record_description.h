// What a record does with registers and control flow: a table for each program, from which a tier that compiles records could
// know which values to keep in machine registers.
#pragma once

#include <string>
#include <vector>

#include "interpreter/ir/program.h"

namespace spirv_oracle {

struct RecordDescription {
  std::string name;  // of the instruction, and the place in our sources that emitted the record
  // Planes, ascending. The record depends on no others. It leaves anything in the lanes that are not active of planes that it
  // writes but does not read.
  std::vector<Slot> reads, writes;
  // If not, the active lanes remain the same and continue with the next record, unless the run stops at undefined behavior.
  bool is_control_flow = false;
};

// For programs compiled with Instrumentation::describe_records. Does not describe records that only report to the observers of values
// (Policy::record_enclosures, record_exchanges and pass.record_provenance), or to shadow runs.
RecordDescription describe_record(const Program& program, std::uint32_t record);

}  // namespace spirv_oracle
