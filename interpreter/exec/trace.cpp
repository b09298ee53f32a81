#include "interpreter/exec/trace.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include "interpreter/exec/subgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

std::string lane_list(const LaneMask& lanes) {
  std::string text;
  for (unsigned lane = 0; lane < 128;) {
    if (!lanes.test(lane)) {
      ++lane;
      continue;
    }
    unsigned last = lane;
    while (last + 1 < 128 && lanes.test(last + 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last > lane) text += "-" + std::to_string(last);
    lane = last + 1;
  }
  return text;
}

}  // namespace

void TraceRecorder::record(const Subgroup& subgroup, const Op& op) {
  if (!events_.empty()) {
    const Event& last = events_.back();
    if (last.origin == op.origin && last.subgroup == subgroup.id && last.workgroup == workgroup_ &&
        last.lanes == subgroup.active) {
      return;
    }
  }
  ++time_;
  if (events_.size() >= max_events) {
    complete_ = false;
    return;
  }
  events_.push_back({time_, op.origin, subgroup.id, workgroup_, subgroup.active});
}

Result<void> TraceRecorder::write(const Program& program, const std::string& file) const {
  std::ofstream out(file);
  out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"complete\":"
      << (complete_ ? "true" : "false") << "},\"traceEvents\":[\n";
  bool first = true;
  for (const Event& event : events_) {
    const std::uint32_t index = program.origins[event.origin].instruction;
    if (index == 0) continue;
    const Instruction& instruction = program.module->instruction(index);
    const InstructionDefinition* definition = program.registry->find(instruction.opcode);
    const SourceLocation source = program.module->source(instruction.line);
    nlohmann::ordered_json json = {
        {"name", definition != nullptr ? std::string(definition->name) : std::string("?")},
        {"cat", definition != nullptr ? std::string(definition->instruction_class) : std::string()},
        {"ph", "X"},
        {"ts", event.time},
        {"dur", 1},
        {"pid", event.workgroup},
        {"tid", event.subgroup},
        {"args", {{"lanes", lane_list(event.lanes)}, {"active", event.lanes.count()}}}};
    if (instruction.result != 0)
      json["args"]["result"] = program.module->display(instruction.result);
    if (source.line != 0) json["args"]["source"] = source.file + ":" + std::to_string(source.line);
    out << (first ? "" : ",\n")
        << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    first = false;
  }
  out << "\n]}\n";
  if (!out.flush()) return bad_input("cannot write the trace to '" + file + "'");
  return {};
}

}  // namespace spirv_oracle
