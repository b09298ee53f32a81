#include "debugger/engine/stops/record_steps.h"

#include <algorithm>

#include "debugger/engine/stops/stop_points.h"
#include "interpreter/exec/state/no_operation.h"
#include "interpreter/instructions/group/async_copy.h"
#include "interpreter/ir/debug_tables.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

void mark_accesses(const Program& program, std::vector<std::uint8_t>& marks) {
  for (const auto& [record, access] : program.debug->accesses) marks[record] = 1;
  for (std::uint32_t i = 0; i < program.records.size(); ++i)
    marks[i] |= has_async_copies(program, i) ? 1 : 0;
}

void mark_writes(const std::vector<Slot>& planes, const Program& program,
                 std::vector<std::uint8_t>& marks) {
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    if (std::ranges::find(planes, program.records[i].result) != planes.end()) marks[i] = 1;
  }
}

}  // namespace

void mark_stop_points(const StopPoints& stops, const Program& program, std::uint32_t dispatch,
                      std::vector<std::uint8_t>& marks) {
  bool watches_memory = false;
  for (const StopPoint& point : stops.all()) {
    for (const std::uint32_t record : point.records) marks[record] = 1;
    if (point.planes.empty()) {
      watches_memory = watches_memory || point.kind == StopKind::watch;
    } else if (point.dispatch == dispatch) {
      mark_writes(point.planes, program, marks);
    }
  }
  if (watches_memory && program.debug != nullptr) mark_accesses(program, marks);
}

std::vector<RecordStep> make_record_steps(const Program& program,
                                          const std::vector<std::uint8_t>& marks) {
  const std::vector<Record>& records = program.records;
  std::vector<RecordStep> steps(records.size() + 1);
  for (std::size_t i = records.size(); i-- > 0;) {
    RecordStep& step = steps[i];
    const RecordStep& next = steps[i + 1];
    if (marks[i] != 0) {
      step.moments = RecordStep::always_look;
    } else if (records[i].handler == &no_operation && next.moments != RecordStep::always_look) {
      step.moments += next.moments;
      step.skips = next.skips + 1;
    }
  }
  return steps;
}

}  // namespace spirv_oracle
