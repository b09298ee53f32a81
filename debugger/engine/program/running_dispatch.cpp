#include "debugger/engine/program/running_dispatch.h"

#include <algorithm>

#include "debugger/engine/program/frames.h"
#include "debugger/engine/program/lanes_json.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {

void RunningDispatch::start(const Program& program) {
  program_ = &program;
  symbols_ = {};
  code_.emplace(program);
  workgroups_.clear();
  values_.start_dispatch(program);
}

void RunningDispatch::end() {
  ++index_;
  program_ = nullptr;
  subgroup_ = nullptr;
}

void RunningDispatch::start_workgroup(Workgroup& workgroup) {
  if (std::ranges::find(workgroups_, &workgroup) == workgroups_.end())
    workgroups_.push_back(&workgroup);
}

void RunningDispatch::finish_workgroup(Workgroup& workgroup) {
  if (workgroups_.size() > 1) std::erase(workgroups_, &workgroup);
}

void RunningDispatch::set_record(Subgroup& subgroup, const Record& record) {
  subgroup_ = &subgroup;
  record_ = &record;
}

void RunningDispatch::set_executing_record(const Subgroup& subgroup, const Record& record) {
  for (Workgroup* workgroup : workgroups_) {
    for (Subgroup& running : workgroup->subgroups())
      if (&running == &subgroup) subgroup_ = &running;
  }
  record_ = &record;
}

const RecordLocation& RunningDispatch::place() const { return place_of_record(*record_); }

const RecordLocation& RunningDispatch::place_of_record(const Record& record) const {
  return (*code_)[static_cast<std::size_t>(&record - program_->records.data())];
}

PausedRun RunningDispatch::paused(std::uint64_t moment) {
  PausedRun run;
  run.program = program_;
  run.workgroups = &workgroups_;
  run.subgroup = subgroup_;
  run.record = record_;
  run.moment = moment;
  run.dispatch = index_;
  run.symbols = &symbols_;
  values_.add_to(run);
  return run;
}

const Subgroup* RunningDispatch::subgroup_of(const nlohmann::json& reason) const {
  const auto id = reason.find("subgroup");
  if (id == reason.end()) return subgroup_;
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->shape().index() == reason.at("workgroup_index"))
      return &workgroup->subgroups()[id->get<std::uint32_t>()];
  }
  return subgroup_;
}

void RunningDispatch::add_place(nlohmann::json& stop) {
  stop["dispatch"] = index_;
  const Subgroup* const subgroup = subgroup_of(stop);
  if (subgroup == nullptr || program_ == nullptr) return;
  for (const Workgroup* workgroup : workgroups_) {
    if (workgroup->shape().index() != subgroup->workgroup_index) continue;
    stop["workgroup"] = workgroup->shape().id();
    stop["workgroup_index"] = workgroup->shape().index();
  }
  stop["subgroup"] = subgroup->id;
  stop["active"] = lanes_json(lanes_of_tangle(*subgroup));
  const Record* const record =
      subgroup == subgroup_
          ? record_
          : place_of(paused(0), *subgroup, stop.at("lane").get<unsigned>()).record;
  if (record == nullptr) return;
  const RecordLocation& at = place_of_record(*record);
  if (at.instruction == 0) return;
  const Module& module = *program_->module;
  const Instruction& instruction = module.instruction(at.instruction);
  const SourceLocation source = program_->debug != nullptr
                                    ? symbols_.of(module).source(at.instruction)
                                    : module.source(instruction.line);
  stop["file"] = source.file;
  stop["line"] = source.line;
  stop["column"] = source.column;
  stop["function"] = code_->function_name(at.instruction);
  stop["instruction"] = module.disassemble(instruction);
  stop["word"] = instruction.word_offset;
}

}  // namespace spirv_oracle
