#include "debugger/engine/stops/undefined_results.h"

#include <algorithm>

#include "interpreter/exec/state/no_operation.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"
#include "interpreter/loader/pointers.h"

namespace spirv_oracle {
namespace {

using DebugValues = std::unordered_map<Id, DebugValue>;

// The values of the function instance; null: it was not lowered.
const DebugValues* values_of(const DebugTables& tables, const Origin& origin) {
  const auto instance = tables.instance_of_call.find(origin.call);
  return instance == tables.instance_of_call.end() ? nullptr
                                                   : &tables.instances[instance->second].values;
}

void append_planes(const DebugValues& values, Id id, std::vector<Slot>& planes) {
  const auto value = values.find(id);
  if (value == values.end() || value->second.points_to_planes) return;
  planes.insert(planes.end(), value->second.slots.begin(), value->second.slots.end());
}

// The planes of the result of an instruction. Records may write several planes, and a load that shares the planes of its
// variable writes none.
std::vector<Slot> planes_of_result(const Program& program, std::uint32_t origin) {
  std::vector<Slot> planes;
  if (program.debug == nullptr) return planes;
  const Origin& from = program.origins[origin];
  const DebugValues* const values = values_of(*program.debug, from);
  if (values != nullptr)
    append_planes(*values, program.module->instruction(from.instruction).result, planes);
  return planes;
}

}  // namespace

const std::vector<Slot>& UndefinedResults::planes_read(const Program& program,
                                                       std::uint32_t origin) {
  const auto known = planes_read_.find(origin);
  if (known != planes_read_.end()) return known->second;
  std::vector<Slot>& planes = planes_read_[origin];
  if (program.debug == nullptr) return planes;
  const Origin& from = program.origins[origin];
  const DebugValues* const values = values_of(*program.debug, from);
  const Instruction& instruction = program.module->instruction(from.instruction);
  for (unsigned i = 0; i < instruction.operand_count(); ++i) {
    const Id id = instruction.operands[i].operand_class == OperandClass::id ? instruction.id(i) : 0;
    if (id == 0 || id == instruction.result || id == instruction.type) continue;
    append_planes(program.debug->global_values, id, planes);
    if (values != nullptr) append_planes(*values, id, planes);
  }
  return planes;
}

LaneMask UndefinedResults::lanes_that_begin(StopKind kind, const PausedRun& run,
                                            const ExecutedRecords& executed) {
  const ExecutedRecord& last = executed.last();
  // Once for an instruction, when all of its records have been executed.
  if (last.record == nullptr || !executed.is_last_before(run.moment) ||
      last.record->origin == run.record->origin)
    return {};
  const Program& program = *run.program;
  const std::uint32_t instruction = program.origins[last.record->origin].instruction;
  // A variable always begins undefined, so that is not an event.
  if (instruction == 0 || is_variable(program.module->instruction(instruction).opcode)) return {};
  const auto marked = [&](Slot slot) {
    const PlaneHeader& header = last.subgroup->header(slot);
    return kind == StopKind::undefined ? header.undefined : header.implementation_dependent;
  };
  const std::vector<Slot>& results = executed.last_results();
  LaneMask lanes;
  for (const Slot slot : results) lanes |= marked(slot);
  if (last.record->handler == &no_operation) {
    for (const Slot slot : planes_of_result(program, last.record->origin)) lanes |= marked(slot);
  }
  lanes = lanes & last.tangle;
  if (lanes.none()) return {};
  for (const Slot slot : planes_read(program, last.record->origin)) {
    if (std::ranges::find(results, slot) == results.end()) lanes = lanes & ~marked(slot);
  }
  return lanes;
}

}  // namespace spirv_oracle
