#include "spirv_run/chrome_trace.h"

#include <fmt/format.h>

#include <spirv-tools/libspirv.h>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/report/report.h"
#include "interpreter/ir/registry.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

// Numbers processes and threads from 1, because viewers reserve 0 for the idle process. A number of a thread occurs once in
// the trace, because some viewers ignore the process that it belongs to.
class TraceNumbers {
 public:
  // Whether this is the first event of the subgroup.
  bool add(std::uint64_t workgroup, std::uint32_t subgroup) {
    return threads_.try_emplace({workgroup, subgroup}, threads_.size() + 1).second;
  }
  static std::uint64_t process(std::uint64_t workgroup) { return workgroup + 1; }
  std::size_t thread(std::uint64_t workgroup, std::uint32_t subgroup) const {
    return threads_.at({workgroup, subgroup});
  }

 private:
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> threads_;
};

// A metadata event, which names a process or a thread.
Json name_event(const char* kind, std::uint64_t process, std::uint64_t thread, std::string name) {
  return {{"name", kind},
          {"ph", "M"},
          {"pid", process},
          {"tid", thread},
          {"args", {{"name", std::move(name)}}}};
}

std::string workgroup_name(std::uint64_t index, const Dim3& groups) {
  return fmt::format("workgroup ({},{},{})", index % groups[0], index / groups[0] % groups[1],
                     index / groups[0] / groups[1]);
}

// Some instructions, such as parameters of functions, have no definition.
std::string name_of(const Instruction& instruction, const InstructionDefinition* definition) {
  if (definition != nullptr) return std::string(definition->name);
  return std::string("Op") + spvOpcodeString(static_cast<std::uint32_t>(instruction.opcode));
}

Json complete_event(const Module& module, const InstructionRegistry& registry,
                    const TraceEvent& event, const TraceNumbers& numbers) {
  const Instruction& instruction = module.instruction(event.instruction);
  const InstructionDefinition* definition = registry.find(instruction.opcode);
  const SourceLocation source = module.source(instruction.line);
  Json json = {
      {"name", name_of(instruction, definition)},
      {"cat", definition != nullptr ? std::string(definition->instruction_class) : std::string()},
      {"ph", "X"},
      {"ts", event.time},
      {"dur", 1},
      {"pid", TraceNumbers::process(event.workgroup)},
      {"tid", numbers.thread(event.workgroup, event.subgroup)},
      {"args", {{"lanes", lane_ranges(event.lanes)}, {"active", event.lanes.count()}}}};
  if (instruction.result != 0) json["args"]["result"] = module.display(instruction.result);
  if (source.line != 0) json["args"]["source"] = source.file + ":" + std::to_string(source.line);
  return json;
}

}  // namespace

Result<void> write_chrome_trace(const Module& module, const InstructionRegistry& registry,
                                const ExecutionTrace& trace, const Dim3& groups,
                                const std::string& file) {
  std::ofstream out(file);
  out << "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"complete\":"
      << (trace.is_complete() ? "true" : "false") << "},\"traceEvents\":[\n";
  const char* separator = "";
  const auto write = [&](const Json& json) {
    out << std::exchange(separator, ",\n")
        << json.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  TraceNumbers numbers;
  for (const TraceEvent& event : trace.events) {
    if (numbers.add(event.workgroup, event.subgroup)) {
      const std::uint64_t process = TraceNumbers::process(event.workgroup);
      const std::size_t thread = numbers.thread(event.workgroup, event.subgroup);
      write(name_event("process_name", process, thread, workgroup_name(event.workgroup, groups)));
      write(name_event("thread_name", process, thread, fmt::format("subgroup {}", event.subgroup)));
    }
    write(complete_event(module, registry, event, numbers));
  }
  out << "\n]}\n";
  if (!out.flush()) return bad_input("cannot write the trace to '" + file + "'");
  return {};
}

}  // namespace spirv_oracle
