#include "debugger/engine/motions.h"

#include <string>

#include "debugger/engine/program/focus.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

bool needs_every_record(std::string_view motion_kind) {
  return motion_kind == "instruction" || motion_kind == "tangle";
}

void mark_ends_of_motion(std::string_view motion_kind, const CodeMap& code,
                         std::vector<std::uint8_t>& marks) {
  if (motion_kind == "continue") return;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const RecordLocation& place = code[i];
    marks[i] |=
        motion_kind == "out" ? place.begins_instruction : place.begins_line || place.ends_step;
  }
}

bool ends_motion(const nlohmann::json& motion, const RunningDispatch& dispatch,
                 const DebugFocus& focus, const ExecutedRecords& executed, std::uint64_t moment) {
  const std::string kind = motion.value("motion", "continue");
  if (kind == "continue") return false;
  const RecordLocation& here = dispatch.place();
  const Program& program = *dispatch.program();
  if (kind == "tangle") {
    // The first record of a subgroup belongs to no instruction.
    return (here.instruction != 0 || dispatch.record() == program.records.data()) &&
           executed.is_in_other_tangle(*dispatch.subgroup(), moment);
  }
  if (kind == "any_line" || (here.ends_step && has_ended(focus, dispatch.workgroups())))
    return here.ends_step;
  if (!is_active(focus, *dispatch.subgroup())) return false;
  if (kind == "instruction") return here.begins_instruction;
  if (kind == "line") return here.ends_step;
  const std::uint32_t depth = motion.value("depth", 0u);
  if (kind == "over") return here.ends_step && here.depth <= depth;
  if (kind == "out") return here.begins_instruction && here.depth < depth;
  return here.begins_line && here.line == motion.value("line", 0u) &&
         ends_with_path(program.module->files()[here.file].name, motion.value("file", ""));
}

}  // namespace spirv_oracle
