// Answers requests about a paused run, as docs/debugger_protocol.md defines them.
#pragma once

#include <memory>
#include <string_view>

#include <nlohmann/json.hpp>

#include "debugger/engine/expression/expression.h"
#include "debugger/engine/program/paused_run.h"
#include "interpreter/result.h"

namespace spirv_oracle {

class History;  // debugger/engine/history/history.h

class Views {
 public:
  struct State;

  Views();
  ~Views();

  // Whether this is a request about the state (stack, scopes, children, evaluate, quad, matrix, tangles, barriers, assign, read_memory,
  // write_memory, disassemble, sources, lines, complete, why, last_write, who_else, diff, timeline, subgroups).
  static bool knows(std::string_view command);
  // Whether the request needs the history of the run: why, last_write, who_else, diff, timeline.
  static bool needs_history(std::string_view command);

  // Errors: bad_input for an invalid argument or expression. `history`: null if none was recorded.
  Result<nlohmann::json> answer(const PausedRun& run, const DebugFocus& focus,
                                std::string_view command, const nlohmann::json& arguments,
                                History* history);

  // The bytes that the arguments `buffer` (set.binding), `offset` and `size` of a request select. Errors: bad_input.
  Result<AddressRange> buffer_range(const PausedRun& run, const nlohmann::json& arguments) const;

  // To be called when the run continues: invalidates the handles of `scopes` and `children`.
  void forget_handles();

 private:
  std::unique_ptr<State> state_;
};

}  // namespace spirv_oracle
