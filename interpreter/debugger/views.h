// Answers requests about a paused run, as docs/debugger_protocol.md defines them.
#pragma once

#include <memory>
#include <string_view>

#include <nlohmann/json.hpp>

#include "interpreter/debugger/expression.h"
#include "interpreter/debugger/paused_run.h"
#include "interpreter/result.h"

namespace spirv_oracle {

class History;  // debugger/history.h

class Views {
 public:
  struct State;

  Views();
  ~Views();

  // Whether it is a request about the state (stack, scopes, children, evaluate, matrix, tangles, barriers, assign, read_memory,
  // write_memory, disassemble, sources, lines, complete, why, last_write, who_else, diff, timeline, subgroups).
  static bool knows(std::string_view command);
  // Whether it needs the history of the run: why, last_write, who_else, diff, timeline.
  static bool needs_history(std::string_view command);

  // Errors: bad_input for a wrong argument or an expression that has an error. `history`: null where none was recorded.
  Result<nlohmann::json> answer(const PausedRun& run, const DebugFocus& focus,
                                std::string_view command, const nlohmann::json& arguments,
                                const History* history);

  // The bytes that `buffer` (set.binding), `offset` and `size` of a request say. Errors: bad_input.
  Result<MemoryPlace> buffer_range(const PausedRun& run, const nlohmann::json& arguments) const;

  // The run goes on: handles of `scopes` and `children` end.
  void forget_handles();

 private:
  std::unique_ptr<State> state_;
};

}  // namespace spirv_oracle
