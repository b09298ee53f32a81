// Common parts of the views.
#pragma once

#include <string>
#include <vector>

#include "debugger/engine/program/frames.h"
#include "debugger/engine/program/lanes_json.h"
#include "debugger/engine/program/names.h"
#include "debugger/engine/views/views.h"

namespace spirv_oracle {

// The target of a handle that `scopes` or `children` returned.
struct ViewHandle {
  enum class Kind : std::uint8_t {
    object,
    locals,
    parameters,
    registers,
    inputs,
    buffers,
    shared_memory,
    private_memory,
    all_lanes,  // of an expression
  };
  Kind kind = Kind::object;
  DebugFocus focus;
  Object object;
  std::string expression;
};

struct Views::State {
  std::vector<ViewHandle> handles;  // a handle is 1 + its index here

  // 0 if there are too many.
  std::uint64_t add(ViewHandle handle);
};

struct ViewRequest {
  const PausedRun& run;
  DebugFocus focus;
  const nlohmann::json& arguments;
  History* history;
  Views::State& state;

  // Errors: bad_input if the argument has a different type.
  Result<std::uint64_t> number(const char* name, std::uint64_t otherwise) const;
  Result<std::string> text(const char* name) const;  // "" if it is missing
  // The lane and the frame that the arguments name, or those of the focus.
  Result<LaneContext> context() const;
  Result<const Symbols*> symbols() const { return symbols_of(run); }
};

using ViewAnswer = Result<nlohmann::json> (*)(const ViewRequest&);

// The ids that have a value at the context's place, such as %42.
std::vector<std::string> names_of_registers(const LaneContext& context);

Result<nlohmann::json> answer_stack(const ViewRequest& request);
Result<nlohmann::json> answer_scopes(const ViewRequest& request);
Result<nlohmann::json> answer_children(const ViewRequest& request);
Result<nlohmann::json> answer_evaluate(const ViewRequest& request);
Result<nlohmann::json> answer_assign(const ViewRequest& request);
Result<nlohmann::json> answer_subgroups(const ViewRequest& request);
Result<nlohmann::json> answer_quad(const ViewRequest& request);
Result<nlohmann::json> answer_matrix(const ViewRequest& request);
Result<nlohmann::json> answer_tangles(const ViewRequest& request);
Result<nlohmann::json> answer_barriers(const ViewRequest& request);
Result<nlohmann::json> answer_read_memory(const ViewRequest& request);
Result<nlohmann::json> answer_write_memory(const ViewRequest& request);
Result<nlohmann::json> answer_disassemble(const ViewRequest& request);
Result<nlohmann::json> answer_sources(const ViewRequest& request);
Result<nlohmann::json> answer_lines(const ViewRequest& request);
Result<nlohmann::json> answer_complete(const ViewRequest& request);
Result<nlohmann::json> answer_why(const ViewRequest& request);
Result<nlohmann::json> answer_last_write(const ViewRequest& request);
Result<nlohmann::json> answer_who_else(const ViewRequest& request);
Result<nlohmann::json> answer_diff(const ViewRequest& request);
Result<nlohmann::json> answer_timeline(const ViewRequest& request);

// The run as it is read without the values of temporary ids: with the registers that the program itself uses.
PausedRun without_kept_values(PausedRun run);

// --- JSON that several views use ---

nlohmann::json dimensions_json(const Dim3& dimensions);
void add_source(const SourceLocation& source, nlohmann::json& to);
// Adds "value", "type", "handle" and "state"; of what is in memory or a pointer to it, "address" and, if only one workgroup
// has it there, "workgroup". Without a value, "value" says why.
nlohmann::json value_json(const ViewRequest& request, const LaneContext& context,
                          const Object& object, const std::string& expression);

}  // namespace spirv_oracle
