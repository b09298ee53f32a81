#include "cli/chrome_trace.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/report.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

nlohmann::ordered_json event_as_json(const Module& module, const InstructionRegistry& registry,
                                     const TraceEvent& event) {
  const Instruction& instruction = module.instruction(event.instruction);
  const InstructionDefinition* definition = registry.find(instruction.opcode);
  const SourceLocation source = module.source(instruction.line);
  nlohmann::ordered_json json = {
      {"name", definition != nullptr ? std::string(definition->name) : std::string("?")},
      {"cat", definition != nullptr ? std::string(definition->instruction_class) : std::string()},
      {"ph", "X"},
      {"ts", event.time},
      {"dur", 1},
      {"pid", event.workgroup},
      {"tid", event.subgroup},
      {"args", {{"lanes", lane_ranges(event.lanes)}, {"active", event.lanes.count()}}}};
  if (instruction.result != 0) json["args"]["result"] = module.display(instruction.result);
  if (source.line != 0) json["args"]["source"] = source.file + ":" + std::to_string(source.line);
  return json;
}

}  // namespace

Result<void> write_chrome_trace(const Module& module, const InstructionRegistry& registry,
                                const ExecutionTrace& trace, const std::string& file) {
  std::ofstream out(file);
  out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"complete\":"
      << (trace.is_complete() ? "true" : "false") << "},\"traceEvents\":[\n";
  bool first = true;
  for (const TraceEvent& event : trace.events) {
    out << (first ? "" : ",\n")
        << event_as_json(module, registry, event)
               .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    first = false;
  }
  out << "\n]}\n";
  if (!out.flush()) return bad_input("cannot write the trace to '" + file + "'");
  return {};
}

}  // namespace spirv_oracle
